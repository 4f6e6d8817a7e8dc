import JetonLibcrypto
import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

/// A card image on the disk, and the file beside it with the key that seals it.
///
/// The key file, which never changes, is also what programs lock: an image is changed under its lock only, from the
/// state that was read under it, so that any number of programs may use one card at once and no change is lost. The
/// image is replaced as a whole: written aside, synchronized, renamed, and the directory synchronized. So a process
/// that only reads needs no lock, and no more than a look at which file it is while nothing has changed.
///
/// Not protected: a program that may write both files can put an older image back, and with it older PIN counters.
final class ImageStore {
    let path: String
    private var lock: ImageLock?
    /// The image that was read or written last; open, so that its number can't go to another file.
    private var image: Descriptor?
    /// Which file that is.
    private var known: ImageFileStatus.Identity?

    init(_ path: String) { self.path = path }

    private static func keyPath(_ path: String) -> String { path + ".key" }

    /// Makes the key file and an image.
    ///
    /// - Throws: ``VirtualCardError/Code/alreadyExists`` if there is an image.
    func create(_ contents: CardContents) throws(VirtualCardError) {
        // What a program left behind that died between the two files is taken over: no image was sealed with it.
        let keyPath = Self.keyPath(path)
        let file = try Descriptor(keyPath, O_RDWR | O_CREAT, mode: 0o600)
        try file.lock()
        guard unsafe access(path, F_OK) != 0 else { throw VirtualCardError(.alreadyExists, path: path) }
        guard ftruncate(file.number, 0) == 0 else { throw file.failure() }
        let key: Secret
        do throws(LibcryptoError) {
            key = try Random.secret(SealingKey.length)
        } catch {
            throw VirtualCardError(.cryptography)
        }
        try key.withBytes { (octets) throws(VirtualCardError) in
            try file.write(octets)
        }
        try file.synchronize()
        lock = ImageLock(file, sealingKey: try Self.sealingKey(key, keyPath))
        defer { lock = nil }
        try save(contents)
    }

    /// Reads the image if it has changed.
    ///
    /// - Returns: The contents, or nil if they are as they were read or saved last.
    /// - Throws: ``VirtualCardError/Code/notFound`` without an image.
    func refresh() throws(VirtualCardError) -> CardContents? {
        if try isKnown() { return nil }
        return try keep(try LoadedImage(path, key: try sealingKey(try openKeyFile())))
    }

    /// Takes the lock, for which other programs wait until ``end()``, and reads the image if it has changed.
    ///
    /// - Returns: As ``refresh()``.
    /// - Throws: ``VirtualCardError/Code/notFound`` without an image, ``VirtualCardError/Code/busy`` after 10 s.
    func begin() throws(VirtualCardError) -> CardContents? {
        let file = try openKeyFile()
        try file.lock()
        let key = try sealingKey(file)
        let taken = ImageLock(file, sealingKey: key)
        let changed = try isKnown() ? nil : keep(try taken.load(path))
        lock = consume taken
        return changed
    }

    private func isKnown() throws(VirtualCardError) -> Bool {
        guard let status = try ImageFileStatus(at: path) else { throw VirtualCardError(.notFound, path: path) }
        return status.identity == known
    }

    private func keep(_ loaded: consuming LoadedImage) throws(VirtualCardError) -> CardContents {
        known = try loaded.image.status().identity
        let contents = loaded.contents
        image = loaded.takeImage()
        return contents
    }

    /// Gives the lock back.
    func end() { lock = nil }

    /// Replaces the image; only between ``begin()`` and ``end()``.
    func save(_ contents: CardContents) throws(VirtualCardError) {
        guard lock != nil else { throw VirtualCardError(.busy, path: path) }
        if let saved = try lock?.save(contents, to: path) {
            known = try saved.status().identity
            image = consume saved
        }
    }

    private func openKeyFile() throws(VirtualCardError) -> Descriptor {
        do throws(VirtualCardError) {
            return try Descriptor(Self.keyPath(path), O_RDONLY)
        } catch {
            guard error.systemError == ENOENT else { throw error }
            throw VirtualCardError(unsafe access(path, F_OK) == 0 ? .keyFileMissing : .notFound, path: path)
        }
    }

    private func sealingKey(_ file: borrowing Descriptor) throws(VirtualCardError) -> SealingKey {
        let keyPath = Self.keyPath(path)
        let status = try file.status()
        guard status.isPrivateFile, status.size == SealingKey.length else {
            throw VirtualCardError(.keyFileUnusable, path: keyPath)
        }
        return try Self.sealingKey(try file.readSecret(SealingKey.length), keyPath)
    }

    private static func sealingKey(
        _ secret: consuming Secret,
        _ path: String
    ) throws(VirtualCardError) -> SealingKey {
        do throws(LibcryptoError) {
            return try SealingKey(secret)
        } catch {
            throw VirtualCardError(.keyFileUnusable, path: path)
        }
    }
}
