import Foundation
import JetonKeystore
import JetonOctets
import SecureChannel
import TestRig
import VirtualCard

/// The provider over virtual cards in a folder of their own, for other people's programs.
struct Provider {
    static let pin = "234567"
    static let securityOfficerPIN = "87654321"

    let folder: TemporaryDirectory
    let module: String

    /// Makes cards, and initializes each with its name as the label and the user PIN set.
    init(_ names: [String] = ["alpha"]) async throws {
        folder = try TemporaryDirectory()
        module = try BuildProducts.path("libjeton-pkcs11.so")
        for name in names { _ = try SoftwareCard.create(at: folder.path("\(name).card")) }
        for (index, name) in names.sorted().enumerated() {
            let slot = ["--slot-index", "\(index)", "--so-pin", Self.securityOfficerPIN]
            try await succeed(tool(["--init-token", "--label", name] + slot))
            try await succeed(
                tool(["--init-pin", "--login", "--login-type", "so", "--pin", Self.pin] + slot)
            )
        }
    }

    /// A card as it comes from the factory, which is used through its secure channel only.
    ///
    /// - Returns: The provider, and the card's activation passwords as they are printed.
    static func withChannel(_ suite: ChannelSuite) async throws -> (Provider, passwords: [String]) {
        let provider = try await Provider([])
        var printed: [String] = []
        _ = try SoftwareCard.create(
            at: provider.folder.path("alpha.card"),
            VirtualCardOptions(serialNumber: 0x0A0B_0C0D, channel: suite)
        ) { _, password in
            printed.append(
                password.withBytes { octets in String(decoding: octets.indices.map { octets[$0] }, as: UTF8.self) }
            )
        }
        // A program that pairs by C calls has no option for the user's consent.
        if suite == .legacy {
            try ActivationPasswordNotes(dataDirectory: provider.folder.path("data")).setAllowsLegacy(true, "0a0b0c0d")
        }
        return (provider, printed)
    }

    /// The environment in which programs see the cards.
    var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging(
            ["JETON_PROVIDER_CARDS": folder.path, "JETON_DATA": folder.path("data")]
        ) { $1 }
    }

    /// The words of a command of pkcs11-tool.
    func tool(_ words: [String]) -> [String] { ["pkcs11-tool", "--module", module] + words }

    /// The words of one with the user's login.
    func loggedIn(_ words: [String]) -> [String] { tool(["--login", "--pin", Self.pin] + words) }

    /// Runs a program.
    func run(
        _ arguments: [String],
        input: [UInt8] = [],
        deadline: Duration = .seconds(120)
    ) async throws -> ChildProcess.Output {
        try await ChildProcess.run(
            arguments,
            environment: environment,
            input: input,
            workingDirectory: folder.path,
            deadline: deadline
        )
    }

    /// Runs a program that must succeed, and gives what it says on both outputs.
    @discardableResult
    func succeed(_ arguments: [String], deadline: Duration = .seconds(120)) async throws -> String {
        let output = try await run(arguments, deadline: deadline)
        guard output.exitStatus == 0 else {
            throw TestRigError("\(arguments.joined(separator: " ")): \(output.text)\(output.errorText)")
        }
        return output.text + output.errorText
    }

    /// Makes a key pair.
    func makeKey(_ type: String, identifier: String, _ more: [String] = []) async throws {
        try await succeed(
            loggedIn(["--keypairgen", "--key-type", type, "--id", identifier, "--label", "key \(identifier)"] + more)
        )
    }

    /// Runs a scenario of the probe and gives what it says.
    func probe(_ words: [String], deadline: Duration = .seconds(120)) async throws -> String {
        let output = try await run([try BuildProducts.path("provider-probe"), module] + words, deadline: deadline)
        return output.text
            + (output.exitStatus == 0 ? "" : "ended with \(output.exitStatus ?? -1): \(output.errorText)")
    }
}
