internal import Glibc
public import JetonOctets

/// Why a file could not be read or written.
///
/// Equality and hash look at the code only, so that a test can name the kind of failure.
public struct FileError: CodedError {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, in words.
        public let rawValue: String

        /// Makes a kind of failure from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file does not exist.
        public static let notFound = Code(rawValue: "not found")
        /// A call of the system failed while a file was opened or read.
        public static let readFailed = Code(rawValue: "reading failed")
        /// A call of the system failed while a file was made, written or given its name.
        public static let writeFailed = Code(rawValue: "writing failed")
        /// A file of an output's name exists, and it may not be replaced.
        public static let exists = Code(rawValue: "exists")
        /// A directory, a device or a pipe has the name of an output.
        public static let notRegular = Code(rawValue: "not a regular file")
        /// What was found below a directory is not there any more, and something else has its name.
        public static let exchanged = Code(rawValue: "exchanged")
        /// A name that is not UTF-8; see ``UndecodedPath``.
        public static let notUTF8 = Code(rawValue: "name is not UTF-8")
        /// More bytes than the caller accepts.
        public static let tooLarge = Code(rawValue: "too large")
        /// A file for its owner alone, which others can read or write.
        public static let openToOthers = Code(rawValue: "open to others")
    }

    /// The kind of failure.
    public let code: Code
    /// The name of the call that failed; empty if none did.
    public let function: String
    /// The file, as the caller named it.
    public let path: String
    /// What is wrong, with the path in it: one clause.
    public let context: String
    /// The number of the system's error; 0 if no call failed.
    public let number: Int32

    /// Makes an error that no call of the system reported.
    package init(_ code: Code, _ path: String, _ context: String) {
        self.code = code
        self.path = path
        self.context = context
        function = ""
        number = 0
    }

    /// Makes an error of a call of the system.
    ///
    /// - Parameters:
    ///   - code: ``Code/readFailed`` or ``Code/writeFailed``; a missing file that is read is ``Code/notFound``.
    ///   - function: The call.
    ///   - path: The file.
    ///   - number: The number of the error.
    package init(_ code: Code, _ function: String, _ path: String, _ number: Int32) {
        self.code = code == .readFailed && number == ENOENT ? .notFound : code
        self.function = function
        self.path = path
        self.number = number
        context = "\(path) can't be \(code == .writeFailed ? "written" : "read"): \(SystemMessage.text(number))"
    }

    /// Whether the next file would meet it too: the disk is full, read-only or broken.
    public var isLasting: Bool { code == .writeFailed && [ENOSPC, EDQUOT, EROFS, EIO].contains(number) }

    /// One sentence for people.
    public var description: String { context }
}
