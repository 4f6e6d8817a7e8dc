internal import Glibc
public import JetonASN1

/// A file, or the standard input by the name `-`, as a source of octets.
public struct FileSource: ByteSource, ~Copyable {
    private let descriptor: Int32
    private let ownsDescriptor: Bool
    /// The path as given.
    public let path: String
    /// The size in bytes, if it is a regular file.
    public let size: UInt64?
    private let progress: (any ReadingProgress)?
    private var count: UInt64 = 0

    /// Opens a file to be read once.
    ///
    /// - Parameter file: The file; the path `-` is the standard input.
    /// - Throws: As ``InputFile/open()``; ``FileError/Code/readFailed`` for a directory.
    public init(_ file: InputFile) throws(FileError) {
        let isStandardInput = file.path == "-"
        try self.init(file.path, isStandardInput ? 0 : file.open(), isStandardInput, file.progress?())
    }

    private init(
        _ path: String,
        _ descriptor: Int32,
        _ isStandardInput: Bool,
        _ progress: (any ReadingProgress)?
    ) throws(FileError) {
        var status = stat()
        let isKnown = unsafe !isStandardInput && fstat(descriptor, &status) == 0
        self.path = path
        self.progress = progress
        self.descriptor = descriptor
        ownsDescriptor = !isStandardInput
        size = isKnown && status.st_mode & S_IFMT == S_IFREG ? UInt64(max(0, status.st_size)) : nil
        guard !isKnown || status.st_mode & S_IFMT != S_IFDIR else {
            throw FileError(.readFailed, path, "\(path) can't be read: it is a directory")
        }
        // The kernel reads ahead further, and memory stays small.
        if !isStandardInput { _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL) }
    }

    deinit {
        progress?.end()
        if ownsDescriptor, descriptor >= 0 { close(descriptor) }
    }

    /// Reads bytes by read(2).
    ///
    /// - Throws: ``FileError/Code/readFailed``.
    public mutating func read(into buffer: inout MutableSpan<UInt8>) throws(FileError) -> Int {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError(.readFailed, "read", path, errno) }
            self.count += UInt64(count)
            if count == 0 { progress?.end() } else { progress?.read(self.count, of: size, path: path) }
            return count
        }
    }

    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - limit: How many bytes it may have.
    /// - Returns: The bytes.
    /// - Throws: As ``init(_:)``; ``FileError/Code/tooLarge``.
    public static func contents(of file: InputFile, limit: Int) throws(FileError) -> [UInt8] {
        var source = try FileSource(file)
        return try source.contents(limit: limit)
    }

    /// Reads the first bytes that are left of the file, at most `count`.
    ///
    /// - Throws: ``FileError/Code/readFailed``.
    package mutating func beginning(_ count: Int) throws(FileError) -> [UInt8] {
        var contents = [UInt8](repeating: 0, count: count)
        var span = contents.mutableSpan
        var filled = 0
        while filled < count {
            var rest = span._mutatingExtracting(filled..<count)
            let added = try read(into: &rest)
            if added == 0 { break }
            filled += added
        }
        return Array(contents.prefix(filled))
    }

    /// Reads the rest of the file, at most `limit` bytes.
    ///
    /// - Throws: ``FileError/Code/readFailed``, ``FileError/Code/tooLarge``.
    public mutating func contents(limit: Int) throws(FileError) -> [UInt8] {
        var contents: [UInt8] = []
        // One byte more than the file has, so that its end shows.
        let room = size.map { Int(min($0, 65_535)) + 1 } ?? 65_536
        var buffer = [UInt8](repeating: 0, count: room)
        while true {
            var span = buffer.mutableSpan
            let count = try read(into: &span)
            if count == 0 { return contents }
            contents += buffer[..<count]
            guard contents.count <= limit else {
                throw FileError(.tooLarge, path, "\(path) is larger than \(limit) bytes")
            }
        }
    }
}
