import Cryptoki
import Testing
import TokenKit

@Suite("Session pool: objects")
struct SessionPoolObjectTests {
    private static let objects = """
        object = class:private,keytype:rsa,label:key,id:01
        object = class:public,keytype:rsa,label:key,id:01
        object = class:data,label:twin
        object = class:data,label:twin

        """

    @Test("An object is searched for once, however often it is used")
    func searchedOnce() async throws {
        let calls = try await FaultToken.counting(Self.objects, pins: PINDesk("1234")) { pool, _ in
            for _ in 0..<5 { _ = try await SessionPoolRecoveryTests.sign(pool) }
        }
        #expect(calls["C_FindObjectsInit"] == 1)
        #expect(calls["C_Sign"] == 5)
    }

    @Test(
        "An object that is not there, or there twice, is an error and never a guess",
        arguments: [
            ("pkcs11:object=nope", TokenError.Code.objectNotFound), ("pkcs11:object=key", .objectAmbiguous),
            ("pkcs11:object=twin;type=data", .objectAmbiguous), ("pkcs11:", .objectAmbiguous),
            ("pkcs11:token=other;object=key;type=private", .uriOfOtherToken),
            ("pkcs11:serial=9;object=key;type=private", .uriOfOtherToken),
        ]
    )
    func notOne(_ text: String, _ code: TokenError.Code) async throws {
        let token = try FaultToken(Self.objects)
        let pool = SessionPool(slot: token.slot, pinProvider: PINDesk("1234").provider)
        let uri = try PKCS11URI(parsing: text)
        let error = await #expect(throws: TokenError.self) { try await pool.withObject(uri) { _, _ in } }
        #expect(error?.code == code)
        #expect(error?.uri == uri)
    }

    @Test("A handle that is no longer valid is looked up again, if the work may be done twice")
    func staleHandle() async throws {
        let settings = Self.objects + "fault.C_SignInit@2 = rv:0x60\n"
        let calls = try await FaultToken.counting(settings, pins: PINDesk("1234")) { pool, _ in
            for _ in 0..<2 { _ = try await SessionPoolRecoveryTests.sign(pool) }
        }
        #expect(calls["C_FindObjectsInit"] == 2)
    }

    @Test("Handles are looked up again after an event of the pool's slot, and kept after one of another slot")
    func slotEvent() async throws {
        let calls = try await FaultToken.counting(Self.objects, pins: PINDesk("1234")) { pool, slot in
            _ = try await SessionPoolRecoveryTests.sign(pool)
            let serial = try slot.tokenInfo().serialNumber
            let other = Slot(module: slot.module, id: SlotID(rawValue: 7))
            await pool.note(.tokenChanged(other, serialNumber: serial))
            _ = try await SessionPoolRecoveryTests.sign(pool)
            await pool.note(.tokenChanged(slot, serialNumber: serial))
            _ = try await SessionPoolRecoveryTests.sign(pool)
        }
        #expect(calls["C_FindObjectsInit"] == 2)
        #expect(calls["C_OpenSession"] == 1)
        #expect(calls["C_Login"] == 1)
    }

    @Test("Handles are forgotten with the login")
    func loggedOut() async throws {
        let desk = PINDesk("1234")
        let calls = try await FaultToken.counting(Self.objects, pins: desk) { pool, _ in
            _ = try await SessionPoolRecoveryTests.sign(pool)
            try await pool.logOut()
            _ = try await SessionPoolRecoveryTests.sign(pool)
        }
        #expect(calls["C_FindObjectsInit"] == 2)
        #expect(desk.reasons == [.login, .login])
    }
}
