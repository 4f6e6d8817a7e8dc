import JetonDiagnostics
import JetonOctets
import JetonPCSC
import Testing

@Suite("Checks of what happened to the service, on fixtures")
struct ServiceHistoryTests {
    /// A `stat` of a process that started so many hundredths of a second after the machine.
    private func stat(_ probe: FixtureProbe, _ id: Int, start: Int) {
        let before = (4...21).map { _ in "0" }.joined(separator: " ")
        probe.write("\(id) (a name) with) S \(before) \(start) 0 0\n", to: "/proc/\(id)/stat")
    }

    // MARK: - Sleep

    private static let systemctl = [
        "systemctl", "show", "pcscd.service", "--property=ExecMainStartTimestampMonotonic", "--value",
    ]

    /// A machine that slept for 1000 s, with a card that does not work, and pcscd started after so many seconds.
    private func slept(_ code: PCSCError.Code, serviceStart: Int, awakeAtStart: Int?) -> Report {
        let probe = FixtureProbe()
        probe.insert(in: "Reader 00 00", connection: .refused(code))
        probe.clocks = MachineClocks(awakeMilliseconds: 2_000_000, elapsedMilliseconds: 3_000_000)
        probe.start("pcscd", 77, userID: 0)
        stat(probe, 77, start: serviceStart * 100)
        if let awakeAtStart {
            probe.commands[Self.systemctl] = .ended(code: 0, output: "\(awakeAtStart * 1_000_000)\n")
        }
        return examine(probe)
    }

    @Test(
        "A card that fails after the machine slept is put down to that",
        arguments: [.resetCard, .unpoweredCard, .unresponsiveCard, .communicationError] as [PCSCError.Code]
    )
    func sleep(_ code: PCSCError.Code) {
        let report = slept(code, serviceStart: 10, awakeAtStart: 10)
        #expect(report.rootCause?.id == "pcscd-after-suspend")
        #expect(report.roots == ["pcscd-after-suspend"])
        #expect(report.rootCause?.evidence.contains { $0.value.full == "1000 s" } == true)
    }

    @Test("Sleep before pcscd started is not to blame, nor is it for a card that another program holds")
    func otherReasons() {
        let before = slept(.communicationError, serviceStart: 2500, awakeAtStart: 1500)
        #expect(!before.failures.contains("pcscd-after-suspend"))
        let held = slept(.sharingViolation, serviceStart: 10, awakeAtStart: 10)
        #expect(!held.failures.contains("pcscd-after-suspend"))
    }

    @Test("Without systemd all sleep since the machine's start counts")
    func withoutSystemd() {
        let report = slept(.resetCard, serviceStart: 10, awakeAtStart: nil)
        #expect(report.rootCause?.id == "pcscd-after-suspend")
        #expect(report.rootCause?.evidence.map(\.name).contains("suspended since boot") == true)
    }

    // MARK: - Connections

    private func withClient(clientStart: Int, sockets: String) throws -> FixtureProbe {
        let probe = FixtureProbe()
        probe.insert(in: "Reader 00 00")
        probe.moduleEntries = [try SoftToken.entry(slotDescription: "Reader 00 00")]
        probe.start("pcscd", 77, userID: 0)
        stat(probe, 77, start: 5000)
        probe.start(
            "scdaemon",
            90,
            open: ["socket:[4711]"],
            maps: "7f00-7f01 r-xp 0 0:0 1 /usr/lib/x86_64-linux-gnu/libpcsclite.so.1.0.0\n"
        )
        stat(probe, 90, start: clientStart)
        probe.commands[["ss", "-xaH"]] = .ended(code: 0, output: ForeignText(sockets))
        return probe
    }

    private static let gone = "u_str ESTAB 0      0      * 4711 * 0      \n"
    private static let connected = """
        u_str LISTEN 0      5      /run/pcscd/pcscd.comm 4700 * 0
        u_str ESTAB  0      0      /run/pcscd/pcscd.comm 4712 * 4711
        u_str ESTAB  0      0                          * 4711 * 4712

        """

    @Test("A program from before pcscd's start whose connection leads nowhere is named")
    func lostContext() throws {
        let report = examine(try withClient(clientStart: 100, sockets: Self.gone))
        #expect(report.failures == ["pcscd-restart-lost-context"])
        #expect(report.rootCause?.confidence == .likely)
        #expect(report.rootCause?.summary.full.contains("scdaemon") == true)
    }

    @Test("pcscd is the process that its own file names, not one of another container that has ended")
    func severalServices() throws {
        let probe = try withClient(clientStart: 100, sockets: Self.gone)
        probe.start("pcscd", 70, userID: 0)
        probe.write("77\n\0", to: "/run/pcscd/pcscd.pid")
        #expect(examine(probe).failures == ["pcscd-restart-lost-context"])
    }

    @Test("A program that is connected, and one that is younger than pcscd, are well")
    func goodContext() throws {
        for (start, sockets) in [(100, Self.connected), (6000, Self.gone), (100, "")] {
            let report = examine(try withClient(clientStart: start, sockets: sockets))
            #expect(!report.failures.contains("pcscd-restart-lost-context"))
        }
    }

    @Test("Without the list of sockets it is unknown")
    func noList() throws {
        let probe = try withClient(clientStart: 100, sockets: "")
        probe.commands = [:]
        let entry = examine(probe).entries.first { $0.page.id == "pcscd-restart-lost-context" }
        #expect(entry?.result.word == "unknown")
    }

    // MARK: - The table of readers

    /// A table of readers of which one, the last, has a name.
    private func table(_ count: Int, name: String) -> [UInt8] {
        var octets = [UInt8](repeating: 0, count: count * 184)
        octets.replaceSubrange(((count - 1) * 184)..<((count - 1) * 184 + name.utf8.count), with: Array(name.utf8))
        return octets
    }

    @Test("A longer table with a reader that the library does not show is named")
    func longTable() {
        let probe = FixtureProbe()
        probe.readerTable = table(48, name: "Reader 00 00")
        let report = examine(probe)
        #expect(
            report.rootCause?.id == "pcscd-reader-array-mismatch" || report.roots == ["pcscd-reader-array-mismatch"]
        )
        #expect(report.rootCause?.evidence.contains { $0.value.full == "48" } == true)
    }

    @Test("A longer table that the library can read is told for others, and one of 16 readers is well")
    func readableTable() {
        let probe = FixtureProbe()
        probe.readerTable = table(48, name: "Reader 00 00")
        probe.insert(in: "Reader 00 00")
        #expect(examine(probe).findings.first { $0.id == "pcscd-reader-array-mismatch" }?.severity == .info)
        probe.readerTable = table(16, name: "Reader 00 00")
        #expect(!examine(probe).findings.contains { $0.id == "pcscd-reader-array-mismatch" })
    }
}
