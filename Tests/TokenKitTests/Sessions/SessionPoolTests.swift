import Cryptoki
import Glibc
import Synchronization
import TestRig
import Testing
import TokenKit

@Suite("Session pool")
struct SessionPoolTests {
    @Test("An actor's work runs on one thread of its own")
    func ownThread() async throws {
        let token = try FaultToken()
        let actor = try TokenActor(slot: token.slot)
        let first = try await actor.withSession { _ in pthread_self() }
        let other = try TokenActor(slot: token.slot)
        let second = try await other.withSession { _ in pthread_self() }
        #expect(try await actor.withSession { _ in pthread_self() } == first)
        #expect(first != second)
    }

    @Test("A token that reports one session serves many tasks, and is never asked for a second session")
    func oneReportedSession() async throws {
        let calls = try await FaultToken.counting("token.0.max_sessions = 1\n") { pool, _ in
            try await SessionPoolTests.load(pool, tasks: 8)
            #expect(await pool.openSessionCount == 1)
        }
        #expect(calls["C_OpenSession"] == 1)
        #expect(calls["C_CloseSession"] == 1)
        #expect(calls["C_GenerateRandom"] == 8)
    }

    @Test(
        "P25: a session limit that the token does not report is learned, whichever error it answers",
        arguments: ["", "session_limit = 0x7\n"]
    )
    func learnedLimit(_ limit: String) async throws {
        let settings = """
            token.0.max_sessions = 3
            token.0.reported_max_sessions = unavailable
            fault.C_GenerateRandom = sleep:10
            \(limit)
            """
        let calls = try await FaultToken.counting(settings, pool: .threads(8)) { pool, _ in
            try await SessionPoolTests.load(pool, tasks: 16)
            #expect(await pool.openSessionCount == 3)
        }
        #expect(calls["C_GenerateRandom"] == 16)
    }

    @Test("16 tasks on a token with 3 sessions use all three at once and no more")
    func threeSessions() async throws {
        let settings = "token.0.max_sessions = 3\nfault.C_GenerateRandom = sleep:30\n"
        let gauge = Gauge()
        let calls = try await FaultToken.counting(settings, pool: .threads(16)) { pool, _ in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        try await pool.withSession { session in
                            gauge.enter()
                            _ = try session.random(count: 8)
                            gauge.leave()
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(gauge.most == 3)
        #expect(calls["C_OpenSession"] == 3)
    }

    @Test("The pool never has more threads than its configuration allows")
    func maximumThreads() async throws {
        let calls = try await FaultToken.counting("fault.C_GenerateRandom = sleep:10\n", pool: .threads(2)) { pool, _ in
            try await SessionPoolTests.load(pool, tasks: 12)
        }
        #expect(calls["C_OpenSession"] == 2)
    }

    @Test("A refusal of the first session is the caller's error", arguments: [0x7, 0xB1, 0x54] as [UInt])
    func firstSessionRefused(_ code: UInt) async throws {
        _ = try await FaultToken.counting("fault.C_OpenSession = rv:\(code)\n") { pool, _ in
            let failure = await returnValue { _ = try await pool.withSession { try $0.random(count: 8) } }
            #expect(failure == ReturnValue(rawValue: code))
        }
    }

    @Test("A task that is cancelled while it waits for a session ends at once")
    func cancelledWhileWaiting() async throws {
        let settings = "token.0.max_sessions = 1\nfault.C_GenerateRandom = sleep:1500\n"
        let calls = try await FaultToken.counting(settings) { pool, _ in
            let busy = Task { try await pool.withSession { try $0.random(count: 8) } }
            while await pool.openSessionCount == 0 { await Task.yield() }
            let waiting = Task { try await pool.withSession { try $0.random(count: 8) } }
            try await Task.sleep(for: .milliseconds(20))
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            #expect(try await busy.value.count == 8)
        }
        #expect(calls["C_GenerateRandom"] == 1)
    }

    @Test("A call that runs when its task is cancelled goes on, and its result is returned")
    func cancelledWhileRunning() async throws {
        _ = try await FaultToken.counting("fault.C_GenerateRandom = sleep:100\n") { pool, _ in
            let running = Task { try await pool.withSession { try $0.random(count: 8) } }
            while await pool.openSessionCount == 0 { await Task.yield() }
            try await Task.sleep(for: .milliseconds(20))
            running.cancel()
            #expect(try await running.value.count == 8)
        }
    }

    @Test("Work that waits when the pool is closed fails, and work in progress ends well")
    func closed() async throws {
        let settings = "token.0.max_sessions = 1\nfault.C_GenerateRandom = sleep:1500\n"
        _ = try await FaultToken.counting(settings) { pool, _ in
            let busy = Task { try await pool.withSession { try $0.random(count: 8) } }
            while await pool.openSessionCount == 0 { await Task.yield() }
            let waiting = Task { try await pool.withSession { try $0.random(count: 8) } }
            try await Task.sleep(for: .milliseconds(20))
            await pool.close()
            await #expect(throws: TokenError(.closed)) { try await waiting.value }
            await #expect(throws: TokenError(.closed)) { try await pool.withSession { try $0.random(count: 8) } }
            #expect(try await busy.value.count == 8)
        }
    }

    @Test("A pool that is let go of closes its sessions")
    func letGo() async throws {
        let copy: FaultModuleCopy
        do {
            let token = try FaultToken()
            copy = token.copy
            let pool = SessionPool(slot: token.slot)
            _ = try await pool.withSession { try $0.random(count: 8) }
        }
        #expect(try await copy.counts()["C_CloseSession"] == 1)
    }

    private static func load(_ pool: SessionPool, tasks: Int) async throws {
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<tasks {
                group.addTask { try await pool.withSession { try $0.random(count: 8) } }
            }
            for try await octets in group { #expect(octets.count == 8) }
        }
    }
}

/// Counts how many are inside at once.
private final class Gauge: Sendable {
    private let counts = Mutex((inside: 0, most: 0))

    func enter() { counts.withLock { $0 = ($0.inside + 1, max($0.most, $0.inside + 1)) } }

    func leave() { counts.withLock { $0.inside -= 1 } }

    var most: Int { counts.withLock(\.most) }
}
