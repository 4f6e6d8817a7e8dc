public import JetonKeystoreBase

/// The calls of a file manager, by which ported code makes files with a protection class.
extension ProtectedFiles {
    /// The attributes of a file that the calls know.
    public struct AttributeKey: Hashable, Sendable {
        private let name: String
        /// The protection class; its value is a ``FileProtection``.
        public static let protectionKey = AttributeKey(name: "NSFileProtectionKey")
    }

    /// Makes a file at an absolute path, or replaces it.
    ///
    /// - Returns: Whether the file was written.
    public func createFile(
        atPath path: String,
        contents: [UInt8],
        attributes: [AttributeKey: FileProtection] = [:]
    ) -> Bool {
        do throws(KeystoreError) {
            var writer = try create(.path(path), protection: attributes[.protectionKey], replaces: true)
            try writer.write(contents.span)
            try writer.finish()
            return true
        } catch { return false }
    }

    /// The content of a file at an absolute path; nil if it can't be read now, is damaged, or has more than 64 MiB.
    ///
    /// The bytes are ordinary memory that is not wiped; see ``open(_:)``.
    public func contents(atPath path: String) -> [UInt8]? {
        do throws(KeystoreError) {
            let file = try open(.path(path))
            guard file.size <= 67_108_864 else { return nil }
            var octets = [UInt8](repeating: 0, count: Int(file.size))
            var span = octets.mutableSpan
            let count = try file.read(at: 0, into: &span)
            return count == octets.count ? octets : nil
        } catch { return nil }
    }

    /// The attributes of a file at an absolute path.
    public func attributesOfItem(atPath path: String) throws(KeystoreError) -> [AttributeKey: FileProtection] {
        [.protectionKey: try attributes(.path(path)).protection]
    }

    /// Changes the protection class of a file at an absolute path.
    public func setAttributes(
        _ attributes: [AttributeKey: FileProtection],
        ofItemAtPath path: String
    ) throws(KeystoreError) {
        guard let protection = attributes[.protectionKey] else { return }
        try rotate(.path(path), to: protection)
    }

    /// Deletes a file at an absolute path.
    public func removeItem(atPath path: String) throws(KeystoreError) { try delete(.path(path)) }
}
