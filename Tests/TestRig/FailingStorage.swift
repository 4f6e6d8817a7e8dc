import Foundation
public import Testing

/// A disk that fails below programs that are started with ``environment(_:below:log:)``.
///
/// A library takes the place of the C library's calls that change files. Needs `cc`.
public struct FailingStorage: Sendable {
    /// A call that changes files.
    public enum Call: String, CaseIterable, Sendable {
        /// Opening a file to write.
        case open
        /// Writing; with `ENOSPC` half of the octets are written first.
        case write
        /// fsync of a file.
        case synchronizeFile = "fsync"
        case rename
        /// fsync of a directory.
        case synchronizeDirectory = "dirsync"
        /// Opening a file to write, by its directory.
        case openAt = "openat"
        /// Renaming by directories.
        case renameAt = "renameat"
        /// Giving a file another name, by directories.
        case linkAt = "linkat"
    }

    /// Which calls fail, and how.
    public struct Fault: Sendable, CustomTestStringConvertible {
        /// The call that fails.
        public let call: Call
        /// The first that fails, and the last, counted from 1 for each program.
        public let numbers: ClosedRange<Int>
        /// What it fails with.
        public let systemError: Int32

        /// Describes a fault; calls that are not in the range do what they do.
        public init(_ call: Call, _ numbers: ClosedRange<Int>, _ systemError: Int32) {
            self.call = call
            self.numbers = numbers
            self.systemError = systemError
        }

        /// What stands in the name of a test case.
        public var testDescription: String { "\(call.rawValue) \(numbers) errno \(systemError)" }
    }

    private let directory: TemporaryDirectory
    private var library: String { directory.path("failing-storage.so") }

    /// Compiles the library.
    public init() async throws {
        directory = try TemporaryDirectory()
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("failing-storage.c").path
        let output = try await ChildProcess.run([
            "cc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library, source,
        ])
        guard output.exitStatus == 0 else { throw TestRigError(output.errorText) }
    }

    /// Variables for a program.
    ///
    /// - Parameters:
    ///   - fault: What fails; nil if nothing does.
    ///   - place: The directory below which it does.
    ///   - log: A file that gets the name of each call below the directory, and of `mlock`, a line each.
    /// - Returns: The variables that the program needs beside its own.
    public func environment(_ fault: Fault?, below place: String, log: String? = nil) -> [String: String] {
        var variables = ["LD_PRELOAD": library, "JETON_STORAGE_PLACE": place]
        if let fault {
            variables["JETON_STORAGE_FAULT"] =
                "\(fault.call.rawValue) \(fault.numbers.lowerBound) \(fault.numbers.upperBound) \(fault.systemError)"
        }
        if let log { variables["JETON_STORAGE_LOG"] = log }
        return variables
    }
}
