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
}
