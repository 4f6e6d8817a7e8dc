import JetonOctets
import TestRig
import Testing

@Suite("Reader monitor with a real service", .timeLimit(.minutes(5)))
struct MonitorTests {
    @Test("It tells of readers, cards, the end of the service and its return, and ends when canceled")
    func wholeLife() async throws {
        let service = try await Service()
        let monitor = try service.startProbe("monitor")
        let atr = Hex.encode(Service.bluetoothATR)
        let start = try await monitor.lines { $0 == "reader added \(Service.otherSlot)" }
        #expect(
            start == [
                "service available", "reader added \(Service.slot)", "reader added \(Service.otherSlot)",
            ]
        )

        let card = try await service.insert()
        #expect(try await monitor.nextLine() == "card inserted \(Service.slot) \(atr)")
        try await card.remove()
        _ = try await monitor.lines { $0 == "card removed \(Service.slot)" }

        try await service.pcscd.stopService()
        let end = try await monitor.lines { $0.hasPrefix("service unavailable") }
        #expect(end.contains("reader removed \(Service.slot)") && end.contains("reader removed \(Service.otherSlot)"))

        try await service.pcscd.startService()
        let back = try await monitor.lines { $0 == "reader added \(Service.otherSlot)" }
        #expect(back.contains("service available") && back.contains("reader added \(Service.slot)"))

        let again = try await service.insert()
        #expect(try await monitor.nextLine() == "card inserted \(Service.slot) \(atr)")
        _ = again

        monitor.closeInput()
        _ = try await monitor.lines(upTo: { $0 == "monitor ended" }, within: .seconds(10))
        #expect(try await monitor.finish(within: .seconds(10)).ending == .exited(0))
        try await service.pcscd.stop()
    }

    @Test("A card that is there at the start is reported with its reader")
    func cardAtStart() async throws {
        let service = try await Service()
        _ = try await service.insert()
        let monitor = try service.startProbe("monitor")
        let atr = Hex.encode(Service.bluetoothATR)
        let lines = try await monitor.lines { $0 == "card inserted \(Service.slot) \(atr)" }
        #expect(lines.dropLast().last == "reader added \(Service.slot)")
        monitor.closeInput()
        _ = try await monitor.lines(upTo: { $0 == "monitor ended" }, within: .seconds(10))
        try await service.pcscd.stop()
    }

    @Test("A service that starts later is found")
    func lateService() async throws {
        let service = try await Service(isServiceStarted: false)
        let monitor = try service.startProbe("monitor")
        #expect(try await monitor.nextLine() == "service unavailable SCARD_E_NO_SERVICE")
        try await service.pcscd.startService()
        let lines = try await monitor.lines { $0 == "reader added \(Service.otherSlot)" }
        #expect(lines.first == "service available")
        monitor.closeInput()
        _ = try await monitor.lines(upTo: { $0 == "monitor ended" }, within: .seconds(10))
        try await service.pcscd.stop()
    }

    @Test("Cancellation while no service runs ends it at once")
    func cancelledWithoutService() async throws {
        let service = try await Service(isServiceStarted: false)
        let monitor = try service.startProbe("monitor")
        #expect(try await monitor.nextLine() == "service unavailable SCARD_E_NO_SERVICE")
        monitor.closeInput()
        #expect(try await monitor.nextLine(within: .seconds(10)) == "monitor ended")
        #expect(try await monitor.finish(within: .seconds(10)).ending == .exited(0))
        try await service.pcscd.stop()
    }
}
