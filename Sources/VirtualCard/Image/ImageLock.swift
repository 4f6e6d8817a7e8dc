import Libcrypto
import Octets

#if canImport(Glibc)
    import Glibc
#endif

/// The right to read and write a card image, held until it goes away.
struct ImageLock: ~Copyable {
    private let file: Descriptor
    private let sealingKey: SealingKey

    init(_ file: consuming Descriptor, sealingKey: consuming SealingKey) {
        self.file = file
        self.sealingKey = sealingKey
    }

    /// Reads the image, unless it is the one that is known already.
    ///
    /// - Parameter known: The image that was read or written last, as an open file.
    /// - Returns: The contents and the open image, or nil if nothing has changed.
    func load(_ path: String, known: Int32?) throws(VirtualCardError) -> LoadedImage? {
        let image: Descriptor
        do throws(VirtualCardError) {
            image = try Descriptor(path, O_RDONLY)
        } catch {
            throw error.systemError == ENOENT ? VirtualCardError(.notFound, path: path) : error
        }
        let status = try image.status()
        if let known, try FileStatus(ofOpenFile: known, path: path).identity == status.identity { return nil }
        guard status.isFile, status.size <= ImageCodec.maximumLength else {
            throw VirtualCardError(.notAnImage, path: path)
        }
        let octets = try image.read(status.size)
        do throws(VirtualCardError) {
            return LoadedImage(contents: try ImageCodec.decode(octets, key: sealingKey), image: image)
        } catch {
            throw VirtualCardError(error.code, path: path)
        }
    }

    /// Replaces the image.
    ///
    /// - Returns: The open image.
    func save(_ contents: CardContents, to path: String) throws(VirtualCardError) -> Descriptor {
        let octets = try ImageCodec.encode(contents, key: sealingKey)
        let aside = path + ".new"
        let image = try Descriptor(aside, O_RDWR | O_CREAT | O_TRUNC, mode: 0o600)
        try image.write(octets.span)
        try image.synchronise()
        guard unsafe rename(aside, path) == 0 else {
            throw VirtualCardError(.inputOutput, path: path, systemError: errno)
        }
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        try Descriptor(directory, O_RDONLY | O_DIRECTORY).synchronise()
        return image
    }
}
