import TestRig
import Testing

/// OpenSSL's GOST engine, by way of the openssl command.
enum Engine {
    /// What a command writes; arguments name the engine.
    static func run(_ arguments: [String], input: [UInt8] = []) async throws -> [UInt8] {
        let output = try await ChildProcess.run(["openssl"] + arguments, input: input)
        try #require(output.ending == .exited(0), "\(String(decoding: output.standardError, as: UTF8.self))")
        return output.standardOutput
    }
}
