import Foundation
import TestRig
import Testing

/// What pcscd itself writes down while the doctor looks: every command to a card, every reset, every transaction.
@Suite("The fault laboratory, pcscd's own log")
struct SlowCareTests {
    /// Instructions of ISO/IEC 7816-4 and SP 800-73-4 that change a card, use a key, or take a PIN.
    private static let forbidden: [UInt8: String] = [
        0x24: "CHANGE REFERENCE DATA", 0x2C: "RESET RETRY COUNTER", 0x87: "GENERAL AUTHENTICATE",
        0x47: "GENERATE ASYMMETRIC KEY PAIR", 0xDB: "PUT DATA", 0x2A: "PERFORM SECURITY OPERATION",
        0xD6: "UPDATE BINARY",
        0xE0: "CREATE FILE", 0xE4: "DELETE FILE", 0xFB: "RESET", 0xF9: "ATTEST", 0xFF: "SET MANAGEMENT KEY",
        0xFA: "SET PIN RETRIES",
    ]

    /// The commands in a log of `pcscd --apdu`.
    private static func commands(in log: String) -> [[UInt8]] {
        log.split(separator: "\n").compactMap { line in
            guard let start = line.range(of: "APDU: ") else { return nil }
            return line[start.upperBound...].split(separator: " ").compactMap { UInt8($0, radix: 16) }
        }
    }

    @Test("pcscd's log of a run: no PIN is sent, nothing is changed, no card is reset, no transaction stays open")
    func log() async throws {
        let directory = try TemporaryDirectory()
        let tool = try BuildProducts.path("virtual-card-tool")
        _ = try await ChildProcess.run([tool, "create", directory.path("card.card")])
        try directory.makeDirectory("reader.conf.d")
        try directory.write(PrivatePCSCD.configuration([.init("Virtual PCD")]), to: "reader.conf.d/readers")
        var setup = Laboratory.Setup()
        setup.runsService = false
        let laboratory = try await Laboratory(setup)
        let pcscd = laboratory.pcscd
        let path = directory.path("log")
        let service = try ChildProcess(
            pcscd.command([
                "sh", "-c", "exec pcscd --foreground --apdu --debug --config \"$1\" >\"$2\" 2>&1", "sh",
                directory.path("reader.conf.d"), path,
            ])
        )
        let server = try ChildProcess(
            pcscd.command([
                "sh", "-c", "until [ -S /run/pcscd/pcscd.comm ]; do sleep 0.05; done; exec \"$1\" serve \"$2\" 35963",
                "sh", tool, directory.path("card.card"),
            ])
        )
        _ = try await pcscd.run([
            "sh", "-c", "until opensc-tool --list-readers 2>/dev/null | grep -q '^0 *Yes'; do sleep 0.05; done",
        ])
        let before = try Data(contentsOf: URL(fileURLWithPath: path)).count
        let diagnosis = try await laboratory.examine()
        #expect(diagnosis.complaints == [], "\(diagnosis.findings)")
        // pcscd ends before its log is read, so that all of it is there.
        service.signal(SIGTERM)
        _ = try await service.finish()
        server.signal(SIGTERM)
        let log = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)).dropFirst(before), as: UTF8.self)

        let commands = Self.commands(in: log)
        // OpenSC did read the card: the log is one.
        #expect(commands.contains { $0.count > 1 && $0[1] == 0xA4 }, "\(log)")
        for command in commands where command.count > 3 {
            #expect(Self.forbidden[command[1]] == nil, "\(command)")
            // Without data, VERIFY only asks whether a PIN is wanted (SP 800-73-4, part 2, 3.2.1).
            if command[1] == 0x20 { #expect(command.count == 4 || command.count == 5 && command[4] == 0, "\(command)") }
        }
        func count(_ words: String) -> Int { log.split(separator: "\n").count { $0.contains(words) } }
        #expect(count(" CONNECT for client") > 0)
        #expect(count(" CONNECT for client") == count(" DISCONNECT for client"))
        #expect(count("BEGIN_TRANSACTION for client") == count("END_TRANSACTION for client"))
        // SCARD_LEAVE_CARD each time, and no SCardReconnect: these are the ways in which a client resets a card.
        #expect(count("dwDisposition: ") > 0)
        #expect(count("dwDisposition: ") == count("dwDisposition: 0"))
        #expect(count("RECONNECT") == 0)
        withExtendedLifetime(directory) {}
    }
}
