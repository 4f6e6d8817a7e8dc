import CCryptoki
import Foundation
import TestRig
import Testing

/// What the settings promise of sessions, PINs, attributes and operations.
@Suite("Fault module: behaviour", .timeLimit(.minutes(5)))
struct FaultBehaviourTests {
    private typealias Answer = FaultClient.Answer

    private static let keys = """
        object = class:private,label:k1,id:01,keytype:rsa
        object = class:private,label:e1,id:02,keytype:ec,always_authenticate:true
        object = class:public,label:e1,id:02,keytype:ec

        """

    /// A client with the keys above, a session and the user's login.
    private static func loggedIn(_ settings: String) throws -> (FaultClient, UInt) {
        let client = try FaultClient(settings + "\n" + keys)
        let session = client.open().session
        #expect(client.logIn(session, "1234") == CKR_OK)
        return (client, session)
    }

    @Test("PIN tries are counted, shown in the flags and given back; the last wrong one locks")
    func tries() throws {
        let client = try FaultClient("")
        let session = client.open().session
        #expect(client.logIn(session, "0000") == CKR_PIN_INCORRECT)
        #expect(client.tokenInfo().flags & CKF_USER_PIN_COUNT_LOW != 0)
        #expect(client.logIn(session, "1234") == CKR_OK)
        #expect(client.tokenInfo().flags & (CKF_USER_PIN_COUNT_LOW | CKF_USER_PIN_FINAL_TRY) == 0)
        #expect(client.logIn(session, "1234") == CKR_USER_ALREADY_LOGGED_IN)
        #expect(client.functions.C_Logout(session) == CKR_OK)
        #expect(client.logIn(session, "0000") == CKR_PIN_INCORRECT)
        #expect(client.logIn(session, "0000") == CKR_PIN_INCORRECT)
        #expect(client.tokenInfo().flags & CKF_USER_PIN_FINAL_TRY != 0)
        #expect(client.logIn(session, "0000") == CKR_PIN_INCORRECT)
        #expect(client.tokenInfo().flags & CKF_USER_PIN_LOCKED != 0)
        #expect(client.logIn(session, "1234") == CKR_PIN_LOCKED)
    }

    @Test("Without a pinpad no PIN is an error; with one it is the right PIN")
    func protectedPath() throws {
        let plain = try FaultClient("")
        #expect(plain.logIn(plain.open().session, nil) == CKR_ARGUMENTS_BAD)
        let pad = try FaultClient("token.0.protected_path = true")
        #expect(pad.logIn(pad.open().session, nil) == CKR_OK)
    }

    @Test("A token asks for its activation password, and the state file remembers it and the tries")
    func activation() throws {
        let directory = try TemporaryDirectory()
        let settings = """
            extension = 34
            state_file = \(directory.path("state"))
            token.0.activation = QWERTYUIPASDFGHJ
            token.0.activation_tries = 3
            """
        let client = try FaultClient(settings)
        #expect(client.open().rv == CKR_FUNCTION_NOT_SUPPORTED)
        #expect(client.activate("WRONG") == CKR_SM_PASSWORD_INVALID)
        #expect(client.activate("QWERTYUIPASDFGHJ") == CKR_OK)
        let session = client.open()
        #expect(session.rv == CKR_OK)
        #expect(client.logIn(session.session, "0000") == CKR_PIN_INCORRECT)
        let next = try FaultClient(settings)
        #expect(next.open().rv == CKR_OK)
        #expect(next.tokenInfo().flags & CKF_USER_PIN_COUNT_LOW != 0)
        let locked = try FaultClient("extension = 34\ntoken.0.activation = A\ntoken.0.activation_left = 1")
        #expect(locked.activate("B") == CKR_SM_PASSWORD_INVALID)
        #expect(locked.activate("A") == CKR_PIN_LOCKED)
    }

    @Test("Private objects show to the user only, and one session's login is every session's")
    func visibility() throws {
        let client = try FaultClient(Self.keys)
        let first = client.open().session, second = client.open().session
        #expect(client.find(first).handles.count == 1)
        #expect(client.logIn(first, "1234") == CKR_OK)
        #expect(client.find(second).handles.count == 3)
    }

    @Test(
        "One attribute's fault leaves the others readable, or takes the whole call with it",
        arguments: [
            ("", CKR_OK, 2), ("attribute.label = sensitive", CKR_ATTRIBUTE_SENSITIVE, CK_UNAVAILABLE_INFORMATION),
            ("attribute.label@k1 = invalid", CKR_ATTRIBUTE_TYPE_INVALID, CK_UNAVAILABLE_INFORMATION),
            ("attribute.label@other = invalid", CKR_OK, 2),
            ("attribute.label = length:unavailable32", CKR_OK, 0xFFFF_FFFF),
            ("attribute.label = length:18446744073709551614", CKR_OK, 0xFFFF_FFFF_FFFF_FFFE),
            ("attribute.label = overlong:1000", CKR_OK, 1002), ("attribute.label = poison:0x5", CKR_GENERAL_ERROR, 256),
            ("attribute.label = nested", CKR_OK, 24),
        ]
    )
    func attributes(settings: String, rv: UInt, length: UInt) throws {
        let (client, session) = try Self.loggedIn(settings)
        let read = client.read(session, 1, [CKA_LABEL, CKA_KEY_TYPE])
        #expect(read.rv == rv)
        #expect(read.lengths == [length, rv == CKR_GENERAL_ERROR ? 256 : 8])
    }

    @Test(
        "CK_ULONG attributes may be narrow, and points come in three encodings",
        arguments: [
            ("ulong_attributes = four_octets", CKA_KEY_TYPE, 4), ("", CKA_EC_POINT, 67),
            ("ec_point = raw", CKA_EC_POINT, 65), ("ec_point = bit_string", CKA_EC_POINT, 68),
        ]
    )
    func encodings(settings: String, type: UInt, length: UInt) throws {
        let (client, session) = try Self.loggedIn(settings)
        #expect(client.read(session, 3, [type]).lengths == [length])
    }

    @Test("Values of sensitive keys stay inside")
    func sensitive() throws {
        let (client, session) = try Self.loggedIn("")
        let read = client.read(session, 1, [CKA_PRIVATE_EXPONENT, CKA_MODULUS])
        #expect(read.rv == CKR_ATTRIBUTE_SENSITIVE)
        #expect(read.lengths == [CK_UNAVAILABLE_INFORMATION, 256])
    }

    @Test(
        "Asking for the length of a signature does what the settings say",
        arguments: [
            ("length_query = normal", CKR_OK, CKR_OK), ("length_query = ends", CKR_OK, CKR_OPERATION_NOT_INITIALIZED),
            ("length_query = runs", CKR_OK, CKR_OPERATION_NOT_INITIALIZED),
            ("length_query = rejected", CKR_ARGUMENTS_BAD, CKR_OPERATION_NOT_INITIALIZED),
        ]
    )
    func lengthQuery(settings: String, query: UInt, then: UInt) throws {
        let (client, session) = try Self.loggedIn(settings)
        #expect(client.signInit(session, CKM_RSA_PKCS, key: 1) == CKR_OK)
        #expect(client.signInit(session, CKM_RSA_PKCS, key: 1) == CKR_OPERATION_ACTIVE)
        let asked = client.sign(session, room: nil).answer
        #expect(asked == Answer(rv: query, length: query == CKR_OK ? 256 : 0))
        #expect(client.sign(session, room: 256).answer.rv == then)
    }

    @Test(
        "A small buffer is told the length, or not; stated lengths may be nonsense",
        arguments: [
            ("", CKR_BUFFER_TOO_SMALL, 256, 256), ("buffer_too_small = keeps_length", CKR_BUFFER_TOO_SMALL, 10, 256),
            (
                "length.C_Sign = unavailable", CKR_BUFFER_TOO_SMALL, CK_UNAVAILABLE_INFORMATION,
                CK_UNAVAILABLE_INFORMATION
            ),
            ("length.C_Sign.query = 7", CKR_BUFFER_TOO_SMALL, 256, 256),
        ]
    )
    func smallBuffer(settings: String, rv: UInt, small: UInt, large: UInt) throws {
        let (client, session) = try Self.loggedIn(settings)
        #expect(client.signInit(session, CKM_RSA_PKCS, key: 1) == CKR_OK)
        #expect(client.sign(session, room: 10).answer == Answer(rv: rv, length: small))
        #expect(client.sign(session, room: 300).answer == Answer(rv: CKR_OK, length: large))
    }

    @Test("A key that always authenticates wants its login after Init, and directly after it where that is strict")
    func contextLogin() throws {
        let (client, session) = try Self.loggedIn("")
        #expect(client.logIn(session, "1234", as: CKU_CONTEXT_SPECIFIC) == CKR_OPERATION_NOT_INITIALIZED)
        #expect(client.signInit(session, CKM_ECDSA, key: 2) == CKR_OK)
        #expect(client.sign(session, room: 64).answer.rv == CKR_USER_NOT_LOGGED_IN)
        #expect(client.signInit(session, CKM_ECDSA, key: 2) == CKR_OK)
        _ = client.tokenInfo()
        #expect(client.logIn(session, "1234", as: CKU_CONTEXT_SPECIFIC) == CKR_OK)
        #expect(client.sign(session, room: 64).answer == Answer(rv: CKR_OK, length: 64))
        let (strict, strictSession) = try Self.loggedIn("context_login = strict")
        #expect(strict.signInit(strictSession, CKM_ECDSA, key: 2) == CKR_OK)
        _ = strict.tokenInfo()
        #expect(strict.logIn(strictSession, "1234", as: CKU_CONTEXT_SPECIFIC) == CKR_OPERATION_NOT_INITIALIZED)
    }

    @Test("An ECDSA signature may come as X9.62 has it")
    func x962() throws {
        let (client, session) = try Self.loggedIn("ecdsa_signature = x962")
        #expect(client.signInit(session, CKM_ECDSA, key: 2) == CKR_OK)
        #expect(client.logIn(session, "1234", as: CKU_CONTEXT_SPECIFIC) == CKR_OK)
        let (answer, signature) = client.sign(session, room: 80)
        #expect(answer.rv == CKR_OK)
        #expect(signature[0] == 0x30)
        #expect(UInt(signature[1]) + 2 == answer.length)
    }

    @Test("A listed mechanism may fail, and faults come at the call that was named")
    func faults() throws {
        let (client, session) = try Self.loggedIn("mechanism.0x1 = rv:0x70\nfault.C_GetTokenInfo@2 = rv:0x32")
        #expect(client.signInit(session, CKM_RSA_PKCS, key: 1) == CKR_MECHANISM_INVALID)
        #expect(client.signInit(session, CKM_SHA256_RSA_PKCS, key: 1) == CKR_OK)
        var info = CK_TOKEN_INFO()
        let answers = (1...3).map { _ in unsafe client.functions.C_GetTokenInfo(0, &info) }
        #expect(answers == [CKR_OK, CKR_DEVICE_REMOVED, CKR_OK])
    }

    @Test("A token pulled out takes its sessions with it and can be put back")
    func removal() throws {
        let (client, session) = try Self.loggedIn("fault.C_SignInit = remove:0\nfault.C_GetSlotList = insert:0")
        #expect(client.signInit(session, CKM_RSA_PKCS, key: 1) == CKR_DEVICE_REMOVED)
        #expect(client.find(session).handles.isEmpty)
        #expect(client.open().rv == CKR_TOKEN_NOT_PRESENT)
        #expect(client.slots(room: nil).rv == CKR_OK)
        #expect(client.open().rv == CKR_OK)
    }

    @Test(
        "Sessions run out as the settings say",
        arguments: [("", CKR_SESSION_COUNT), ("session_limit = 7", CKR_ARGUMENTS_BAD)]
    )
    func sessions(settings: String, answer: UInt) throws {
        let client = try FaultClient(settings + "\ntoken.0.max_sessions = 2")
        #expect([client.open().rv, client.open().rv, client.open().rv] == [CKR_OK, CKR_OK, answer])
        #expect(client.tokenInfo().ulMaxSessionCount == 2)
    }

    @Test("Slot lists grow, race and overstate themselves")
    func slotLists() throws {
        let growing = try FaultClient("slots = 2\nslot_list = grows_on_query")
        #expect(growing.slots(room: 9) == Answer(rv: CKR_OK, length: 1))
        #expect(growing.slots(room: nil) == Answer(rv: CKR_OK, length: 2))
        #expect(growing.slots(room: 9) == Answer(rv: CKR_OK, length: 2))
        let racing = try FaultClient("slots = 2\nslot_list = races:2")
        #expect(racing.slots(room: 2) == Answer(rv: CKR_BUFFER_TOO_SMALL, length: 3))
        #expect(racing.slots(room: 3).rv == CKR_BUFFER_TOO_SMALL)
        #expect(racing.slots(room: 3) == Answer(rv: CKR_OK, length: 2))
        let overstating = try FaultClient("length.C_GetSlotList = unavailable\nlength.C_FindObjects = 1000")
        #expect(overstating.slots(room: nil).length == CK_UNAVAILABLE_INFORMATION)
        #expect(overstating.find(overstating.open().session, limit: 1).stated == 1000)
    }

    @Test(
        "Waiting for slot events answers as the settings say",
        arguments: [
            ("", CKR_NO_EVENT), ("wait = unsupported", CKR_FUNCTION_NOT_SUPPORTED),
            ("wait = removed", CKR_DEVICE_REMOVED),
            ("wait = event:0:0", CKR_OK),
        ]
    )
    func wait(settings: String, answer: UInt) throws {
        let client = try FaultClient(settings)
        #expect(client.wait(CKF_DONT_BLOCK) == answer)
        #expect(client.open().rv == (answer == CKR_OK ? CKR_TOKEN_NOT_PRESENT : CKR_OK))
    }

    @Test(
        "The extended information has the size that the library knows",
        arguments: [(256, 256, 256), (208, 256, 208), (256, 208, 208)]
    )
    func extendedInformation(library: UInt, asked: UInt, filled: UInt) throws {
        let client = try FaultClient("extension = 34\ntoken.0.extended_size = \(library)\ntoken.0.type = 0x69")
        var info = CK_TOKEN_INFO_EXTENDED()
        info.ulSizeofThisStructure = asked
        info.ulBatteryFlags = 77
        #expect(unsafe client.extended.C_EX_GetTokenInfoExtended(0, &info) == CKR_OK)
        #expect(info.ulSizeofThisStructure == filled)
        #expect(info.ulTokenType == TOKEN_TYPE_RUTOKEN_ECPDUAL_BT)
        #expect((info.ulBatteryFlags == 77) == (filled == 208))
        info.ulSizeofThisStructure = 0
        #expect(unsafe client.extended.C_EX_GetTokenInfoExtended(0, &info) == CKR_ARGUMENTS_BAD)
    }

    @Test("Calls are counted and the counts written when the library is finalised")
    func counts() async throws {
        let directory = try TemporaryDirectory()
        _ = try await LoadReport("use", FaultModule("count_file = \(directory.path("counts"))"))
        let text = try String(contentsOfFile: directory.path("counts"), encoding: .utf8)
        #expect(
            text == "C_Initialize 1\nC_Finalize 1\nC_GetFunctionList 1\nC_GetSlotList 1\nC_GetInterface 4\n"
                + "C_EX_GetFunctionListExtended 1\ncalls_of_jeton_threads 0\ncalls_of_other_threads 9\noperations 0\n"
        )
    }

    @Test("A stranger's client, pkcs11-tool, signs with the module and verifies; a wrong PIN stays wrong")
    func stranger() async throws {
        let module = try FaultModule(
            "interface = 3.0\nobject = class:private,label:k,id:01,keytype:rsa\nobject = class:public,id:01,keytype:rsa"
        )
        let directory = try TemporaryDirectory()
        let data = try directory.write("content", to: "data")
        let signature = directory.path("signature")
        func run(_ arguments: [String]) async throws -> ChildProcess.Output {
            try await ChildProcess.run(["pkcs11-tool", "--module", module.path] + arguments)
        }
        let key = ["-m", "SHA256-RSA-PKCS", "--id", "01", "-i", data]
        let signed = try await run(["--sign", "--login", "--pin", "1234", "-o", signature] + key)
        #expect(signed.exitStatus == 0, "\(signed.errorText)")
        let verified = try await run(["--verify", "--signature-file", signature] + key)
        #expect(verified.text.contains("Signature is valid"), "\(verified.errorText)")
        try directory.write("other content", to: "data")
        let refused = try await run(["--verify", "--signature-file", signature] + key)
        #expect(refused.text.contains("Invalid signature"), "\(refused.text) \(refused.errorText)")
        #expect(try await run(["--login", "--pin", "0000", "-O"]).errorText.contains("CKR_PIN_INCORRECT"))
    }
}
