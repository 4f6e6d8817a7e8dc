internal import JetonFiles

/// A file that is read by its descriptor, so that one that is cut meanwhile is an error and no signal.
public final class PDFFile: PDFSource {
    private let file: PositionedFile

    /// The size when the file was opened.
    public var size: UInt64 { file.size }

    /// Takes over a descriptor, which is closed with this object.
    ///
    /// - Throws: ``PDFError/Code/inputFailed`` if it is not one of a regular file; the descriptor is closed then, too.
    public init(takingOver descriptor: Int32) throws(PDFError) {
        do throws(FileError) { file = try PositionedFile(takingOver: descriptor) } catch {
            throw PDFError(.inputFailed, error.context)
        }
    }

    /// Reads bytes by pread(2).
    public func read(at offset: UInt64, count: Int) throws(PDFError) -> [UInt8] {
        do throws(FileError) { return try file.read(at: offset, count: count) } catch {
            throw PDFError(.inputFailed, at: offset, error.context)
        }
    }

    /// Reads bytes by pread(2) into memory of the caller's.
    public func read(
        at offset: UInt64,
        into buffer: inout MutableSpan<UInt8>,
        limit: Int
    ) throws(PDFError) -> Int {
        do throws(FileError) { return try file.read(at: offset, into: &buffer, limit: limit) } catch {
            throw PDFError(.inputFailed, at: offset, error.context)
        }
    }
}
