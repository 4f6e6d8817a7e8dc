import Cryptoki
import PCSC
import TestRig
import Testing

@testable import TokenKit

@Suite("Token events", .timeLimit(.minutes(2)))
struct TokenEventsTests {
    private static let brisk = WatchPace(
        question: 10,
        firstLook: 10,
        lastLook: 40,
        lastLookWithReaders: 40,
        patience: 100
    )

    @Test(
        "P7: insertion and removal are told, whatever the module answers when asked for events",
        arguments: ["no_event", "unsupported", "removed", "blocks"]
    )
    func allAnswers(_ wait: String) async throws {
        // A look at the slots asks for each slot's information once.
        let settings = "wait = \(wait)\nfault.C_GetSlotInfo@4 = remove:0\nfault.C_GetSlotInfo@9 = insert:0\n"
        let told = try await Self.events(settings, count: 3)
        #expect(told == ["inserted", "removed", "inserted"])
    }

    @Test("P7: a module that reports events is looked at when it does")
    func reportedEvents() async throws {
        var pace = Self.brisk
        // Too seldom for the looks alone to find anything in the time of this test.
        pace.firstLook = 60_000
        pace.lastLook = 60_000
        let told = try await Self.events("wait = event:0:100\n", count: 3, pace: pace)
        #expect(told == ["inserted", "removed", "inserted"])
    }

    @Test("A failure of the module is told once, and so is the token when the failure is over")
    func failure() async throws {
        let settings = """
            fault.C_GetSlotList@1 = rv:0x30
            fault.C_GetSlotList@2 = rv:0x30
            fault.C_GetSlotList@3 = rv:0x30
            """
        #expect(try await Self.events(settings, count: 2) == ["failed", "inserted"])
    }

    @Test("A module that blocks although asked not to keeps nobody from stopping", arguments: ["blocks", "no_event"])
    func stops(_ wait: String) async throws {
        let token = try FaultToken("wait = \(wait)\n")
        let module = token.module
        let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for await _ in TokenEvents(modules: [module], pace: Self.brisk) { continuation.yield() }
        }
        for await _ in begun { break }
        // The module is asked for events meanwhile, and blocks if it is one that does.
        try await Task.sleep(for: .milliseconds(150))
        task.cancel()
        await task.value
    }

    @Test("Threads end, and the module is finalised, when the iteration is over")
    func letGo() async throws {
        let copy: FaultModuleCopy
        do {
            let token = try FaultToken()
            copy = token.copy
            var iterator = TokenEvents(modules: [token.module], pace: Self.brisk).makeAsyncIterator()
            let event = await iterator.next(isolation: nil)
            #expect(event?.slot?.id == SlotID(rawValue: 0))
        }
        #expect(try await copy.counts()["C_GetSlotInfo", default: 0] >= 1)
    }

    @Test("The tokens of several modules are told in one sequence")
    func severalModules() async throws {
        let tokens = try (0..<3).map { _ in try FaultToken() }
        var found: Set<ObjectIdentifier> = []
        for await event in TokenEvents(modules: tokens.map(\.module), pace: Self.brisk) {
            if let module = event.module { found.insert(ObjectIdentifier(module)) }
            if found.count == 3 { break }
        }
        #expect(found.count == 3)
    }

    @Test("What the PC/SC service reports is passed on, and tokens are told whether it runs or not")
    func readers() async throws {
        let token = try FaultToken()
        let monitor = ReaderMonitor(library: try PCSCLibrary())
        var hasReaderEvent = false
        var hasToken = false
        for await event in TokenEvents(modules: [token.module], readers: monitor, pace: Self.brisk) {
            if case .reader = event { hasReaderEvent = true }
            if case .tokenInserted = event { hasToken = true }
            if hasReaderEvent, hasToken { break }
        }
        #expect(hasReaderEvent && hasToken)
    }

    private static func events(_ settings: String, count: Int, pace: WatchPace = brisk) async throws -> [String] {
        let token = try FaultToken(settings)
        var told: [String] = []
        for await event in TokenEvents(modules: [token.module], pace: pace) {
            switch event {
            case .tokenInserted: told.append("inserted")
            case .tokenRemoved: told.append("removed")
            case .tokenChanged: told.append("changed")
            case .moduleFailed: told.append("failed")
            case .reader: told.append("reader")
            }
            if told.count == count { break }
        }
        return told
    }
}
