import JetonLibcrypto
import JetonOctets

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

    /// Reads the image.
    func load(_ path: String) throws(VirtualCardError) -> LoadedImage { try LoadedImage(path, key: sealingKey) }

    /// Replaces the image.
    ///
    /// - Returns: The open image.
    func save(_ contents: CardContents, to path: String) throws(VirtualCardError) -> Descriptor {
        let octets = try ImageCodec.encode(contents, key: sealingKey)
        let aside = path + ".new"
        let image = try Descriptor(aside, O_RDWR | O_CREAT | O_TRUNC, mode: 0o600)
        do throws(VirtualCardError) {
            try image.write(octets.span)
            try image.synchronize()
            guard unsafe rename(aside, path) == 0 else {
                throw VirtualCardError(.inputOutput, path: path, systemError: errno)
            }
        } catch {
            // On a full disk it would keep the little room that there is.
            unsafe unlink(aside)
            throw error
        }
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        try Descriptor(directory, O_RDONLY | O_DIRECTORY).synchronize()
        return image
    }

    deinit { file.unlock() }
}
