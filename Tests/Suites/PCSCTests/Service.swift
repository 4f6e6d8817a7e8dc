import TestRig
import Testing

/// A private pcscd, the probe inside its namespace, and what the tests ask of both.
struct Service {
    static let reader = "Aktiv Rutoken ECP BT 1217688090"
    static let slot = reader + " 00 00"
    static let otherSlot = reader + " 00 01"
    static let port: UInt16 = 35_963
    /// T=1, with the historical bytes of a Rutoken ECP Bluetooth.
    static let bluetoothATR: [UInt8] = [
        0x3B, 0x8B, 0x01, 0x52, 0x75, 0x74, 0x6F, 0x6B, 0x65, 0x6E, 0x44, 0x53, 0x42, 0x54, 0xD7,
    ]

    let pcscd: PrivatePCSCD

    init(isServiceStarted: Bool = true) async throws {
        pcscd = try await PrivatePCSCD(
            readers: [.init(Self.reader, port: Self.port)],
            isServiceStarted: isServiceStarted
        )
    }

    /// Inserts a card and waits until the service has seen it.
    func insert(
        atr: [UInt8] = bluetoothATR,
        answer: @escaping @Sendable ([UInt8]) -> [UInt8] = { _ in [0x90, 0x00] }
    ) async throws -> VirtualCardServer {
        let card = try VirtualCardServer(in: pcscd, port: Self.port, atr: atr, answer: answer)
        for _ in 0..<200 {
            let lines = try await probe("list").lines
            if lines.contains(where: { $0.hasPrefix("reader \(Self.slot) [present") }) { return card }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw TestRigError("the service does not see the card: \(pcscd.log)")
    }

    /// Runs the probe to its end.
    func probe(_ arguments: String...) async throws -> (lines: [String], status: Int32?) {
        let output = try await pcscd.run([try BuildProducts.path("pcsc-probe")] + arguments)
        #expect(output.errorText.isEmpty)
        return (output.text.split(separator: "\n").map(String.init), output.exitStatus)
    }

    /// Starts the probe.
    func startProbe(_ arguments: String...) throws -> ChildProcess { try startProbe(arguments) }

    /// Starts the probe.
    func startProbe(_ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(pcscd.command([try BuildProducts.path("pcsc-probe")] + arguments))
    }
}
