import Foundation
import TestRig
import Testing

/// Faults of cards and of programs that hold them, with real readers of vpcd.
@Suite("The fault laboratory, cards")
struct SlowCardFaultTests {
    /// The answer to reset of a card that OpenSC does not know, for T=1.
    private static let unknownCard: [UInt8] = [0x3B, 0x80, 0x01, 0x81]

    private func laboratory(_ change: (inout Laboratory.Setup) -> Void = { _ in }) async throws -> Laboratory {
        var setup = Laboratory.Setup()
        setup.readers = [PrivatePCSCD.Reader("Virtual PCD")]
        change(&setup)
        return try await Laboratory(setup)
    }

    /// Waits until pcscd shows a card with an answer to reset.
    private func awaitCard(_ laboratory: Laboratory, in reader: String = "Virtual PCD 00 00") async throws {
        let probe = try BuildProducts.path("pcsc-probe")
        for _ in 0..<300 {
            let list = try await laboratory.pcscd.run([probe, "list"])
            if list.text.split(separator: "\n").contains(where: { $0.contains(reader) && $0.contains("present") }) {
                return
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw TestRigError("pcscd shows no card")
    }

    @Test("Readers without a card are named")
    func absent() async throws {
        let diagnosis = try await laboratory().examine()
        // Fault card-absent: vpcd without a card
        #expect(diagnosis.roots == ["card-absent"])
    }

    @Test("A card that no module knows is named")
    func notRecognized() async throws {
        let laboratory = try await laboratory()
        let card = try VirtualCardServer(in: laboratory.pcscd, atr: Self.unknownCard) { _ in [0x6A, 0x82] }
        try await awaitCard(laboratory)
        let diagnosis = try await laboratory.examine()
        // Fault card-not-recognized-opensc: vpcd, card with an unknown answer to reset, OpenSC
        #expect(diagnosis.roots == ["card-not-recognized-opensc"], "\(diagnosis.findings)")
        try await card.remove()
    }

    @Test("OpenSC that is told to know no cards is named, and what follows from it is not the root")
    func driverDisabled() async throws {
        let laboratory = try await laboratory { $0.variables = ["OPENSC_DRIVER": "cac"] }
        let card = try VirtualCardServer(in: laboratory.pcscd, atr: Self.unknownCard) { _ in [0x6A, 0x82] }
        try await awaitCard(laboratory)
        let diagnosis = try await laboratory.examine()
        // Fault card-opensc-driver-disabled: vpcd, card with an unknown answer to reset, OPENSC_DRIVER set
        #expect(diagnosis.roots == ["card-opensc-driver-disabled"], "\(diagnosis.findings)")
        try await card.remove()
    }

    @Test("A module that is named for the run and reads no card does not hide that others are installed")
    func noModule() async throws {
        let softHSM = try SoftHSM()
        let laboratory = try await laboratory {
            $0.arguments = ["--module", softHSM.modulePath]
            $0.variables = [SoftHSM.configurationVariable: softHSM.configurationPath]
        }
        let card = try VirtualCardServer(in: laboratory.pcscd, atr: Self.unknownCard) { _ in [0x6A, 0x82] }
        try await awaitCard(laboratory)
        let diagnosis = try await laboratory.examine()
        #expect(!diagnosis.roots.contains("card-no-module"), "\(diagnosis.findings)")
        try await card.remove()
    }

    @Test("A token whose maker's module is missing is named")
    func makersModule() async throws {
        let laboratory = try await laboratory()
        // Rutoken ECP, by its historical bytes.
        let atr = [0x3B, 0x8B, 0x01] + Array("Rutoken DS ".utf8)
        let card = try VirtualCardServer(in: laboratory.pcscd, atr: atr + [atr.dropFirst().reduce(0, ^)]) { _ in
            [0x6D, 0x00]
        }
        try await awaitCard(laboratory)
        let diagnosis = try await laboratory.examine()
        // Fault card-wrong-module-for-card: vpcd, card with the Rutoken's answer to reset, OpenSC
        #expect(diagnosis.roots == ["card-wrong-module-for-card"], "\(diagnosis.findings)")
        try await card.remove()
    }

    @Test("A card in the second slot of a reader is told of")
    func secondSlot() async throws {
        let laboratory = try await laboratory()
        let card = try VirtualCardServer(in: laboratory.pcscd, port: 35_964, atr: Self.unknownCard) { _ in [0x6A, 0x82]
        }
        try await awaitCard(laboratory, in: "Virtual PCD 00 01")
        let diagnosis = try await laboratory.examine()
        // Fault card-wrong-slot-dual (information): vpcd, card in the second slot
        #expect(diagnosis.severity(of: "card-wrong-slot-dual") == "info", "\(diagnosis.findings)")
        try await card.remove()
    }

    @Test("A program that sits in a transaction is named")
    func transaction() async throws {
        let laboratory = try await laboratory()
        let card = try VirtualCardServer(in: laboratory.pcscd, atr: Self.unknownCard) { _ in [0x6A, 0x82] }
        try await awaitCard(laboratory)
        let holder = try ChildProcess(
            laboratory.pcscd.command([try BuildProducts.path("pcsc-probe"), "hold", "Virtual PCD 00 00"])
        )
        _ = try await holder.lines { $0 == "holding" }
        // OpenSC would wait for the card as well: another module, which has nothing to do with cards.
        let softHSM = try SoftHSM()
        let diagnosis = try await laboratory.examine(
            ["--module", softHSM.modulePath],
            variables: [SoftHSM.configurationVariable: softHSM.configurationPath]
        )
        // Fault excl-transaction-held: another program in a transaction
        #expect(diagnosis.rootCause == "excl-transaction-held", "\(diagnosis.findings)")
        holder.closeInput()
        _ = try await holder.finish()
        try await card.remove()
    }

    @Test(
        "A program that has the card for itself is named",
        // Fault excl-gnome-smartcard: a program named gsd-smartcard with exclusive access
        // Fault excl-app-exclusive: another program with exclusive access
        arguments: [("pcsc-probe", "excl-app-exclusive"), ("gsd-smartcard", "excl-gnome-smartcard")]
    )
    func exclusive(_ name: String, _ id: String) async throws {
        let laboratory = try await laboratory()
        let card = try VirtualCardServer(in: laboratory.pcscd, atr: Self.unknownCard) { _ in [0x6A, 0x82] }
        try await awaitCard(laboratory)
        // The kernel names a process after the file as it was called.
        let directory = try TemporaryDirectory()
        let program = directory.path(name)
        try FileManager.default.createSymbolicLink(
            atPath: program,
            withDestinationPath: try BuildProducts.path("pcsc-probe")
        )
        let holder = try ChildProcess(laboratory.pcscd.command([program, "hold", "Virtual PCD 00 00", "exclusive"]))
        _ = try await holder.lines { $0 == "holding" }
        let diagnosis = try await laboratory.examine()
        #expect(diagnosis.roots == [id], "\(diagnosis.findings)")
        holder.closeInput()
        _ = try await holder.finish()
        try await card.remove()
    }

    @Test("A card whose answer to reset names no protocol of the reader is named")
    func protocolMismatch() async throws {
        let laboratory = try await laboratory()
        let card = try VirtualCardServer(in: laboratory.pcscd, atr: [0xFF, 0xFF]) { _ in [0x6A, 0x82] }
        try await awaitCard(laboratory)
        let diagnosis = try await laboratory.examine()
        // Fault card-protocol-mismatch: vpcd, card with a garbled answer to reset
        #expect(diagnosis.rootCause == "card-protocol-mismatch", "\(diagnosis.findings)")
        try await card.remove()
    }
}
