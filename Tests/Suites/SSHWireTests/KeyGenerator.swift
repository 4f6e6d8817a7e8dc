import Foundation
import TestRig

/// ssh-keygen, for keys and certificates that nobody here wrote.
enum KeyGenerator {
    static func run(_ arguments: [String]) async throws {
        let output = try await ChildProcess.run(["ssh-keygen"] + arguments)
        guard output.exitStatus == 0 else { throw TestRigError("ssh-keygen: \(output.errorText)") }
    }

    static func publicBlob(
        _ type: String,
        bits: String,
        in directory: TemporaryDirectory,
        name: String = "key"
    ) async throws -> [UInt8] {
        try await run(["-q", "-t", type, "-b", bits, "-N", "", "-C", "", "-f", directory.path(name)])
        return try blob(inFile: directory.path("\(name).pub"))
    }

    static func blob(inFile path: String) throws -> [UInt8] {
        let words = try String(contentsOfFile: path, encoding: .utf8).split(separator: " ")
        guard words.count > 1, let data = Data(base64Encoded: String(words[1]).trimmingCharacters(in: .newlines)) else {
            throw TestRigError("\(path) has no key")
        }
        return Array(data)
    }
}
