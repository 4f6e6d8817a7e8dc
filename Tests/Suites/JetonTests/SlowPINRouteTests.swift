import Foundation
import TestRig
import Testing

@testable import VirtualCard

/// An attacker between the reader and a paired token, or with a card of their own in the reader, on a machine that has
/// OpenSC's module beside Jeton's own.
@Suite("No PIN in clear by another module", .timeLimit(.minutes(20)))
struct SlowPINRouteTests {
    private static let reader = "Virtual PCD 00 00"
    private static let unblockingKey = "12345678"
    private static let secrets = [Workplace.pin, Workplace.securityOfficerPIN, unblockingKey, "654987"]

    /// Commands that give a card a secret, each by another use of it.
    private static let commands: [[String]] = [
        ["key", "list"] + Workplace.pinOption,
        ["key", "list", "--reader", reader] + Workplace.pinOption,
        ["pin", "change", "--reader", reader, "--new-pin-source", "file:new-pin"] + Workplace.pinOption,
        ["pin", "unblock", "--reader", reader, "--pin-source", "file:new-pin"] + Workplace.officerOption,
        ["pin", "set", "--reader", reader, "--pin-source", "file:new-pin"] + Workplace.officerOption,
        ["sign", "contract", "--format", "raw", "--force"] + Workplace.pinOption,
        ["csr", "create", "--reader", reader, "--key", "k", "--subject", "CN=x", "--out", "x.csr"]
            + Workplace.pinOption,
        ["key", "generate", "--reader", reader, "--type", "ec:p256", "--label", "n"] + Workplace.pinOption,
        ["cert", "import", "ca.pem", "--reader", reader] + Workplace.pinOption,
        ["token", "init", "--reader", reader, "--label", "x", "--yes"] + Workplace.officerOption,
    ]

    /// A machine with a reader, and a token that is paired with `jeton` through it.
    private struct Place {
        let jeton: Workplace
        let pcscd: PrivatePCSCD
        let openSC: String
        let serial: UInt32
        private let token: SoftwareCard

        init() async throws {
            let outside = try Workplace(modules: [], environment: ["TSS2_LOG": "all+none"])
            // The card is the test's: `jeton` sees it in the reader only.
            let create = ["virtual", "create", "anna", "--channel", "p256", "--print-passwords", "--json"]
            let environment = ["JETON_PROVIDER_CARDS": outside.directory.path("wire")]
            let made = try await outside.jeton(create, environment: environment).exits(0).json()
            serial = try #require(made["serial"].text.flatMap { UInt32($0) })
            token = try SoftwareCard(at: outside.directory.path("wire/anna.card"))
            pcscd = try await PrivatePCSCD(readers: [.init("Virtual PCD")])
            jeton = Workplace(outside, inside: pcscd)
            openSC = try Workplace.installed("opensc-pkcs11.so", package: "opensc-pkcs11")
            try jeton.secret(unblockingKey, "factory-puk")
            try jeton.secret("654987", "new-pin")
            try jeton.secret(try #require(made["passwords"].list.first?.text), "password")
            try jeton.directory.write("I owe you one.\n", to: "contract")
            try await jeton.openssl(
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:P-256",
                "-nodes",
                "-keyout",
                "ca.key",
                "-out",
                "ca.pem",
                "-days",
                "2",
                "-subj",
                "/CN=Test Authority",
                "-batch"
            )
            try await withLink(token) { link in
                try token.beginPairingMode()
                try await jeton.jeton("pair", "--reader", reader, "--password-source", "file:password").exits(0)
                try await prepare("anna")
                #expect(ClearSecrets.commands(in: link.commands, secrets: secrets) == [])
            }
        }

        /// Sets the card in the reader up, with a key.
        func prepare(_ label: String, data: String = "data") async throws {
            let environment = ["JETON_DATA": jeton.directory.path(data)]
            let place = ["--reader", reader] + Workplace.pinOption
            try await jeton.jeton(
                ["token", "init", "--label", label, "--yes", "--so-pin-source", "file:factory-puk"] + place,
                environment: environment
            ).exits(0)
            try await jeton.jeton(
                ["pin", "change", "--so", "--so-pin-source", "file:factory-puk", "--new-pin-source", "file:so-pin"]
                    + ["--reader", reader],
                environment: environment
            ).exits(0)
            try await jeton.jeton(
                ["key", "generate", "--type", "ec:p256", "--label", "k"] + place,
                environment: environment
            ).exits(0)
        }

        /// The paired token.
        func withToken(_ body: (CardLink) async throws -> Void) async throws { try await withLink(token, body) }

        /// A card of the attacker's with the token's serial number and label, and without a channel.
        func withFalseCard(_ body: (CardLink) async throws -> Void) async throws {
            let card = try SoftwareCard(inMemory: VirtualCardOptions(serialNumber: serial))
            try await withLink(card) { link in
                // The attacker has a machine of their own.
                try await prepare("anna", data: "attacker")
                try await body(link)
            }
        }

        private func withLink(_ card: SoftwareCard, _ body: (CardLink) async throws -> Void) async throws {
            let link = try CardLink(card, in: pcscd)
            try await waitForCard(present: true)
            try await body(link)
            try await link.remove()
            try await waitForCard(present: false)
        }

        private func waitForCard(present: Bool) async throws {
            for _ in 0..<400 {
                let readers = try await jeton.jeton("list", "--json").exits(0).json()["readers"].list
                let seen = readers.contains { $0["name"].text == reader && $0["flags"].texts.contains("present") }
                if seen == present { return }
                try await Task.sleep(for: .milliseconds(50))
            }
            try #require(Bool(false), "pcscd shows a card: \(!present); its log ends: \(pcscd.log.suffix(2000))")
        }

        /// Expects that every command is refused with the reason, and that no secret crosses the wire.
        func refuses(_ link: CardLink, _ reason: String, _ code: Int32 = 5, _ more: [String] = []) async throws {
            for command in commands {
                let before = link.commands.count
                try await jeton.jeton(command + more).exits(code).says(reason)
                let sent = Array(link.commands.dropFirst(before))
                #expect(!sent.isEmpty, "the card is asked: \(command)")
                let clear = ClearSecrets.commands(in: sent, secrets: secrets)
                #expect(clear == [], "\(command + more): \(clear)")
            }
        }
    }

    @Test(
        "Hidden from Jeton's module, a paired token and a false card get no secret in clear, with the policy or without"
    )
    func hidden() async throws {
        let place = try await Place()
        for isPolicy in [false, true] {
            let policy = isPolicy ? "--require-channel" : "--no-require-channel"
            try await place.jeton.jeton("pairings", "policy", "anna", policy).exits(0)
            let reason =
                isPolicy
                ? "the reader of paired token 'anna' allows no card without a secure channel"
                : "paired token 'anna' was last seen in 'Virtual PCD 00 00'"
            for withCard in [place.withToken, place.withFalseCard] {
                try await withCard { link in
                    link.set(.hide)
                    try await place.refuses(link, reason)
                    try await place.refuses(link, reason, 5, ["--module", place.openSC])
                }
            }
        }
        // A refusal spends no try, and the honest link serves the token as before.
        try await place.withToken { link in
            let before = link.commands.count
            try await place.jeton.jeton(["sign", "contract", "--format", "raw", "--force"] + Workplace.pinOption).exits(
                0
            )
            let status = try await place.jeton.jeton("pin", "status", "--json").exits(0).json()
            #expect(status["user"]["triesLeft"].number == 3)
            let sent = Array(link.commands.dropFirst(before))
            #expect(ClearSecrets.commands(in: sent, secrets: Self.secrets) == [])
        }
    }

    @Test("Where the answer to INFO is refused or changed on the wire, another module gets no secret either")
    func information() async throws {
        let place = try await Place()
        try await place.withToken { link in
            for mode in [CardLink.Mode.refuseInformation, .clearRequirement] {
                link.set(mode)
                try await place.refuses(link, "paired token 'anna' was last seen in", 5, ["--module", place.openSC])
            }
            // By the honest link the card itself says that it requires its channel, whatever the user allows.
            link.set(.honest)
            let reason = "only through its secure channel"
            try await place.refuses(link, reason, 8, ["--module", place.openSC])
            try await place.refuses(link, reason, 8, ["--module", place.openSC, "--in-clear"])
        }
    }

    @Test("--in-clear sends the PIN for one command, says so, and can't be set for all")
    func inClear() async throws {
        let place = try await Place()
        try await place.withFalseCard { link in
            link.set(.hide)
            let list = ["key", "list", "--reader", Self.reader] + Workplace.pinOption
            var before = link.commands.count
            try await place.jeton.jeton(list + ["--in-clear"]).exits(0)
                .says("travels in clear; paired token 'anna' was last seen in this reader")
            let sent = Array(link.commands.dropFirst(before))
            #expect(!ClearSecrets.commands(in: sent, secrets: Self.secrets).isEmpty, "the wire shows what is in clear")
            before = link.commands.count
            try await place.jeton.jeton(list, environment: ["JETON_IN_CLEAR": "1"]).exits(5)
                .says("--in-clear sends it for this one command")
            #expect(ClearSecrets.commands(in: Array(link.commands.dropFirst(before)), secrets: Self.secrets) == [])
        }
    }
}
