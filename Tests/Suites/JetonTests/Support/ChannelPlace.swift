import Foundation
import SecureChannel
import TestRig
import Testing

@testable import VirtualCard

/// A place with virtual cards that are used through their secure channels only, and programs in C on the provider.
struct ChannelPlace {
    /// How programs reach the cards.
    enum Reach: String, CaseIterable {
        /// The card is part of each program.
        case inProcess
        /// In readers of a real pcscd, which are named as Rutoken's tokens name theirs.
        case pcscd
    }

    /// A card.
    struct Card {
        /// Its name in `jeton virtual`.
        let name: String
        /// Its serial number in decimal.
        let serial: String
        /// Its activation passwords.
        let passwords: [String]
        /// The name of its slot.
        let reader: String

        /// What it is called when it is paired: the serial number in hexadecimal.
        var media: String {
            let digits = String(UInt32(serial) ?? 0, radix: 16)
            return "jeton_" + String(repeating: "0", count: 8 - digits.count) + digits
        }
    }

    let workplace: Workplace
    let cards: [Card]
    /// The programs that hold the cards in readers; they end with the place.
    private let servers: [ChildProcess]
    /// The first card's activation passwords.
    var passwords: [String] { cards[0].passwords }

    /// Makes cards without a pairing; there is no keystore yet.
    ///
    /// `modules` are those that are used: Jeton's own if nil, what is installed if empty. With `logsCommands`, pcscd
    /// logs every command to a card.
    init(
        _ suite: String = "modern",
        _ reach: Reach = .inProcess,
        cards names: [String] = ["alpha"],
        modules: [String]? = nil,
        logsCommands: Bool = false
    ) async throws {
        let modules = try modules ?? [try BuildProducts.path("libjeton-pkcs11.so")]
        let place = try Workplace(modules: modules, environment: ["TSS2_LOG": "all+none"])
        var cards: [Card] = []
        for name in names {
            let words = ["virtual", "create", name, "--channel", suite, "--print-passwords", "--json"]
            let made = try await place.jeton(words).exits(0).json()
            let serial = try #require(made["serial"].text)
            let passwords = made["passwords"].list.compactMap(\.text)
            try #require(passwords.count == 6)
            let reader =
                reach == .pcscd ? "Aktiv Rutoken ECP BT \(serial) 00 00" : "Jeton virtual card \(name) \(serial)"
            cards.append(Card(name: name, serial: serial, passwords: passwords, reader: reader))
        }
        self.cards = cards
        guard reach == .pcscd else {
            workplace = place
            servers = []
            return
        }
        let readers = cards.enumerated().map { index, card in
            PrivatePCSCD.Reader(String(card.reader.dropLast(6)), port: 35_963 + 2 * UInt16(index))
        }
        let inside = Workplace(place, inside: try await PrivatePCSCD(readers: readers, logsCommands: logsCommands))
        workplace = inside
        servers = try zip(cards, readers).map { card, reader in
            try inside.start(["virtual", "serve", card.name, "--port", "\(reader.port)"])
        }
        try await expectCards()
    }

    /// Waits until every card is seen.
    private func expectCards() async throws {
        var present: [String] = []
        for _ in 0..<400 {
            let list = try await workplace.jeton("list", "--json").exits(0).json()
            present = list["readers"].list.filter { $0["flags"].texts.contains("present") }.compactMap(\.["name"].text)
            if Set(present).isSuperset(of: cards.map(\.reader)) { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw TestRigError("pcscd shows cards in \(present) only: \(workplace.pcscd?.log ?? "")")
    }

    /// A C program of a developer's, under a name of its own.
    func program(_ name: String) async throws -> ChannelProgram {
        ChannelProgram(try await DemoProgram(named: name, in: workplace, copying: "provider-probe"), in: workplace)
    }

    /// Pairs by `jeton pair`, with one of the passwords.
    func pair(_ number: Int = 0, _ more: String..., card: Int = 0) async throws -> Answer {
        let name = "password-\(card)-\(number)"
        try workplace.secret(cards[card].passwords[number], name)
        try makeReady(card: card)
        return try await workplace.jeton(["pair", cards[card].reader, "--password-source", "file:" + name] + more)
    }

    /// What `jeton list` tells of a card.
    func listed(card: Int = 0) async throws -> JSONNode {
        let list = try await workplace.jeton("list", "--json").exits(0).json()
        return try #require(list["readers"].list.first { $0["name"].text == cards[card].reader })
    }

    /// Where a card's image is.
    func path(of card: Card) -> String { workplace.directory.path("data/cards/\(card.name).card") }

    /// Changes what the first card remembers of its channel, as the passing of time and other programs do.
    func change(_ body: (inout CardRecords) -> Void) throws {
        let store = ImageStore(path(of: cards[0]))
        var contents = try #require(try store.begin())
        defer { store.end() }
        var records = try #require(contents.channel)
        body(&records)
        contents.channel = records
        try store.save(contents)
    }

    /// The states of the first card's password slots.
    func slots() async throws -> [String] {
        try await workplace.jeton("virtual", "show", cards[0].name, "--json").json()["channel"]["slots"].texts
    }

    /// Puts a card into pairing mode, which lasts a minute: on a busy machine a test may take longer.
    func makeReady(card: Int = 0) throws { try SoftwareCard(at: path(of: cards[card])).beginPairingMode() }

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
        try SoftwareCard(at: data + "/cards/alpha.card").beginPairingMode()
        return try await run(["pair", password], environment)
    }

    /// Signs through the channel; how many signatures came of it.
    func sign(_ count: Int, pin: String) async throws -> Int? {
        let result = try await run(["channel", pin, "\(count)"])
        return result.lines.first { $0.hasPrefix("signed: ") }.flatMap { Int($0.dropFirst(8)) }
    }

    /// Runs the program with these words.
    func run(_ words: [String], _ environment: [String: String] = [:]) async throws -> Result {
        let module = try BuildProducts.path("libjeton-pkcs11.so")
        let output = try await ChildProcess.run(
            place.command([demo.path, module] + words),
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
    /// Sets up a card by `jeton`, with a P-256 key.
    func prepareKey(card: Int = 0) async throws {
        let card = cards[card]
        try workplace.secret("12345678", "factory-puk")
        try await workplace.jeton(
            ["token", "init", "--reader", card.reader, "--label", card.name, "--yes"]
                + ["--so-pin-source", "file:factory-puk", "--pin-source", "file:pin"]
        ).exits(0)
        try await workplace.jeton(
            ["key", "generate", "--token", card.name, "--type", "ec:p256", "--label", "k", "--pin-source", "file:pin"]
        ).exits(0)
    }
}
