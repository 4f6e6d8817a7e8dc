/// How images are made smaller before they become pages.
public struct ImageReduction: Hashable, Sendable {
    /// The quality of a JPEG that is re-encoded for another reason than its quality.
    public static let defaultQuality = 85

    /// The quality of JPEG, 1 to 100; nil keeps JPEG as it is where nothing else changes it, and PNG without a loss.
    public var quality: Int?
    /// Whether colors are left out.
    public var isGrayscale = false
    /// The highest resolution of an image on its page, in pixels an inch; nil for any.
    public var pixelsPerInch: Double?

    /// Changes nothing.
    public init() {}

    /// Makes an image smaller.
    ///
    /// A JPEG that would become larger, and would have the same pixels and colors, stays as it is.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - resolution: The resolution on its page, in pixels an inch.
    /// - Returns: An image that is held as the given one is.
    /// - Throws: ``PDFError/Code/notSupported`` for an image in the colors of a press;
    ///   ``PDFError/Code/libraryUnavailable`` where JPEG is re-encoded without libturbojpeg;
    ///   ``PDFError/Code/malformed`` for a damaged image; ``PDFError/Code/limitExceeded``.
    func reduced(_ image: PDFImage, resolution: Double) throws(PDFError) -> PDFImage {
        var size = (width: image.width, height: image.height)
        if let limit = pixelsPerInch, resolution > limit {
            size.width = max(1, Int(Double(size.width) * limit / resolution))
            size.height = max(1, Int(Double(size.height) * limit / resolution))
        }
        let changesPixels = size != (image.width, image.height) || isGrayscale && image.colorCount > 1
        guard changesPixels || quality != nil else {
            try check(image)
            return image
        }
        guard image.colorCount < 4 else {
            throw PDFError(.notSupported, "an image in CMYK can't be reduced; save it as RGB")
        }
        var pixels = try image.pixels(atLeast: size, isGray: isGrayscale).scaled(size.width, size.height)
        if isGrayscale { pixels = pixels.gray }
        let profile = isGrayscale ? nil : image.profile
        guard image.isJPEG || quality != nil else { return PDFImage(pixels, profile: profile) }
        let jpeg = try JPEGLibrary.load().encode(pixels, quality: quality ?? Self.defaultQuality)
        if image.isJPEG, !changesPixels, jpeg.count >= image.dataSize { return image }
        return try PDFImage(jpeg: jpeg, orientation: image.orientation, profile: profile)
    }

    /// Refuses a JPEG that a viewer could only guess a part of; where libturbojpeg is missing, its structure was checked.
    private func check(_ image: PDFImage) throws(PDFError) {
        guard image.isJPEG, image.colorCount < 4, let library = try? JPEGLibrary.load() else { return }
        _ = try library.decode(image.data, (image.width, image.height), atLeast: (1, 1), isGray: true)
    }
}
