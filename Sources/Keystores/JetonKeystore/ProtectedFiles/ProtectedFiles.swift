import JetonFiles
public import JetonKeystoreBase
import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

/// Files of any size, sealed under the class keys of a store: in the store, or anywhere else.
///
/// Access groups do not count here: files are the store owner's. All methods may be called from any thread and block
/// while they wait for the disk. What a method reports as written is on the disk. A file is replaced whole, and there is
/// never plain text on the disk.
///
/// - SeeAlso: docs/keystore.md, "Protected files".
public final class ProtectedFiles: Sendable {
    static let directoryName = "files"
    private static let defaultName = ".jeton-protection"
    private static let defaultMagic = Array("JTPDIR1\0".utf8)

    let keychain: Keychain

    /// The files of a store, as far as it is unlocked.
    public init(_ keychain: Keychain) { self.keychain = keychain }

    // MARK: - Files

    /// Begins to write a file; it appears when the writer is finished.
    ///
    /// - Parameters:
    ///   - location: The name of a file in the store, or an absolute path.
    ///   - protection: The class; nil for the default class of the directory.
    ///   - hidesName: Whether the name is unknown while the class is locked. In a directory outside of the store the file
    ///     then lies under 64 hexadecimal digits. A file that is replaced keeps its way.
    ///   - replaces: Whether an existing protected file is replaced.
    /// - Returns: The writer, to which the content goes.
    /// - Throws: ``KeystoreError/Code/duplicateItem``; ``KeystoreError/Code/interactionNotAllowed`` if the class can't be
    ///   written now; ``KeystoreError/Code/invalidParameter`` for a name that can't be;
    ///   ``KeystoreError/Code/itemNotFound`` if the directory does not exist; ``KeystoreError/Code/decoding`` if the
    ///   file to replace, or the default class, is damaged.
    public func create(
        _ location: ProtectedFileLocation,
        protection: FileProtection? = nil,
        hidesName: Bool = false,
        replaces: Bool = false
    ) throws(KeystoreError) -> ProtectedFileWriter {
        try keychain.context.requireWritable()
        let (directory, name) = try place(location)
        let existing = try find(name, in: directory)
        var hidesName = hidesName
        if let existing {
            guard replaces else { throw KeystoreError(.duplicateItem, "\(existing.name) exists") }
            hidesName = try existing.header(store: keychain.context.store).hidesName
        }
        let chosen = if let protection { protection } else { try self.protection(of: directory) }
        var header = try ProtectedFileHeader(
            store: keychain.context.store,
            protection: chosen,
            keychain.currentClassKeys(),
            hidesName: hidesName
        )
        let fileKey = try keychain.sealFileKey(into: &header, name: name)
        let isTagged = hidesName || isStore(location)
        return try ProtectedFileWriter(
            keychain,
            header,
            fileKey,
            in: directory,
            as: isTagged ? keychain.hiddenFileName(name) : name,
            replaces: replaces
        )
    }

    /// Opens a file for reading.
    ///
    /// - Throws: ``KeystoreError/Code/itemNotFound``; ``KeystoreError/Code/interactionNotAllowed`` if its class is locked;
    ///   ``KeystoreError/Code/decoding`` if it is damaged, cut off, or not a protected file.
    public func open(_ location: ProtectedFileLocation) throws(KeystoreError) -> ProtectedFile {
        let opened = try existing(location)
        let file = try ProtectedFile(keychain, opened.header(store: keychain.context.store), opened)
        try file.verifyEnd()
        return file
    }

    /// What is known of a file, in every state of the store.
    ///
    /// - Throws: As ``open(_:)``, but not if the class is locked.
    public func attributes(_ location: ProtectedFileLocation) throws(KeystoreError) -> ProtectedFileAttributes {
        try attributes(existing(location))
    }

    /// Seals a file again under a new key, and under another class if one is given.
    ///
    /// - Throws: As ``open(_:)`` and ``create(_:protection:hidesName:replaces:)``; the file is unchanged then.
    public func rotate(
        _ location: ProtectedFileLocation,
        to protection: FileProtection? = nil
    ) throws(KeystoreError) {
        let source = try open(location)
        var writer = try create(location, protection: protection ?? source.protection, replaces: true)
        let size = 1 << 20
        let block = TransientSecret(capacity: size)
        _ = block.append(count: size) { _ in true }
        var offset: Int64 = 0
        while offset < source.size {
            var count = 0
            try block.withArray { (octets) throws(KeystoreError) in
                var span = octets.mutableSpan
                count = try source.read(at: offset, into: &span)
            }
            let octets = block.octets
            try writer.write(octets.span.extracting(..<count))
            offset += Int64(count)
        }
        try writer.finish()
    }

    /// The files of the store that are sealed under earlier class keys; a damaged one is left out.
    func earlier(than epoch: UInt8) throws(KeystoreError) -> [(name: String?, path: String)] {
        let directory = try self.directory(nil)
        var found: [(name: String?, path: String)] = []
        for name in try directory.names() where !name.hasPrefix(".") {
            guard let opened = try? open(name, in: directory),
                let header = try? opened.header(store: keychain.context.store), header.protection != .none,
                header.classKey.epoch != epoch
            else { continue }
            found.append((try? keychain.openFileName(header, opened.name), opened.name))
        }
        return found
    }

    /// Seals the files of the store under the present class keys.
    func reseal(_ epoch: UInt8, _ report: inout ResealingReport) throws(KeystoreError) {
        for (name, path) in try earlier(than: epoch) {
            do throws(KeystoreError) {
                guard let name else { throw KeystoreError(.decoding, "the name of \(path) cannot be decrypted") }
                try rotate(.named(name))
                report.files += 1
            } catch {
                guard error.code == .decoding else { throw error }
                report.remaining.append(error.context)
            }
        }
    }

    /// Deletes a file, in every state of the store.
    ///
    /// - Throws: ``KeystoreError/Code/itemNotFound``; ``KeystoreError/Code/decoding`` if it is not a protected file.
    public func delete(_ location: ProtectedFileLocation) throws(KeystoreError) {
        try keychain.context.requireWritable()
        let (directory, name) = try place(location)
        let opened = try existing(location)
        // Only a file of ours is ours to delete.
        _ = try opened.header(store: keychain.context.store)
        let hidden = try keychain.hiddenFileName(name)
        try directory.remove(opened.name.hasSuffix("/" + hidden) ? hidden : name)
    }

    /// The files of the store, or of a directory outside of it, sorted by name; other files are left out.
    ///
    /// A damaged file of ours is an error of its own in the place of its attributes.
    public func list(
        in path: String? = nil
    ) throws(KeystoreError) -> [Result<ProtectedFileAttributes, KeystoreError>] {
        let directory = try self.directory(path)
        var found: [Result<ProtectedFileAttributes, KeystoreError>] = []
        for name in try directory.names() where !name.hasPrefix(".") {
            do throws(KeystoreError) {
                guard let opened = try open(name, in: directory) else { continue }
                found.append(.success(try attributes(opened)))
            } catch {
                // Outside of the store most files are not ours.
                if path == nil || error.code == .decoding && error.cause != .foreignFile {
                    found.append(.failure(error))
                }
            }
        }
        return found
    }

    private func attributes(_ opened: OpenedProtectedFile) throws(KeystoreError) -> ProtectedFileAttributes {
        let header = try opened.header(store: keychain.context.store)
        return ProtectedFileAttributes(
            name: try keychain.openFileName(header, opened.name),
            path: opened.name,
            protection: header.protection,
            hidesName: header.hidesName,
            size: max(0, opened.size),
            modified: opened.status.modified / 1000
        )
    }

    // MARK: - Default classes

    /// The class of new files in the store, or in a directory outside of it: ``FileProtection/complete`` unless set.
    ///
    /// - Throws: ``KeystoreError/Code/decoding`` if the directory's default was changed by anything but the store.
    public func defaultProtection(in path: String? = nil) throws(KeystoreError) -> FileProtection {
        try protection(of: directory(path))
    }

    /// The class that a new file gets where none is given.
    ///
    /// - Throws: As ``defaultProtection(in:)``.
    public func defaultProtection(for location: ProtectedFileLocation) throws(KeystoreError) -> FileProtection {
        try protection(of: place(location).0)
    }

    /// Sets the class of new files in the store, or in a directory outside of it; existing files keep theirs.
    public func setDefaultProtection(_ protection: FileProtection, in path: String? = nil) throws(KeystoreError) {
        try keychain.context.requireWritable()
        var octets = ProtectedFiles.defaultMagic + keychain.context.store
        octets.appendLittleEndian(protection.protection.rawValue)
        let directory = try self.directory(path)
        let code = try keychain.directoryCode(octets + place(of: directory))
        let file = try directory.makeUnnamed()
        do throws(SystemError) { try file.writeAll((octets + code).span) } catch {
            throw error.keystoreError(directory.name)
        }
        try directory.publish(file, as: ProtectedFiles.defaultName, replaces: true)
    }

    func protection(of directory: Directory) throws(KeystoreError) -> FileProtection {
        guard let content = try directory.read(ProtectedFiles.defaultName, limit: 58) else { return .complete }
        let octets = content.octets
        let head = Array(octets.prefix(26))
        guard content.status.owner == directory.policy.owner, octets.count == 58,
            head.prefix(24).elementsEqual(ProtectedFiles.defaultMagic + keychain.context.store),
            ConstantTime.equals(try keychain.directoryCode(head + place(of: directory)), Array(octets[26...])),
            let number = ProtectionClass(rawValue: head.span.littleEndian(at: 24)),
            let protection = FileProtection(number)
        else {
            throw KeystoreError(
                .decoding,
                "the default class of \(directory.name) is damaged, or belongs to another directory, user or keystore",
                hint: "specify the class for each file, or set the default again"
            )
        }
        return protection
    }

    /// What binds a default to its directory, so that it counts in no other one: the inode, which a copy does not keep.
    private func place(of directory: Directory) throws(KeystoreError) -> [UInt8] {
        guard directory.isForeign else { return [] }
        var octets: [UInt8] = []
        octets.appendLittleEndian(try directory.ownStatus().inode)
        return octets
    }

    // MARK: - Places

    private func isStore(_ location: ProtectedFileLocation) -> Bool {
        if case .named = location { return true }
        return false
    }

    func directory(_ path: String?) throws(KeystoreError) -> Directory {
        let root = keychain.context.root
        guard let path else { return try root.makeDirectory(ProtectedFiles.directoryName) }
        guard path.hasPrefix("/") else {
            throw KeystoreError(.invalidParameter, "'\(path)' is not an absolute path")
        }
        guard let directory = try Directory.open(foreign: path, root.system, root.policy) else {
            throw KeystoreError(.itemNotFound, "there is no directory '\(path)'")
        }
        return directory
    }

    /// The directory and the name, which is checked.
    private func place(_ location: ProtectedFileLocation) throws(KeystoreError) -> (Directory, String) {
        let name: String
        let path: String?
        switch location {
        case .named(let given): (name, path) = (given, nil)
        case .path(let given):
            guard let slash = given.lastIndex(of: "/"), given.hasPrefix("/") else {
                throw KeystoreError(.invalidParameter, "'\(given)' is not an absolute path")
            }
            path = slash == given.startIndex ? "/" : String(given[..<slash])
            name = String(given[given.index(after: slash)...])
        }
        guard (1...255).contains(name.utf8.count), !name.utf8.contains(0),
            path == nil || (name != "." && name != ".." && name != ProtectedFiles.defaultName)
        else {
            throw KeystoreError(.invalidParameter, "the name of a protected file has 1 to 255 bytes, without a NUL")
        }
        return (try directory(path), name)
    }

    private func existing(_ location: ProtectedFileLocation) throws(KeystoreError) -> OpenedProtectedFile {
        let (directory, name) = try place(location)
        guard let found = try find(name, in: directory) else {
            throw KeystoreError(
                .itemNotFound,
                "\(directory.name) has no protected file '\(name)'",
                hint: "run `jeton keystore file list` to list the protected files"
            )
        }
        return found
    }

    /// The file under its name, or under the one that hides it.
    private func find(_ name: String, in directory: Directory) throws(KeystoreError) -> OpenedProtectedFile? {
        let hidden = try keychain.hiddenFileName(name)
        if let found = try open(hidden, in: directory) {
            let header = try found.header(store: keychain.context.store)
            let known = try keychain.openFileName(header, found.name)
            // A file that was put in another one's place opens, but is another one.
            guard known == nil || known == name else {
                throw KeystoreError(.decoding, "\(found.name) is damaged: another file is in its place")
            }
            return found
        }
        // In the store every name is hidden, and may hold what a file system does not allow.
        guard directory.isForeign else { return nil }
        return try open(name, in: directory)
    }

    func open(_ file: String, in directory: Directory) throws(KeystoreError) -> OpenedProtectedFile? {
        guard let (handle, status) = try directory.open(file, limit: Int.max, sibling: nil) else { return nil }
        return OpenedProtectedFile(file: handle, status: status, name: "\(directory.name)/\(file)")
    }
}
