import JetonLibcrypto

#if canImport(Glibc)
    import Glibc
#endif

/// What was read from a card image, and the open image itself.
struct LoadedImage: ~Copyable {
    let contents: CardContents
    let image: Descriptor

    /// Reads an image.
    ///
    /// - Throws: ``VirtualCardError``: `notFound`, `notAnImage`, `unsupportedVersion`, `notAuthentic`, `inputOutput`.
    init(_ path: String, key: borrowing SealingKey) throws(VirtualCardError) {
        let image: Descriptor
        do throws(VirtualCardError) {
            image = try Descriptor(path, O_RDONLY)
        } catch {
            throw error.systemError == ENOENT ? VirtualCardError(.notFound, path: path) : error
        }
        let status = try image.status()
        guard status.isFile, status.size <= ImageCodec.maximumLength else {
            throw VirtualCardError(.notAnImage, path: path)
        }
        let octets = try image.read(status.size)
        do throws(VirtualCardError) {
            contents = try ImageCodec.decode(octets, key: key)
        } catch {
            throw VirtualCardError(error.code, path: path)
        }
        self.image = image
    }

    /// Gives the open image up.
    consuming func takeImage() -> Descriptor { image }
}
