import Cryptoki
import JetonOctets
import Testing

@Suite("Pitfalls: sessions and logins")
struct SessionTests {
    private static func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8).span) }

    @Test("P6: a search always ends, so that the next operation on the session can begin")
    func searchEnds() async throws {
        let settings = FaultToken.keys + "fault.C_FindObjects@2 = rv:0x5\n"
        let calls = try await FaultToken.counting(settings) { token in
            var session = try token.session()
            #expect(throws: CryptokiError.self) { try session.find() }
            #expect(try session.find().count == 6)
        }
        #expect(calls["C_FindObjectsInit"] == 2)
        #expect(calls["C_FindObjectsFinal"] == 2)
    }

    @Test("P6: an operation that was left active is ended where the module can do that")
    func leftActive() throws {
        let token = try FaultToken(FaultToken.keys + "interface = 3.0\n")
        var session = try token.session()
        let key = try session.only(.privateKey, "rsa")
        try session.signInit(.rsaPKCS, key: key)
        #expect(try session.sign(digest, with: .rsaPKCS, key: key).count == 256)
        let old = try FaultToken(FaultToken.keys)
        var oldSession = try old.session()
        let oldKey = try oldSession.only(.privateKey, "rsa")
        try oldSession.signInit(.rsaPKCS, key: oldKey)
        let error = #expect(throws: CryptokiError.self) {
            try oldSession.sign(digest, with: .rsaPKCS, key: oldKey)
        }
        #expect(error?.code == .operationActive)
    }

    @Test("P8: a login holds for all sessions of the program, and so does a logout")
    func loginOfAll() throws {
        let token = try FaultToken()
        var first = try Session(slot: token.slot)
        var second = try Session(slot: token.slot, readWrite: true)
        #expect(try first.state() == .readOnlyPublic)
        try second.logIn(with: "1234")
        #expect(try first.state() == .readOnlyUser)
        #expect(try second.state() == .readWriteUser)
        try first.logout()
        #expect(try second.state() == .readWritePublic)
    }

    @Test("P9: a key that wants a login for each use gets it between Init and data, and nothing comes between")
    func contextLogin() async throws {
        let settings = """
            context_login = strict
            object = class:private,keytype:rsa,label:rsa,id:01,always_authenticate:true

            """
        let calls = try await FaultToken.counting(settings) { token in
            var session = try token.session()
            let key = try session.only(.privateKey, "rsa")
            #expect(try session.attributes([.alwaysAuthenticate], of: key).flag(.alwaysAuthenticate) == true)
            let refusal = #expect(throws: CryptokiError.self) {
                try session.sign(digest, with: .rsaPKCS, key: key)
            }
            #expect(refusal?.code == .userNotLoggedIn)
            for _ in 0..<2 {
                let signature = try session.sign(digest, with: .rsaPKCS, key: key) {
                    (session: inout Session) throws(CryptokiError) in
                    try session.logIn(.contextSpecific, with: "1234")
                }
                #expect(signature.count == 256)
            }
            #expect(throws: CryptokiError.self) {
                try session.sign(digest, with: .rsaPKCS, key: key) {
                    (session: inout Session) throws(CryptokiError) in
                    try session.logIn(.contextSpecific, with: "9999")
                }
            }
        }
        #expect(calls["C_Login"] == 4)
    }

    @Test("P24: an empty PIN is sent as an empty one, and only a protected path gets none")
    func emptyPIN() throws {
        let plain = try FaultToken("null_argument = crash\n")
        var session = try Session(slot: plain.slot)
        let error = #expect(throws: CryptokiError.self) { try session.logIn(with: "") }
        #expect(error?.code.isPINProblem == true)
        let path = try FaultToken("token.0.protected_path = true\n")
        #expect(try path.slot.tokenInfo().flags.contains(.protectedAuthenticationPath))
        var pathSession = try Session(slot: path.slot)
        try pathSession.loginOnProtectedPath()
        #expect(try pathSession.state().isUserLoggedIn)
    }

    @Test("P24: a PIN of any octets arrives whole, without an end mark")
    func oddPIN() throws {
        let token = try FaultToken("token.0.min_pin = 1\ntoken.0.max_pin = 64\n")
        var session = try Session(slot: token.slot, readWrite: true)
        let odd: [UInt8] = [0x31, 0xFF, 0x01, 0x80, 0x32]
        try session.changePIN(from: Self.secret("1234"), to: Secret(copying: odd.span))
        try session.login(pin: Secret(copying: odd.span))
        #expect(try session.state().isUserLoggedIn)
    }

    @Test("A wrong PIN costs one try, and the flags tell how many are left")
    func tries() throws {
        let token = try FaultToken("token.0.tries = 3\n")
        var session = try Session(slot: token.slot)
        var flags: [TokenFlags] = []
        for _ in 0..<3 {
            let error = #expect(throws: CryptokiError.self) { try session.logIn(with: "0000") }
            #expect(error?.code == .pinIncorrect)
            #expect(error?.code.consumedPINTry == true)
            flags.append(try token.slot.tokenInfo().flags)
        }
        #expect(flags[0].contains(.userPINCountLow))
        #expect(flags[1].contains(.userPINFinalTry))
        #expect(flags[2].contains(.userPINLocked))
        let error = #expect(throws: CryptokiError.self) { try session.logIn(with: "1234") }
        #expect(error?.code == .pinLocked)
        #expect(error?.code.consumedPINTry == false)
    }

    @Test(
        "P25: the limit of sessions is an error with its code, and closing makes room",
        arguments: [0xB1, 0x7] as [UInt]
    )
    func sessionLimit(_ code: UInt) throws {
        let token = try FaultToken("token.0.max_sessions = 2\nsession_limit = \(code)\n")
        let first = try Session(slot: token.slot)
        do {
            let second = try Session(slot: token.slot)
            let error = #expect(throws: CryptokiError.self) { _ = try Session(slot: token.slot) }
            #expect(error?.code == ReturnValue(rawValue: code))
            #expect(error?.function == .openSession)
            _ = second.isReadWrite
        }
        _ = try Session(slot: token.slot)
        _ = first.isReadWrite
    }

    @Test("A session that is let go of is closed, and one that is closed is closed once")
    func closing() async throws {
        let calls = try await FaultToken.counting("") { token in
            do { _ = try Session(slot: token.slot) }
            try Session(slot: token.slot).close()
        }
        #expect(calls["C_OpenSession"] == 2)
        #expect(calls["C_CloseSession"] == 2)
    }

    @Test("P18: the vector that the token made in place of the caller's is told")
    func vectorOfToken() throws {
        let own = [UInt8](repeating: 0x07, count: 12)
        for (settings, expected) in [("", own), ("gcm = writes_iv\n", [UInt8](repeating: 0xA5, count: 12))] {
            let token = try FaultToken(FaultToken.keys + settings)
            var session = try token.session()
            let key = try session.only(.secretKey, "aes")
            let plaintext = digest
            let result = try session.encryptGCM(plaintext.span, initializationVector: own, key: key)
            #expect(result.initializationVector == expected)
            #expect(!result.ciphertext.isEmpty)
        }
    }

    @Test(
        "P18: ulIvBits is set for modules that want it, and 0 for those that refuse it",
        arguments: ["iv_bits_required", "iv_bits_refused"]
    )
    func vectorBits(_ behaviour: String) throws {
        let token = try FaultToken(FaultToken.keys + "gcm = \(behaviour)\n")
        var session = try token.session()
        let key = try session.only(.secretKey, "aes")
        let mechanism = Mechanism(
            .aesGCM,
            .gcm(initializationVector: [UInt8](repeating: 7, count: 12), additionalData: [1], tagBits: 128)
        )
        let ciphertext = try session.encrypt(digest, with: mechanism, key: key)
        #expect(try session.decrypt(ciphertext, with: mechanism, key: key) == digest)
    }
}
