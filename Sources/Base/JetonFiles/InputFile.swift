internal import Glibc

/// A file that is read: one that the user names, or one that was found below a directory.
///
/// Others may be able to write the directory, and between the moment at which a file is found and the one at which it
/// is read they can put a link in its place. So a found file is opened from the directory on, name by name, and no link
/// is followed; a file that the user names may be a link.
public struct InputFile: Sendable {
    /// The path; `-` is the standard input.
    public let path: String
    /// The directory below which it was found, as the user named it; nil for a file that the user named.
    public let directory: String?
    /// Makes what is told how far the file has been read, each time it is opened.
    public var progress: (@Sendable () -> any ReadingProgress)?

    /// A file that the user names, or, with a directory, one that was found there: its path begins with the directory's.
    public init(_ path: String, below directory: String? = nil) {
        self.path = path
        self.directory = directory
    }

    /// A file next to this one, found in the same way.
    package func beside(_ path: String) -> InputFile {
        var file = InputFile(path, below: directory)
        file.progress = progress
        return file
    }

    /// The directory below which the file was found, for an output that goes there too; else nil.
    package func directory(of output: String) -> String? {
        guard let directory, output.hasPrefix(directory.hasSuffix("/") ? directory : directory + "/") else {
            return nil
        }
        return directory
    }

    /// Opens the file to be read.
    ///
    /// - Returns: The descriptor, which the caller closes.
    /// - Throws: ``FileError/Code/notFound``, ``FileError/Code/readFailed``; ``FileError/Code/notUTF8``;
    ///   ``FileError/Code/exchanged`` if something else has taken its place since it was found.
    package func open() throws(FileError) -> Int32 {
        try UndecodedPath.refuse(path)
        let descriptor = unsafe directory.map(found) ?? Glibc.open(path, O_RDONLY | O_CLOEXEC)
        let reason = errno
        guard descriptor >= 0 else { throw FileError(.readFailed, "open", path, reason) }
        guard directory != nil else { return descriptor }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw FileError(
                .exchanged,
                path,
                "\(path) can't be read: it was replaced after it was found"
            )
        }
        return descriptor
    }

    /// The descriptor of a found file, or of what is in its place; -1 with errno.
    private func found(_ directory: String) -> Int32 {
        let parent = ParentDirectory(of: path, below: directory)
        guard parent.descriptor >= 0 else { return -1 }
        // A pipe or a device in its place is opened without waiting, and refused.
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        return unsafe openat(parent.descriptor, parent.name, flags)
    }
}
