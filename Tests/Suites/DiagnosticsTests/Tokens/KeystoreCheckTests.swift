import Glibc
import JetonDiagnostics
import JetonKeystore
import JetonKeystoreBase
import JetonOctets
import TestRig
import Testing

@Suite("Checks of Jeton's keystore and entitlements")
struct KeystoreCheckTests {
    static let states: [(KeystoreSurvey.State, CheckID)] = [
        (.unusable("the keybag is damaged"), "keystore-damaged"),
        (.damaged(["group: record 01 is damaged"]), "keystore-damaged"),
        (.missingFile("the vault of local.notes is missing"), "keystore-damaged"),
        (.rolledBack("keybag has generation 3, but generation 5 was seen before"), "keystore-rolled-back"),
    ]

    @Test("A keystore that is damaged or an old copy is named", arguments: states)
    func state(_ state: KeystoreSurvey.State, _ id: CheckID) throws {
        let probe = try FixtureProbe(TokenFixture())
        probe.keystoreSurvey = KeystoreSurvey(state: state)
        #expect(examine(probe).failures == [id])
    }

    @Test("A vault that was deleted is missing, and an older one that was put back is an old copy")
    func missingOrOld() throws {
        let place = try TemporaryDirectory()
        let (store, witnesses) = (place.path("keystore"), place.path("witnesses"))
        let group = try #require(AccessGroup(rawValue: "local.notes"))
        func secret() -> Secret { Secret(copying: [UInt8](repeating: 7, count: 64).span) }
        let keychain = try Keychain.create(
            KeychainConfiguration(directory: store, witnessDirectory: witnesses, caller: Caller(hasEveryGroup: true)),
            unlockedBy: .keyFile(secret())
        )
        try keychain.unlock(.keyFile(secret()))
        func add(_ account: String) throws {
            try keychain.add(ItemAttributes(account: account, accessGroup: group), secret: secret())
        }
        var state: KeystoreSurvey.State {
            KeystoreSurvey(directory: store, witnessDirectory: witnesses, pairingDirectory: nil, now: 0).state
        }
        try add("first")
        let vault = "keystore/vaults/local.notes/group.kvault"
        let old = try place.read(vault)
        try add("second")
        try place.write(old, to: vault)
        guard case .rolledBack = state else {
            Issue.record("\(state)")
            return
        }
        #expect(unsafe unlink(place.path(vault)) == 0)
        guard case .missingFile(let reason) = state else {
            Issue.record("\(state)")
            return
        }
        let probe = try FixtureProbe(TokenFixture())
        probe.keystoreSurvey = KeystoreSurvey(state: .missingFile(reason))
        let finding = try #require(examine(probe).findings.first { $0.id == "keystore-damaged" })
        #expect(finding.remedies.first?.text.full == "restore the file from a backup")
    }

    @Test("A keystore that only has a wrong owner or mode is looked at, not handed over, and not repaired")
    func access() throws {
        let probe = try FixtureProbe(TokenFixture())
        let place = "/home/anna/.local/share/jeton/keystore"
        let command = "chown 1000 '\(place)'"
        probe.keystoreSurvey = KeystoreSurvey(state: .unusable("it belongs to user 0"), hint: "run `\(command)`")
        let finding = try #require(examine(probe).findings.first { $0.id == "keystore-damaged" })
        #expect(!finding.remedies.contains { $0.text.full.contains("chown") })
        #expect(finding.remedies.flatMap(\.commands).map(\.text) == ["ls -la \(place)"])
        #expect(!finding.remedies.contains { $0.needs.contains(.loss) })
    }

    @Test("A directory of the keystore that is not one, or is closed, is not taken for none")
    func notAbsent() throws {
        let place = try TemporaryDirectory()
        func state(_ name: String) -> KeystoreSurvey.State {
            KeystoreSurvey(directory: place.path(name), witnessDirectory: nil, pairingDirectory: nil, now: 0).state
        }
        #expect(state("none") == .absent)
        try place.write("x", to: "file")
        guard case .unusable = state("file") else {
            Issue.record("\(state("file"))")
            return
        }
        let closed = try place.makeDirectory("open")
        #expect(unsafe chmod(closed, 0o777) == 0)
        let survey = KeystoreSurvey(directory: closed, witnessDirectory: nil, pairingDirectory: nil, now: 0)
        #expect(survey.hint?.contains("chmod 0700") == true, "\(survey)")
    }

    @Test("A keystore that is whole, or none, gives no finding", arguments: [KeystoreSurvey.State.whole, .absent])
    func healthy(_ state: KeystoreSurvey.State) throws {
        let probe = try FixtureProbe(TokenFixture())
        probe.keystoreSurvey = KeystoreSurvey(state: state)
        #expect(examine(probe).isHealthy)
    }

    /// The rows of the table of outcomes, with their status, and what is found where no token wants to be paired.
    static let rows: [(String, Int32, Severity?)] = [
        ("a", -34018, .warning), ("b", 0, nil), ("c", 0, nil), ("d", 0, nil), ("e", -50, .warning),
        ("f", -50, .warning), ("g", 0, .info), ("h", -34018, .warning), ("i", 0, .info), ("j", 0, .info),
    ]

    @Test("Each row of the outcomes of entitlements is told as it matters", arguments: rows)
    func outcome(_ row: String, _ status: Int32, _ severity: Severity?) throws {
        let survey = KeystoreSurvey(outcomeRow: row, outcomeStatus: status, outcomeText: "text", outcomeHint: "hint")
        let probe = try FixtureProbe(TokenFixture())
        probe.keystoreSurvey = survey
        #expect(examine(probe).findings.first { $0.id == "entitlements-channel" }?.severity == severity)
        let unpaired = try FixtureProbe(TokenFixture(isUnpaired: true))
        unpaired.keystoreSurvey = survey
        let found = examine(unpaired).findings.first { $0.id == "entitlements-channel" }?.severity
        #expect(found == (status == 0 ? severity : .failure))
    }
}
