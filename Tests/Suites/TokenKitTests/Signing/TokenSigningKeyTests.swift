import Cryptoki
import JetonASN1
import JetonOctets
import JetonX509
import TestRig
import Testing
import TokenKit

/// Keys of modules that encode points and signatures in their own ways, as `jeton` uses them.
@Suite("Keys of tokens")
struct TokenSigningKeyTests {
    private static let keys = """
        object = class:private,keytype:ec,label:k,id:01,sign:true
        object = class:public,keytype:ec,label:k,id:01
        object = class:public,keytype:ed25519,label:edwards,id:02

        """

    private static func login(_ session: inout Session, _ user: UserType = .user) throws {
        let pin = Array("1234".utf8)
        try session.login(user, pin: Secret(copying: pin.span))
    }

    private static func key(_ token: FaultToken, _ login: SignatureLogin? = nil) throws -> TokenSigningKey {
        var session = try Session(slot: token.slot)
        try Self.login(&session)
        let handle = try #require(session.find([.objectClass(.privateKey), .label("k")]).first)
        return try TokenSigningKey(handle, session: session, login: login)
    }

    @Test("P19: a public key is the same, in whichever form the module gives its point", arguments: ["k", "edwards"])
    func points(label: String) throws {
        var found: [PublicKey] = []
        for encoding in ["octet_string", "raw", "bit_string"] {
            let token = try FaultToken("ec_point = \(encoding)\n" + Self.keys)
            var session = try Session(slot: token.slot)
            let handle = try #require(session.find([.objectClass(.publicKey), .label(label)]).first)
            found.append(
                try #require(TokenPublicKey.make(session.attributes(TokenPublicKey.types, of: handle)), "\(encoding)")
            )
        }
        #expect(Set(found.map(\.derRepresentation)).count == 1)
    }

    @Test("P20: a signature is the same DER, whether the module gives r and s or the SEQUENCE of X9.62")
    func signatures() throws {
        let digest = [UInt8](repeating: 0x42, count: 32)
        var found: [[UInt8]] = []
        for form in ["raw", "x962"] {
            let token = try FaultToken("ecdsa_signature = \(form)\n" + Self.keys)
            found.append(try Self.key(token).sign(digest, algorithm: .ecdsa(.sha256)))
        }
        #expect(found[0] == found[1])
        #expect(try ECDSASignature(derRepresentation: found[0], orderLength: 32).r.count > 16)
    }

    @Test("P9: the PIN of a signature is got before the signature begins, and sent with no call between")
    func eachTime() async throws {
        let copy: FaultModuleCopy
        do {
            let token = try FaultToken(
                "context_login = strict\n"
                    + Self.keys.replacing("sign:true", with: "sign:true,always_authenticate:true")
            )
            copy = token.copy
            let slot = token.slot
            let login = SignatureLogin(
                read: {
                    _ = try slot.tokenInfo()
                    let pin = Array("1234".utf8)
                    return .pin(Secret(copying: pin.span))
                },
                send: { session, entry in
                    guard case .pin(let pin) = consume entry else { throw TestRigError("no PIN") }
                    try session.login(.contextSpecific, pin: pin)
                }
            )
            let key = try Self.key(token, login)
            #expect(key.alwaysAuthenticates)
            for _ in 0..<2 {
                #expect(try !key.sign([UInt8](repeating: 0x42, count: 32), algorithm: .ecdsa(.sha256)).isEmpty)
            }
        }
        let calls = try await copy.counts()
        #expect(calls["C_Login"] == 3)
        #expect(calls["C_Sign"] == 2)
    }

    @Test("A login that fails ends the signature, and the next one can begin")
    func refusedLogin() throws {
        let token = try FaultToken(
            "interface = 3.0\n" + Self.keys.replacing("sign:true", with: "sign:true,always_authenticate:true")
                + "fault.C_Login@2 = rv:0xA0\n"
        )
        let login = SignatureLogin(
            read: {
                let pin = Array("1234".utf8)
                return .pin(Secret(copying: pin.span))
            },
            send: { session, entry in
                guard case .pin(let pin) = consume entry else { throw TestRigError("no PIN") }
                try session.login(.contextSpecific, pin: pin)
            }
        )
        let key = try Self.key(token, login)
        let digest = [UInt8](repeating: 0x42, count: 32)
        let error = #expect(throws: CryptokiError.self) { try key.sign(digest, algorithm: .ecdsa(.sha256)) }
        #expect(error?.code == .pinIncorrect)
        #expect(try !key.sign(digest, algorithm: .ecdsa(.sha256)).isEmpty)
    }
}
