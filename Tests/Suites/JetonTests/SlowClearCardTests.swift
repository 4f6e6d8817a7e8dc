import Foundation
import TestRig
import Testing
import VirtualCard

/// The attack on the wire: a paired token in a reader of a real pcscd, and another card in its place.
@Suite("A paired token's place in a reader of pcscd", .timeLimit(.minutes(10)))
struct SlowClearCardTests {
    private static let reader = "Virtual PCD 00 00"

    /// A workplace with a pcscd that logs every command.
    private struct Place {
        let workplace: Workplace
        let pcscd: PrivatePCSCD

        init() async throws {
            pcscd = try await PrivatePCSCD(readers: [PrivatePCSCD.Reader("Virtual PCD")], logsCommands: true)
            workplace = Workplace(
                try Workplace(modules: [try BuildProducts.path("libjeton-pkcs11.so")]),
                inside: pcscd
            )
            try workplace.secret("12345678", "factory-puk")
            try workplace.directory.write("a contract", to: "contract")
        }

        /// Where the cards are that are served: they must be seen in the reader only.
        var cards: [String: String] { ["JETON_PROVIDER_CARDS": workplace.directory.path("wire")] }

        /// Makes a card without a channel.
        func plainCard(_ name: String, _ serialNumber: UInt32) throws {
            _ = try SoftwareCard.create(
                at: workplace.directory.path("wire/\(name).card"),
                VirtualCardOptions(serialNumber: serialNumber)
            )
        }

        /// Serves a card into the reader while a closure runs, and waits until pcscd knows that it is gone: else the
        /// next card would be taken for present while pcscd still shows this one.
        func serving(_ name: String, _ body: () async throws -> Void) async throws {
            let server = try workplace.start(["virtual", "serve", name], environment: cards)
            try await waitForCard(present: true)
            try await body()
            server.signal(SIGTERM)
            _ = try await server.finish()
            try await waitForCard(present: false)
        }

        private func waitForCard(present: Bool) async throws {
            for _ in 0..<400 {
                let readers = try await workplace.jeton("list", "--json").exits(0).json()["readers"].list
                let seen = readers.contains { $0["name"].text == reader && $0["flags"].texts.contains("present") }
                if seen == present { return }
                try await Task.sleep(for: .milliseconds(50))
            }
            try #require(Bool(false), "pcscd shows a card: \(!present); its log ends: \(pcscd.log.suffix(2000))")
        }

        func sign(_ key: String, _ out: String) async throws -> Answer {
            let words = ["sign", "contract", "--format", "raw", "--key", key, "--out", out]
            return try await workplace.jeton(words + Workplace.pinOption)
        }

        /// Sets up the card in the reader, with a key.
        func prepare(_ label: String, data: String) async throws {
            let environment = ["JETON_DATA": workplace.directory.path(data)]
            try await workplace.jeton(
                ["token", "init", "--reader", reader, "--label", label, "--yes"]
                    + ["--so-pin-source", "file:factory-puk"] + Workplace.pinOption,
                environment: environment
            ).exits(0)
            try await workplace.jeton(
                ["key", "generate", "--token", label, "--type", "ec:p256", "--label", "k"] + Workplace.pinOption,
                environment: environment
            ).exits(0)
        }

        /// Commands outside of secure messaging with a PIN or PUK in them, since a place in the log.
        func pinsInClear(after length: Int) -> [Substring] {
            pcscd.log.utf8.dropFirst(length).split(separator: 10).map(Substring.init).filter { line in
                guard let range = line.range(of: "APDU: ") else { return false }
                let octets = line[range.upperBound...].split(separator: " ")
                return octets.count > 5 && octets[0] == "00" && ["20", "24", "2C"].contains(octets[1])
            }
        }
    }

    @Test(
        "Not one PIN goes in clear to a card with the token's serial number or label; another card gets it, with a note"
    )
    func attack() async throws {
        let place = try await Place()
        let jeton = place.workplace
        let words = ["virtual", "create", "anna", "--channel", "modern", "--print-passwords", "--json"]
        let made = try await jeton.jeton(words, environment: place.cards).exits(0).json()
        let serial = try #require(made["serial"].text.flatMap { UInt32($0) })
        try jeton.secret(try #require(made["passwords"].texts.first), "password")
        let anna = "pkcs11:token=anna;object=k;type=private"
        let program = try await ChannelProgram(
            DemoProgram(named: "program", in: jeton, copying: "provider-probe"),
            in: jeton
        )
        try await place.serving("anna") {
            let path = jeton.directory.path("wire/anna.card")
            try SoftwareCard(at: path).beginPairingMode()
            try await jeton.jeton("pair", "--reader", Self.reader, "--password-source", "file:password").exits(0)
            try await place.prepare("anna", data: "data")
            try await place.sign(anna, "first.sig").exits(0)
        }
        #expect(place.pinsInClear(after: 0).isEmpty, "the token's own PINs are in its channel")
        for (name, label, number) in [("one", "anna", serial), ("two", "bob", serial), ("three", "anna", serial ^ 1)] {
            try place.plainCard(name, number)
            try await place.serving(name) {
                try await place.prepare(label, data: "attacker")
                let before = place.pcscd.log.utf8.count
                let reason = "the \(number == serial ? "serial number" : "label") of paired token 'anna'"
                if label == "anna" {
                    try await place.sign(anna, "\(name).sig").exits(5).says(reason, "no secure channel")
                }
                for words in [["key", "list"], ["pin", "change"], ["token", "init", "--label", "x", "--yes"]] {
                    let sources = words[0] == "token" ? ["--so-pin-source", "file:factory-puk"] : Workplace.pinOption
                    try await jeton.jeton(words + ["--reader", Self.reader] + sources).exits(5).says(reason)
                }
                let opened = try await program.open()
                #expect(opened.session == 0x1B && opened.status == 0x9844, "\(opened)")
                #expect(jeton.contents("\(name).sig") == nil)
                #expect(place.pinsInClear(after: before).isEmpty)
                #expect(place.pcscd.log.utf8.count > before, "the log goes on")
            }
        }
        try place.plainCard("four", serial ^ 3)
        try await place.serving("four") {
            try await place.prepare("bob", data: "attacker")
            let before = place.pcscd.log.utf8.count
            try await place.sign("pkcs11:token=bob;object=k;type=private", "bob.sig").exits(0)
                .says("in clear; paired token 'anna' was last seen in this reader")
            #expect(!place.pinsInClear(after: before).isEmpty, "the log has what goes in clear")
            try await policy(jeton)
        }
        try await place.serving("anna") {
            try await place.sign(anna, "last.sig").exits(0)
        }
    }

    /// Another card in the token's reader: what the prompt says, and what the policy of the pairing does.
    private func policy(_ jeton: Workplace) async throws {
        let note = "in clear; paired token 'anna' was last seen in this reader"
        let list = ["key", "list", "--token", "bob"]
        try await jeton.jeton("token", "show", "bob").exits(0).prints("channel:       \(note)")
        try await jeton.jeton(list + ["--require-channel"] + Workplace.pinOption).exits(8).says("no secure channel")
        try await jeton.jeton("pairings", "policy", "anna", "--require-channel").exits(0)
            .prints("require channel:  yes")
        try await jeton.jeton(list + Workplace.pinOption).exits(5)
            .says("the reader of paired token 'anna' allows no card without a secure channel", "--no-require-channel")
        try await jeton.jeton("pairings", "show", "anna").exits(0).prints("no card is used in clear there")
        try await jeton.jeton("pairings", "policy", "anna", "--no-require-channel").exits(0)
            .prints("require channel:  no")
        try await jeton.jeton(list + Workplace.pinOption).exits(0)
    }
}
