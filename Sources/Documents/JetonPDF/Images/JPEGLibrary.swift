private import CJetonTurboJPEG
import Synchronization

/// The system's libturbojpeg, opened when the first image is re-encoded.
///
/// May be shared by any number of threads.
@safe
struct JPEGLibrary: @unchecked Sendable {
    // Proof for @unchecked Sendable: the table is written before `load` returns, never changed and never freed.
    private let functions: OpaquePointer

    /// The name under which the library is found on Linux.
    static let name = "libturbojpeg.so.0"
    /// How many pixels an image may have that is decoded: 400 MiB of them in color.
    static let pixelLimit = 140_000_000

    private static let loaded = Mutex<JPEGLibrary?>(nil)

    /// Loads the library once.
    ///
    /// - Throws: ``PDFError/Code/libraryUnavailable`` with the linker's words; the next call tries again.
    static func load() throws(PDFError) -> JPEGLibrary {
        try loaded.withLock { (library) throws(PDFError) in
            if let library { return library }
            let opened = try JPEGLibrary(path: name)
            library = opened
            return opened
        }
    }

    /// Loads a library by a name that the dynamic linker looks up.
    init(path: String) throws(PDFError) {
        var message = ""
        let opened = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
            unsafe buffer.initialize(repeating: 0)
            guard let base = buffer.baseAddress else { return unsafe nil as OpaquePointer? }
            let opened = unsafe cturbojpeg_open(path, base, buffer.count)
            if unsafe opened == nil { message = unsafe String(cString: base) }
            return unsafe opened
        }
        guard let opened = unsafe opened else { throw PDFError(.libraryUnavailable, message) }
        unsafe functions = opened
    }

    /// Decodes an image, gray or in color, to at least a size and at most its own.
    ///
    /// - Parameters:
    ///   - jpeg: The file.
    ///   - size: The size in pixels that the file states.
    ///   - minimum: The size in pixels that is needed; decoding to less than the whole takes less time and memory.
    ///   - isGray: Whether the colors are left out.
    /// - Returns: The pixels, of a size that the library chose.
    /// - Throws: ``PDFError/Code/malformed`` with the library's words for a damaged image;
    ///   ``PDFError/Code/limitExceeded`` for one of more than 140 million pixels.
    func decode(
        _ jpeg: [UInt8],
        _ size: (width: Int, height: Int),
        atLeast minimum: (width: Int, height: Int),
        isGray: Bool
    ) throws(PDFError) -> PixelImage {
        let (stated, least) = (try Self.size(size), try Self.size(minimum))
        let scaled = unsafe cturbojpeg_scaled(functions, stated, least)
        let (width, height) = (Int(scaled.width), Int(scaled.height))
        guard width * height <= Self.pixelLimit else {
            throw PDFError(.limitExceeded, "an image of \(width) × \(height) pixels is too large to re-encode")
        }
        let colorCount = isGray ? 1 : 3
        var pixels = [UInt8](repeating: 0, count: width * height * colorCount)
        var failure = cturbojpeg_failure()
        let room = pixels.count
        let result = unsafe jpeg.withUnsafeBufferPointer { input in
            unsafe pixels.withUnsafeMutableBufferPointer { output in
                guard let input = input.baseAddress, let output = output.baseAddress else {
                    return Int32(CTURBOJPEG_INVALID.rawValue)
                }
                return unsafe cturbojpeg_decode(
                    functions,
                    input,
                    jpeg.count,
                    stated,
                    scaled,
                    isGray,
                    output,
                    room,
                    &failure
                )
            }
        }
        try Self.check(result, failure)
        return PixelImage(width: width, height: height, colorCount: colorCount, pixels: pixels)
    }

    /// Encodes an image.
    ///
    /// - Parameters:
    ///   - image: The pixels.
    ///   - quality: 1 to 100; below 90 the color channels have a quarter of the pixels (4:2:0).
    /// - Returns: The file.
    /// - Throws: ``PDFError/Code/invalidArgument`` for a quality out of its range.
    func encode(_ image: PixelImage, quality: Int) throws(PDFError) -> [UInt8] {
        let size = try Self.size((image.width, image.height))
        var failure = cturbojpeg_failure()
        var made: UnsafeMutablePointer<UInt8>?
        var count = 0
        let result = unsafe image.pixels.withUnsafeBufferPointer { input in
            guard let base = input.baseAddress else { return Int32(CTURBOJPEG_INVALID.rawValue) }
            return unsafe cturbojpeg_encode(
                functions,
                base,
                input.count,
                size,
                image.colorCount == 1,
                Int32(clamping: quality),
                quality >= 90,
                &made,
                &count,
                &failure
            )
        }
        try Self.check(result, failure)
        guard let made = unsafe made else { throw PDFError(.invalidArgument, "an image without a result") }
        defer { unsafe cturbojpeg_free(functions, made) }
        return unsafe Array(UnsafeBufferPointer(start: made, count: count))
    }

    private static func size(_ size: (width: Int, height: Int)) throws(PDFError) -> cturbojpeg_size {
        let sides = 1...Int(CTURBOJPEG_MAXIMUM_SIDE)
        guard sides.contains(size.width), sides.contains(size.height) else {
            throw PDFError(.limitExceeded, "an image of \(size.width) × \(size.height) pixels")
        }
        return cturbojpeg_size(width: Int32(size.width), height: Int32(size.height))
    }

    private static func check(_ result: Int32, _ failure: cturbojpeg_failure) throws(PDFError) {
        switch UInt32(bitPattern: result) {
        case CTURBOJPEG_DONE.rawValue: return
        case CTURBOJPEG_INVALID.rawValue: throw PDFError(.invalidArgument, "the size or the quality of an image")
        case CTURBOJPEG_NO_MEMORY.rawValue: throw PDFError(.limitExceeded, "libturbojpeg is out of memory")
        default:
            let words = unsafe withUnsafeBytes(of: failure.message) { raw in
                unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
            }
            throw PDFError(.malformed, "a JPEG image: \(words)")
        }
    }
}
