internal import JetonFiles

/// An archive in a file, which is read by its descriptor, so that a file that is cut meanwhile is an error and no signal.
public final class ZIPFile: ZIPSource {
    private let file: PositionedFile

    /// The size when the file was opened.
    public var size: UInt64 { file.size }

    /// Takes over a descriptor, which is closed with this object.
    ///
    /// - Throws: ``ContainerError/Code/invalidArgument`` if it is not one of a regular file; the descriptor is closed then,
    ///   too.
    public init(takingOver descriptor: Int32) throws(ContainerError) {
        do throws(FileError) { file = try PositionedFile(takingOver: descriptor) } catch {
            throw ContainerError(.invalidArgument, "a container must be a regular file")
        }
    }

    /// Reads bytes by pread(2).
    public func read(at offset: UInt64, count: Int) throws(ContainerError) -> [UInt8] {
        do throws(FileError) { return try file.read(at: offset, count: count) } catch {
            throw ContainerError(.malformed, "the container can't be read, or became shorter while it was being read")
        }
    }
}
