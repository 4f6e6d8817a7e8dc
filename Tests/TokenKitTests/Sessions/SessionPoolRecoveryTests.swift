import Cryptoki
import Synchronization
import Testing
import TokenKit

@Suite("Session pool: recovery")
struct SessionPoolRecoveryTests {
    @Test(
        "Work whose session is lost is done again only if its caller says that it may be",
        arguments: [0xB3, 0xB0, 0x32] as [UInt],
        [true, false]
    )
    func lostSession(_ code: UInt, _ isIdempotent: Bool) async throws {
        let calls = try await FaultToken.counting("fault.C_GenerateRandom@2 = rv:\(code)\n") { pool, _ in
            _ = try await pool.withSession { try $0.random(count: 8) }
            let failure = await returnValue {
                _ = try await pool.withSession(isIdempotent: isIdempotent) { try $0.random(count: 8) }
            }
            #expect(failure == (isIdempotent ? nil : ReturnValue(rawValue: code)))
            // The pool works again either way.
            _ = try await pool.withSession { try $0.random(count: 8) }
        }
        #expect(calls["C_GenerateRandom"] == (isIdempotent ? 4 : 3))
        #expect(calls["C_OpenSession"] == 2)
        #expect(calls["C_CloseSession"] == 2)
    }

    @Test("Work is done again once, not for ever")
    func lostAgain() async throws {
        let calls = try await FaultToken.counting("fault.C_GenerateRandom = rv:0xB3\n") { pool, _ in
            let failure = await returnValue {
                _ = try await pool.withSession(isIdempotent: true) { try $0.random(count: 8) }
            }
            #expect(failure == .sessionHandleInvalid)
        }
        #expect(calls["C_GenerateRandom"] == 2)
    }

    @Test("A token that is taken out and put back is found again, and logged in to with a new answer")
    func reinserted() async throws {
        let desk = PINDesk("1234")
        // The pool asks for the token when it meets it, before the login, and when it looks for it again.
        let settings = """
            fault.C_Sign@2 = remove:0
            fault.C_GetTokenInfo@3 = insert:0
            object = class:private,keytype:rsa,label:key,id:01
            """
        let calls = try await FaultToken.counting(settings, pins: desk) { pool, _ in
            for _ in 0..<2 {
                let signature = try await SessionPoolRecoveryTests.sign(pool)
                #expect(signature.count == 256)
            }
        }
        #expect(desk.reasons == [.login, .loginLost])
        #expect(calls["C_Login"] == 2)
        #expect(calls["C_FindObjectsInit"] == 2)
        #expect(calls["C_Sign"] == 3)
    }

    @Test("A token that comes back in another slot is found there")
    func otherSlot() async throws {
        let settings = """
            slots = 2
            token.0.serial = 0001
            token.1.serial = 0001
            token.1.present = false
            fault.C_GenerateRandom@2 = remove:0
            fault.C_GetTokenInfo@2 = insert:1
            """
        _ = try await FaultToken.counting(settings) { pool, _ in
            _ = try await pool.withSession { try $0.random(count: 8) }
            let slot = try await pool.withSession(isIdempotent: true) { session in
                _ = try session.random(count: 8)
                return session.slot.id
            }
            #expect(slot == SlotID(rawValue: 1))
        }
    }

    @Test("Another token in the module is not taken for the one that went away")
    func otherToken() async throws {
        let settings = """
            slots = 2
            token.0.serial = 0001
            token.1.serial = 0002
            fault.C_GenerateRandom@2 = remove:0
            """
        let desk = PINDesk("1234")
        let calls = try await FaultToken.counting(settings, pins: desk) { pool, _ in
            _ = try await pool.withSession { try $0.random(count: 8) }
            let failure = await returnValue {
                _ = try await pool.withSession(isLoggedIn: true, isIdempotent: true) { try $0.random(count: 8) }
            }
            #expect(failure == .deviceRemoved || failure == .tokenNotPresent)
            let later = await returnValue { try await pool.withSession(isLoggedIn: true) { _ in } }
            #expect(later == .tokenNotPresent)
        }
        #expect(calls["C_OpenSession"] == 1)
    }

    @Test("Of many works that meet one loss the first recovers, and all that may be repeated end well")
    func manyLosses() async throws {
        let settings = "fault.C_GenerateRandom@20 = remove:0\nfault.C_GetTokenInfo@2 = insert:0\n"
        let calls = try await FaultToken.counting(settings, pool: .threads(4)) { pool, _ in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        try await pool.withSession(isIdempotent: true) { try $0.random(count: 8).count }
                    }
                }
                for try await count in group { #expect(count == 8) }
            }
        }
        #expect(calls["C_OpenSession"] == calls["C_CloseSession"])
    }

    @Test("A session that died while it was idle is replaced before work that may not be repeated begins")
    func diedIdle() async throws {
        let desk = PINDesk("1234")
        let calls = try await FaultToken.counting("fault.C_GetSessionInfo@1 = rv:0xB3\n", pins: desk) { pool, _ in
            _ = try await pool.withSession { try $0.random(count: 8) }
            #expect(try await pool.withSession(isLoggedIn: true) { try $0.random(count: 8) }.count == 8)
        }
        #expect(calls["C_Login"] == 1)
    }

    @Test("A logout by somebody else is met by logging in again")
    func loggedOut() async throws {
        let desk = PINDesk("1234")
        _ = try await FaultToken.counting("fault.C_GenerateRandom@2 = rv:0x101\n", pins: desk) { pool, slot in
            _ = try await pool.withSession(isLoggedIn: true) { try $0.random(count: 8) }
            var session = try Session(slot: slot)
            try session.logout()
            _ = try await pool.withSession(isLoggedIn: true, isIdempotent: true) { try $0.random(count: 8) }
        }
        #expect(desk.reasons == [.login, .loginLost])
    }

    static func sign(_ pool: SessionPool) async throws -> [UInt8] {
        let uri = try PKCS11URI(parsing: "pkcs11:object=key;type=private")
        return try await pool.withObject(uri, isIdempotent: true) { session, key in
            try session.sign([UInt8](repeating: 7, count: 51).span, with: .rsaPKCS, key: key)
        }
    }
}
