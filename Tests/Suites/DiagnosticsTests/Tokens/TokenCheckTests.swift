import Cryptoki
import JetonDiagnostics
import Testing
import TokenKit

@Suite("Checks of tokens' states")
struct TokenCheckTests {
    /// A token's flags beside "set up, PIN set, login required", and what follows.
    static let states: [(UInt, CheckID, Severity)] = [
        (0x4_0000, "token-user-pin-locked", .failure), (0x2_0000, "token-user-pin-final-try", .warning),
        (0x40_0000, "token-so-pin-locked", .warning), (0x8_0000, "token-pin-change-required", .failure),
        (0x80_0000, "token-pin-change-required", .warning), (0x100, "token-pinpad-misdetected", .warning),
        (0x2, "token-write-protected", .info), (0x100_0000, "token-error-state", .failure),
    ]

    @Test("A flag of a token gives its finding and no other", arguments: states)
    func flag(_ flags: UInt, _ id: CheckID, _ severity: Severity) throws {
        let report = examine(try FixtureProbe(TokenFixture(flags: 0x40C | flags)))
        let found = report.findings.filter { $0.layer == .token }
        #expect(found.map(\.id) == [id])
        #expect(found.first?.severity == severity)
    }

    @Test("A command names the reader, quoted; of a name that may be cut the page's word stays")
    func commandNamesReader() throws {
        func command(_ reader: String) throws -> String? {
            let report = examine(try FixtureProbe(TokenFixture(flags: 0x4_040C, reader: reader)))
            return report.rootCause?.remedies.first?.commands(on: .debian).first?.text
        }
        #expect(try command("Reader; 0") == "jeton pin unblock --reader 'Reader; 0'")
        let long = String(repeating: "x", count: 64)
        #expect(try command(long) == "jeton pin unblock --reader READER")
    }

    @Test("A token as it should be gives no finding")
    func healthy() throws {
        let report = examine(try FixtureProbe(TokenFixture()))
        #expect(report.findings.filter { $0.layer >= .module }.map(\.id) == [])
        #expect(report.isHealthy)
    }

    @Test("A locked PIN is not also the final try")
    func lockedOnly() throws {
        let report = examine(try FixtureProbe(TokenFixture(flags: 0x40C | 0x6_0000)))
        #expect(report.findings.filter { $0.layer == .token }.map(\.id) == ["token-user-pin-locked"])
    }

    @Test("A token without user PIN, and one that was never set up, are failures")
    func notSetUp() throws {
        #expect(examine(try FixtureProbe(TokenFixture(flags: 0x404))).failures == ["token-user-pin-unset"])
        let report = examine(try FixtureProbe(TokenFixture(flags: 0)))
        #expect(report.failures.contains("token-uninitialized"))
    }

    @Test("An empty slot in software beside a token that works is no finding")
    func emptySlot() throws {
        let probe = try FixtureProbe(TokenFixture())
        probe.moduleEntries.append(
            try TokenFixture(path: "/usr/lib/softhsm.so", label: "", serial: "", flags: 0).entry()
        )
        #expect(!examine(probe).findings.map(\.id).contains("token-uninitialized"))
    }

    @Test("A card of the factory that Jeton's module reports as one can be used, and nothing on it is to be erased")
    func factory() throws {
        // Login required, the user's PIN set and to be changed.
        let flags: UInt = 0x8000C
        let card = try FixtureProbe(TokenFixture(path: "/usr/lib/pkcs11/libjeton-pkcs11.so", flags: flags))
        let report = examine(card)
        #expect(report.isHealthy, "\(report.findings.map(\.id))")
        let found = try #require(report.findings.first { $0.id == "token-uninitialized" })
        #expect(found.severity == .info)
        #expect(found.remedies.map { $0.commands.map(\.text) } == [["jeton setup --reader 'Reader 00 00'"]])
        #expect(!found.remedies.contains { $0.needs.contains(.loss) })
        // Another module's flag may mean another PIN.
        let other = try FixtureProbe(TokenFixture(flags: flags))
        #expect(examine(other).failures.contains("token-uninitialized"))
    }

    @Test("A token that says 0x54 is not paired")
    func unpaired() throws {
        let probe = try FixtureProbe(TokenFixture(isUnpaired: true))
        #expect(examine(probe).failures == ["token-secure-channel"])
        for (variables, place) in [
            (["HOME": "/home/anna"], "/home/anna/.local/share/jeton (by the home directory)"),
            (["HOME": "/home/anna", "JETON_DATA": "/srv/other"], "/srv/other (by JETON_DATA)"),
        ] {
            probe.variables = variables
            let evidence = examine(probe).rootCause?.evidence.map(\.value.full) ?? []
            #expect(evidence.contains(place), "\(evidence)")
        }
    }

    @Test("A token whose keys are in a locked keystore is told, and not taken for one that is not set up")
    func keystoreLocked() throws {
        let probe = try FixtureProbe(TokenFixture(flags: 0, refusal: .userNotLoggedIn))
        let report = examine(probe)
        #expect(report.rootCause?.id == "keystore-locked")
        #expect(report.failures == ["keystore-locked"])
    }

    @Test("A card without a channel that claims to be a paired token is named, with the module's reason")
    func channelMissing() throws {
        let reason = "the card has the label of paired token 'Anna', and offers no secure channel"
        let missing = TokenChannel(suite: nil, offered: [], refusal: reason)
        let probe = try FixtureProbe(TokenFixture(flags: 0, refusal: .actionProhibited, channel: missing))
        let report = examine(probe)
        #expect(report.rootCause?.id == "channel-missing" && report.failures == ["channel-missing"])
        // A channel that is there and refused has other reasons.
        let copied = TokenChannel(suite: nil, offered: [.modern], refusal: "the token's counter went back")
        let other = try FixtureProbe(TokenFixture(flags: 0, refusal: .actionProhibited, channel: copied))
        #expect(!examine(other).failures.contains("channel-missing"))
    }

    @Test("A program that may not have the keys of a token's channel is refused by its entitlements")
    func notEntitled() throws {
        let probe = try FixtureProbe(TokenFixture(flags: 0, refusal: .actionProhibited))
        probe.keystoreSurvey = KeystoreSurvey(outcomeRow: "a", outcomeStatus: -34018, outcomeText: "text")
        let report = examine(probe)
        #expect(report.failures == ["entitlements-channel"])
    }

    @Test(
        "A vendor's library from 2.6 on is too new to pair a token, and that is the root cause",
        arguments: [
            ((2, 5), "token-secure-channel"), ((2, 6), "channel-library-too-new"), ((2, 14), "channel-library-too-new"),
        ]
            as [((UInt8, UInt8), CheckID)]
    )
    func libraryTooNew(_ version: (UInt8, UInt8), _ id: CheckID) throws {
        let token = TokenFixture(path: "/usr/lib/librtpkcs11ecp.so", isUnpaired: true, libraryVersion: version)
        #expect(examine(try FixtureProbe(token)).rootCause?.id == id)
    }

    @Test("OpenSSL's GOST provider is missed only where a token of Jeton's own module wants to be paired")
    func gostProvider() throws {
        let token = TokenFixture(path: "/usr/lib/libjeton-pkcs11.so", isUnpaired: true)
        let without = try FixtureProbe(token)
        #expect(examine(without).rootCause?.id == "channel-gostprov-missing")
        let with = try FixtureProbe(token)
        with.write("", to: "/usr/lib/x86_64-linux-gnu/ossl-modules/gostprov.so")
        with.write("", to: "/usr/lib/aarch64-linux-gnu/ossl-modules/gostprov.so")
        #expect(examine(with).rootCause?.id == "token-secure-channel")
        #expect(examine(try FixtureProbe(TokenFixture())).isHealthy)
        let p256 = TokenFixture(
            path: "/usr/lib/libjeton-pkcs11.so",
            isUnpaired: true,
            channel: TokenChannel(suite: nil, offered: [.p256])
        )
        #expect(examine(try FixtureProbe(p256)).rootCause?.id == "token-secure-channel", "a suite without GOST")
    }

    @Test("A token that forgot its pairing is told from one that never was paired")
    func pairingForgotten() throws {
        let probe = try FixtureProbe(TokenFixture(isUnpaired: true))
        guard case .success(let survey) = probe.moduleEntries[0].outcome, let info = survey.slots[0].token else {
            return
        }
        probe.keystoreSurvey = KeystoreSurvey(pairings: [MediaName.name(of: info)])
        let report = examine(probe)
        #expect(report.rootCause?.id == "channel-pairing-forgotten")
        #expect(report.findings.first { $0.id == "token-secure-channel" }?.followsFrom == "channel-pairing-forgotten")
    }

    @Test("A token with a channel that Jeton's index does not have is told")
    func pairingUnknown() throws {
        let probe = try FixtureProbe(TokenFixture())
        var contents = TokenContents(module: TokenFixture().path, slot: 1)
        contents.hasChannel = true
        probe.tokenContents = [contents]
        #expect(examine(probe).findings.contains { $0.id == "channel-pairing-unknown" && $0.severity == .info })
    }

    @Test("Hardly any memory left is a warning")
    func memory() throws {
        let report = examine(try FixtureProbe(TokenFixture(memory: (65_536, 100))))
        #expect(report.findings.contains { $0.id == "token-memory-full" && $0.severity == .warning })
    }

    @Test("The label and serial number of a token are in no report for others")
    func privacy() throws {
        let report = examine(try FixtureProbe(TokenFixture(flags: 0x40C | 0x4_0000)))
        var redactor = Redactor(known: report.privateValues)
        let texts = report.findings.flatMap { [$0.summary] + $0.evidence.map(\.value) }.map { redactor.redact($0) }
        #expect(!texts.contains { $0.contains("Annas Karte") || $0.contains("4894721a") })
        #expect(texts.contains { $0.contains("0x4040c") })
    }
}
