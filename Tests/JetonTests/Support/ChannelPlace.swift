import Foundation
import TestRig
import Testing
import VirtualCard

/// A place with a virtual card that is used through its secure channel only, and programs in C on the provider.
struct ChannelPlace {
    let workplace: Workplace
    /// The card's activation passwords.
    let passwords: [String]

    /// Makes a card that nobody is paired with; there is no keystore yet.
    init(_ suite: String = "modern") async throws {
        workplace = try Workplace(modules: [try BuildProducts.path("libjeton-pkcs11.so")])
        let words = ["virtual", "create", "alpha", "--channel", suite, "--print-passwords", "--json"]
        passwords = try await workplace.jeton(words).exits(0).json()["passwords"].list.compactMap(\.text)
        try #require(passwords.count == 6)
    }

    /// A C program of a developer's, under a name of its own.
    func program(_ name: String) async throws -> ChannelProgram {
        ChannelProgram(try await DemoProgram(named: name, in: workplace, copying: "provider-probe"), in: workplace)
    }

    /// Pairs by `jeton pair`, with one of the passwords.
    func pair(_ number: Int = 0, _ more: String...) async throws -> Answer {
        try workplace.secret(passwords[number], "password")
        try makeReady()
        return try await workplace.jeton(["pair", "jeton-alpha", "--password-source", "file:password"] + more)
    }

    /// Puts the card into pairing mode, which lasts a minute: on a busy machine a test may take longer.
    func makeReady() throws {
        try VirtualCard(at: workplace.directory.path("data/cards/alpha.card")).beginPairingMode()
    }

    /// The items of the keystore that are keys of channels, as JSON.
    func keys() async throws -> [JSONNode] {
        try await workplace.jeton("keystore", "list", "--service", "rutoken.channel", "--json").json()["items"].list
    }

    /// The token's media by the index of pairings.
    func media() async throws -> String {
        let list = try await workplace.jeton("pairings", "list", "--json").json()
        return try #require(list["pairings"][0]["media"].text)
    }
}

/// A C program on the provider.
struct ChannelProgram {
    let demo: DemoProgram
    private let place: Workplace

    init(_ demo: DemoProgram, in place: Workplace) {
        self.demo = demo
        self.place = place
    }

    /// Claims groups in the resource, and signs the program for the same.
    func share(_ groups: [String], team: String = DemoProgram.team) async throws {
        try demo.claim(DemoProgram.resource(groups, team: team))
        try await demo.sign(groups, team: team)
    }

    /// What C_OpenSession, and before it C_EX_SetActivationPassword if a password is given, answered.
    struct Result: CustomStringConvertible {
        /// Whether a signal ended the program.
        let wasKilled: Bool
        let lines: [String]
        let description: String

        func number(_ function: String) -> UInt? {
            lines.first { $0.hasPrefix(function + ": ") }.flatMap { line in
                let text = line.dropFirst(function.count + 2)
                return UInt(text.hasPrefix("0x") ? text.dropFirst(2) : text, radix: 16)
            }
        }

        /// What C_OpenSession answered.
        var session: UInt? { number("C_OpenSession") }
        /// What C_EX_SetActivationPassword answered.
        var pairing: UInt? { number("C_EX_SetActivationPassword") }
        /// The status that the module tells.
        var status: Int? { text("status").flatMap { Int($0) } }
        /// The module's words.
        var words: String? { text("text") }
        /// The module's advice.
        var hint: String? { text("hint") }

        private func text(_ name: String) -> String? {
            lines.first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
        }
    }

    /// Opens a session.
    func open(_ environment: [String: String] = [:]) async throws -> Result { try await run(["open"], environment) }

    /// Pairs, and opens a session.
    func pair(_ password: String, _ environment: [String: String] = [:]) async throws -> Result {
        let data = environment["JETON_DATA"] ?? place.directory.path("data")
        try VirtualCard(at: data + "/cards/alpha.card").beginPairingMode()
        return try await run(["pair", password], environment)
    }

    /// Signs through the channel; how many signatures came of it.
    func sign(_ count: Int, pin: String) async throws -> Int? {
        let result = try await run(["channel", pin, "\(count)"])
        return result.lines.first { $0.hasPrefix("signed: ") }.flatMap { Int($0.dropFirst(8)) }
    }

    private func run(_ words: [String], _ environment: [String: String] = [:]) async throws -> Result {
        let module = try BuildProducts.path("libjeton-pkcs11.so")
        let output = try await ChildProcess.run(
            [demo.path, module] + words,
            environment: place.variables(environment),
            workingDirectory: place.directory.path,
            deadline: .seconds(120)
        )
        return Result(
            wasKilled: output.exitStatus == nil,
            lines: output.text.split(separator: "\n").map(String.init),
            description: output.text + output.errorText
        )
    }
}

extension ChannelPlace {
    /// Sets up the card by `jeton`, with a P-256 key.
    func prepareKey() async throws {
        try workplace.secret("12345678", "factory-puk")
        try await workplace.jeton(
            ["token", "init", "--reader", "Jeton virtual card alpha", "--label", "alpha", "--yes"]
                + ["--so-pin-source", "file:factory-puk", "--pin-source", "file:pin"]
        ).exits(0)
        try await workplace.jeton(
            ["key", "generate", "--token", "alpha", "--type", "ec:p256", "--label", "k", "--pin-source", "file:pin"]
        ).exits(0)
    }
}
