import JetonDiagnostics
import JetonPCSC
import Testing

@Suite("Checks of cards, on fixtures")
struct CardCheckTests {
    /// What the service says, and what that means.
    private struct Row: Sendable {
        let connection: PCSCSurvey.Connection?
        let flags: ReaderFlags
        let id: CheckID
    }

    private static let rows: [Row] = [
        Row(connection: nil, flags: [.present, .mute], id: "card-mute"),
        Row(connection: .refused(.unresponsiveCard), flags: .present, id: "card-mute"),
        Row(connection: .refused(.protocolMismatch), flags: .present, id: "card-protocol-mismatch"),
        Row(connection: .refused(.unpoweredCard), flags: .present, id: "card-unpowered"),
        Row(connection: .refused(.securityViolation), flags: .present, id: "pcscd-polkit-access-card"),
        Row(connection: .refused(.sharingViolation), flags: [.present, .exclusive], id: "excl-app-exclusive"),
        Row(connection: .blocked, flags: [.present, .inUse], id: "excl-transaction-held"),
        Row(connection: nil, flags: .empty, id: "card-absent"),
    ]

    @Test("What the service says of a card is named", arguments: rows)
    private func connections(_ row: Row) {
        let probe = FixtureProbe()
        if row.connection == .blocked { probe.connect(1) }
        probe.insert(in: "Reader 00 00", flags: row.flags, connection: row.connection)
        #expect(examine(probe).failures == [row.id])
    }

    @Test("A memory card is named, and that it has no protocol follows from it")
    func memoryCard() {
        let probe = FixtureProbe()
        probe.insert(
            in: "Reader 00 00",
            atr: [0x3B, 0x04, 0xA2, 0x13, 0x10, 0x91],
            connection: .refused(.protocolMismatch)
        )
        let report = examine(probe)
        #expect(report.rootCause?.id == "card-memory-card")
        #expect(report.findings.first { $0.id == "card-protocol-mismatch" }?.followsFrom == "card-memory-card")
    }

    @Test("An idle card without power is normal")
    func unpowered() throws {
        let probe = FixtureProbe()
        probe.insert(in: "Reader 00 00", flags: [.present, .unpowered])
        probe.moduleEntries = [try SoftToken.entry(slotDescription: "Reader 00 00")]
        #expect(examine(probe).findings.isEmpty)
    }

    @Test("A card is named that no installed module reads")
    func noModule() throws {
        let probe = FixtureProbe()
        let module = "/usr/lib/softhsm/libsofthsm2.so"
        probe.put(.octets([0] + Array("libcrypto.so.3".utf8) + [0]), at: module)
        probe.moduleEntries = [try SoftToken.entry(path: module, slotDescription: "SoftHSM slot")]
        probe.insert(in: "Reader 00 00")
        #expect(examine(probe).findings.contains { $0.id == "card-no-module" })
        probe.put(.octets([0] + Array("libpcsclite.so.1".utf8) + [0]), at: module)
        #expect(!examine(probe).findings.contains { $0.id == "card-no-module" })
    }

    @Test("A reader that opensc.conf ignores is named")
    func ignored() throws {
        let probe = FixtureProbe()
        let module = "/usr/lib/opensc-pkcs11.so"
        probe.put(.octets([0] + Array("libpcsclite.so.1".utf8) + [0]), at: module)
        probe.moduleEntries = [try SoftToken.entry(path: module, flags: 0)]
        probe.insert(in: "Reader 00 00")
        probe.write("app default {\n  ignored_readers = \"Other\", \"Reader\";\n}\n", to: "/etc/opensc/opensc.conf")
        #expect(examine(probe).rootCause?.id == "card-opensc-driver-disabled")
    }
}
