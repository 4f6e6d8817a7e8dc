internal import Glibc

/// Paths that are not UTF-8, as a text that says so.
///
/// A byte that belongs to no character becomes a private-use scalar, U+10FF80 to U+10FFFF, so that the text names one file
/// only, and is shown as `\xNN`. No file is opened or made by such a text; a name that has one of these scalars itself
/// is refused with it.
package enum UndecodedPath {
    private static let firstScalar: UInt32 = 0x10_FF00

    /// The text of a path.
    package static func text(_ octets: some Collection<UInt8>) -> String {
        if let text = String(validating: octets, as: UTF8.self) { return text }
        var text = ""
        var rest = octets[...]
        while let byte = rest.first {
            let character = (1...4).lazy.compactMap { String(validating: rest.prefix($0), as: UTF8.self) }.first
            text += character ?? Unicode.Scalar(firstScalar + UInt32(byte)).map { String($0) } ?? ""
            rest = rest.dropFirst(character?.utf8.count ?? 1)
        }
        return text
    }

    /// The text of a path that ends with a NUL.
    package static func text(_ path: UnsafePointer<CChar>) -> String {
        unsafe String(validatingCString: path)
            ?? text(UnsafeBufferPointer(start: path, count: strlen(path)).map { UInt8(bitPattern: $0) })
    }

    /// Whether a path is not UTF-8.
    package static func isOne(_ path: String) -> Bool {
        // Each of the scalars begins with this byte.
        path.utf8.contains(0xF4) && path.unicodeScalars.contains { byte($0) != nil }
    }

    /// A text for people and documents, with such bytes as `\xNN`.
    package static func shown(_ text: String) -> String {
        guard isOne(text) else { return text }
        return text.unicodeScalars.reduce(into: "") { shown, scalar in
            if let byte = byte(scalar) {
                shown += "\\x" + String(byte, radix: 16)
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
    }

    /// Refuses such a path.
    ///
    /// - Throws: ``FileError/Code/notUTF8``.
    package static func refuse(_ path: String, _ what: String = "can't be read") throws(FileError) {
        guard isOne(path) else { return }
        throw FileError(.notUTF8, path, "\(path) \(what): its name is not UTF-8")
    }

    private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        guard scalar.value >= firstScalar + 0x80, scalar.value <= firstScalar + 0xFF else { return nil }
        return UInt8(scalar.value - firstScalar)
    }
}
