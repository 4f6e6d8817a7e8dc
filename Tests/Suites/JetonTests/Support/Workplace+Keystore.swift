import Foundation
import TestRig
import Testing

extension Workplace {
    /// The passphrase of keystores here.
    static let passphrase = "correct horse battery"
    /// The option that opens the keystore by its key file.
    static let keyFileOption = ["--key-file", "key"]

    /// A place with a keystore that the key file `key` opens; that is quicker than a passphrase.
    static func withKeystore() async throws -> Workplace {
        let place = try Workplace(modules: [])
        try await place.jeton("keystore", "init", "--new-key-file", "key").exits(0)
        return place
    }

    /// Runs `jeton keystore` with the key file.
    func keystore(_ arguments: String..., input: [UInt8] = []) async throws -> Answer {
        try await jeton(["keystore"] + arguments + Self.keyFileOption, input: input)
    }

    /// Adds an item whose secret is the text.
    func keep(_ secret: String, _ arguments: String...) async throws {
        try self.secret(secret, "secret-of-item")
        let words = ["keystore", "add"] + arguments + ["--secret-source", "file:secret-of-item"] + Self.keyFileOption
        let answer = try await jeton(words)
        try #require(answer.code == 0, "\(answer.testDescription)")
    }

    /// Makes a shell script that stands for another program.
    func script(_ name: String, _ lines: String) throws {
        try directory.write("#!/bin/sh\n\(lines)\n", to: name, mode: 0o755)
    }

    /// Waits until something holds, for at most a minute.
    func await(_ condition: () -> Bool) async throws {
        for _ in 0..<6_000 {
            if condition() { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw TestRigError("what was waited for did not come")
    }
}
