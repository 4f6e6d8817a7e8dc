import Cryptoki
import Octets
import Testing
import TokenKit

@Suite("Session pool: login")
struct SessionPoolLoginTests {
    @Test("P8: 16 tasks that need a login are asked for one PIN, which is sent once")
    func onePIN() async throws {
        let desk = PINDesk("1234")
        let calls = try await FaultToken.counting("token.0.max_sessions = 3\n", pins: desk) { pool, _ in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<16 {
                    group.addTask { try await pool.withSession(isLoggedIn: true) { try $0.state().isUserLoggedIn } }
                }
                for try await isLoggedIn in group { #expect(isLoggedIn) }
            }
        }
        #expect(desk.reasons == [.login])
        #expect(calls["C_Login"] == 1)
        #expect(calls["C_Logout"] == 1)
    }

    @Test("A PIN that was refused is not sent again, and a right one is taken after it")
    func refusedPIN() async throws {
        let desk = PINDesk("0000", "0000", "1234")
        let calls = try await FaultToken.counting("", pins: desk) { pool, slot in
            let first = await returnValue { try await pool.withSession(isLoggedIn: true) { _ in } }
            #expect(first == .pinIncorrect)
            await #expect(throws: TokenError(.pinAlreadyFailed)) {
                try await pool.withSession(isLoggedIn: true) { _ in }
            }
            try await pool.withSession(isLoggedIn: true) { _ in }
            #expect(try slot.tokenInfo().flags.isDisjoint(with: [.userPINCountLow, .userPINFinalTry]))
        }
        #expect(desk.reasons == [.login, .refused(.pinIncorrect), .refused(.pinIncorrect)])
        #expect(calls["C_Login"] == 2)
    }

    @Test("All who wait for a login share its failure: one wrong PIN costs one try")
    func sharedFailure() async throws {
        let desk = PINDesk("0000")
        let calls = try await FaultToken.counting("token.0.max_sessions = 4\n", pins: desk) { pool, _ in
            await withTaskGroup(of: ReturnValue?.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        await returnValue { try await pool.withSession(isLoggedIn: true) { _ in } }
                    }
                }
                var refused = 0
                for await code in group where code == .pinIncorrect { refused += 1 }
                #expect(refused >= 1)
            }
        }
        #expect(calls["C_Login"] == 1)
    }

    @Test(
        "A PIN that is locked, or would be by one more wrong try, is not asked for",
        arguments: [(0, TokenError.Code.pinLocked), (1, .pinFinalTry)]
    )
    func noTries(_ triesLeft: Int, _ code: TokenError.Code) async throws {
        let desk = PINDesk("1234")
        let calls = try await FaultToken.counting("token.0.tries_left = \(triesLeft)\n", pins: desk) { pool, _ in
            await #expect(throws: TokenError(code)) { try await pool.withSession(isLoggedIn: true) { _ in } }
        }
        #expect(desk.reasons.isEmpty)
        #expect(calls["C_Login", default: 0] == 0)
    }

    @Test("The final try is used if the configuration says so")
    func finalTry() async throws {
        var configuration = SessionPool.Configuration()
        configuration.allowsFinalTry = true
        let calls = try await FaultToken.counting(
            "token.0.tries_left = 1\n",
            pool: configuration,
            pins: PINDesk("1234")
        ) { pool, _ in
            try await pool.withSession(isLoggedIn: true) { _ in }
        }
        #expect(calls["C_Login"] == 1)
    }

    @Test("Without anybody to ask, work that needs a login fails and says why")
    func nobodyToAsk() async throws {
        _ = try await FaultToken.counting("") { pool, _ in
            await #expect(throws: TokenError(.loginNeeded)) { try await pool.withSession(isLoggedIn: true) { _ in } }
        }
    }

    @Test("A token without login lets work go on without a PIN")
    func noLoginRequired() async throws {
        let calls = try await FaultToken.counting("token.0.login_required = false\n") { pool, _ in
            try await pool.withSession(isLoggedIn: true) { _ = try $0.random(count: 8) }
        }
        #expect(calls["C_Login", default: 0] == 0)
    }

    @Test("P24: a PIN that is typed on the reader is sent as none")
    func protectedPath() async throws {
        let token = try FaultToken("token.0.protected_path = true\n")
        let pool = SessionPool(slot: token.slot) { request in
            #expect(request.isTypedOnReader)
            return .typedOnReader
        }
        #expect(try await pool.withSession(isLoggedIn: true) { try $0.state().isUserLoggedIn })
    }

    @Test("What the PIN provider throws is what the work fails with, and the next work asks again")
    func declined() async throws {
        struct Declined: Error {}
        let token = try FaultToken()
        let pool = SessionPool(slot: token.slot) { _ in throw Declined() }
        await #expect(throws: Declined.self) { try await pool.withSession(isLoggedIn: true) { _ in } }
        await #expect(throws: Declined.self) { try await pool.withSession(isLoggedIn: true) { _ in } }
    }

    @Test("A task that is cancelled while the PIN is asked for cancels the question")
    func cancelledQuestion() async throws {
        let token = try FaultToken()
        let pool = SessionPool(slot: token.slot) { _ in
            try await Task.sleep(for: .seconds(600))
            return .typedOnReader
        }
        let work = Task { try await pool.withSession(isLoggedIn: true) { _ in } }
        while await pool.openSessionCount == 0 { await Task.yield() }
        try await Task.sleep(for: .milliseconds(20))
        work.cancel()
        await #expect(throws: CancellationError.self) { try await work.value }
    }

    @Test("P8: of two pools on one token only the last one logs out")
    func twoPools() async throws {
        let desk = PINDesk("1234")
        let calls = try await FaultToken.counting("", pins: desk) { pool, slot in
            let other = SessionPool(slot: slot, pinProvider: desk.provider)
            try await pool.withSession(isLoggedIn: true) { _ in }
            try await other.withSession(isLoggedIn: true) { _ in }
            try await other.logOut()
            #expect(try await pool.withSession { try $0.state().isUserLoggedIn })
            try await pool.logOut()
            #expect(try await !other.withSession { try $0.state().isUserLoggedIn })
            await other.close()
        }
        #expect(desk.reasons == [.login])
        #expect(calls["C_Login"] == 1)
        #expect(calls["C_Logout"] == 1)
    }

    @Test("P8: a login that another part of the program made is used, and left alone")
    func foreignLogin() async throws {
        let calls = try await FaultToken.counting("") { pool, slot in
            var session = try Session(slot: slot)
            try session.login(pin: Secret(copying: Array("1234".utf8).span))
            #expect(try await pool.withSession(isLoggedIn: true) { try $0.state().isUserLoggedIn })
            try await pool.logOut()
            #expect(try session.state().isUserLoggedIn)
        }
        #expect(calls["C_Login"] == 1)
        #expect(calls["C_Logout", default: 0] == 0)
    }
}
