import Foundation

/// A directory of one test's own in which the openssl command runs; removed with the value.
final class OpenSSL: Sendable {
    struct Outcome {
        let status: Int32
        let output: [UInt8]
        let errors: String

        var text: String { String(decoding: output, as: UTF8.self) }
    }

    struct Failure: Error, CustomStringConvertible {
        let arguments: [String]
        let outcome: Outcome

        var description: String { "openssl \(arguments.joined(separator: " ")): \(outcome.status): \(outcome.errors)" }
    }

    let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "jeton-signing-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// Writes a file into the directory and returns its name.
    @discardableResult
    func write(_ octets: [UInt8], _ name: String) throws -> String {
        try Data(octets).write(to: directory.appending(path: name))
        return name
    }

    @discardableResult
    func write(_ text: String, _ name: String) throws -> String { try write(Array(text.utf8), name) }

    func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: directory.appending(path: name)))
    }

    /// Reads a file of the machine.
    func readFile(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

    /// Runs openssl in the directory, whatever it answers.
    func attempt(_ arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = arguments
        process.currentDirectoryURL = directory
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        // Files instead of pipes, so that no amount of output can block the child.
        let name = UUID().uuidString
        let (out, err) = (directory.appending(path: name + ".out"), directory.appending(path: name + ".err"))
        for file in [out, err] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: out)
        process.standardError = try FileHandle(forWritingTo: err)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus,
            output: Array(try Data(contentsOf: out)),
            errors: String(decoding: try Data(contentsOf: err), as: UTF8.self)
        )
    }

    /// Runs openssl in the directory; anything but exit 0 is an error.
    @discardableResult
    func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Outcome {
        let outcome = try attempt(arguments, environment: environment)
        guard outcome.status == 0 else { throw Failure(arguments: arguments, outcome: outcome) }
        return outcome
    }
}
