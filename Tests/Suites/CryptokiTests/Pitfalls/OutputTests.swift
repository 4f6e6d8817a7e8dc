import Cryptoki
import Testing

@Suite("Pitfalls: output")
struct OutputTests {
    @Test(
        "P1: a module that ends, refuses or runs the operation when asked for a length is never asked",
        arguments: ["normal", "ends", "rejected", "runs"]
    )
    func lengthQuery(_ behaviour: String) async throws {
        let calls = try await FaultToken.counting(FaultToken.keys + "length_query = \(behaviour)\n") { token in
            var session = try token.session()
            let key = try session.only(.privateKey, "rsa")
            let secret = try session.only(.secretKey, "aes")
            #expect(try session.sign(digest, with: .rsaPKCS, key: key).count == 256)
            try session.signInit(Mechanism(.sha256RSAPKCS), key: key)
            let part = digest
            try session.signUpdate(part.span)
            #expect(try session.signFinal().count == 256)
            #expect(try session.digest(digest, with: Mechanism(.sha256)).count == 32)
            let mechanism = Mechanism(.aesCBCPad, .octets([UInt8](repeating: 0, count: 16)))
            let ciphertext = try session.encrypt(digest, with: mechanism, key: secret)
            #expect(try session.decrypt(ciphertext, with: mechanism, key: secret) == digest)
        }
        #expect(calls["C_Sign"] == 1)
        #expect(calls["operations"] == 5)
    }

    @Test("P2: a module that never tells the length ends in an error, not a loop")
    func neverTellsLength() async throws {
        let settings = FaultToken.keys + "fault.C_Sign = rv:0x150\n"
        let calls = try await FaultToken.counting(settings) { token in
            var session = try token.session()
            let key = try session.only(.privateKey, "rsa")
            let error = #expect(throws: CryptokiError.self) {
                try session.sign(digest, with: .rsaPKCS, key: key)
            }
            #expect(error?.fault == .neverLargeEnough)
            #expect(error?.code == .bufferTooSmall)
            #expect(error?.function == .sign)
        }
        #expect((2...8).contains(calls["C_Sign", default: 0]))
    }

    @Test(
        "P2: a signature longer than expected is fetched at a further try, whether its length is told or not",
        arguments: ["normal", "keeps_length"]
    )
    func longerThanExpected(_ behaviour: String) throws {
        let token = try FaultToken(FaultToken.keys + "buffer_too_small = \(behaviour)\n")
        var session = try token.session()
        let key = try session.only(.privateKey, "rsa")
        #expect(try session.sign(digest, with: .rsaPKCS, key: key, expectedLength: 16).count == 256)
    }

    @Test(
        "P14: an impossible length is an error that names the function and the length",
        arguments: [
            ("C_Sign", Function.sign), ("C_Digest", .digest), ("C_Encrypt", .encrypt), ("C_FindObjects", .findObjects),
            ("C_GetSlotList", .getSlotList), ("C_GetMechanismList", .getMechanismList), ("C_WrapKey", .wrapKey),
        ],
        [UInt.max, 0xFFFF_FFFF, 100_000, UInt.max - 1]
    )
    func impossibleLength(_ liesIn: (name: String, function: Function), _ length: UInt) throws {
        let (name, function) = liesIn
        let error = #expect(throws: CryptokiError.self) {
            let liar = try FaultToken(FaultToken.keys + "length.\(name) = \(length)\n")
            switch function {
            case .getSlotList: _ = try liar.module.slots()
            case .getMechanismList: _ = try liar.slot.mechanisms()
            default:
                var session = try liar.session()
                if function == .findObjects {
                    _ = try session.find()
                    return
                }
                // The liar lies on searching as well only in the case above.
                let key = try session.only(.privateKey, "rsa")
                let secret = try session.only(.secretKey, "aes")
                let mechanism = Mechanism(.aesCBCPad, .octets([UInt8](repeating: 0, count: 16)))
                switch function {
                case .sign: _ = try session.sign(digest, with: .rsaPKCS, key: key)
                case .digest: _ = try session.digest(digest, with: Mechanism(.sha256))
                case .encrypt: _ = try session.encrypt(digest, with: mechanism, key: secret)
                default: _ = try session.wrapKey(secret, with: mechanism, wrappingKey: secret)
                }
            }
        }
        #expect(error?.function == function)
        #expect(error?.fault == .impossibleLength(length))
        #expect(error?.description.contains(name) == true)
    }

    @Test("A module that states more than it wrote shows nothing of this program's memory")
    func overstated() throws {
        let token = try FaultToken(FaultToken.keys + "length.C_Sign = 400\nlength.C_Digest = 60\n")
        var session = try token.session()
        let key = try session.only(.privateKey, "rsa")
        let signature = try session.sign(digest, with: .rsaPKCS, key: key)
        #expect(signature.count == 400)
        #expect(signature.dropFirst(256).allSatisfy { $0 == 0 })
        #expect(try session.digest(digest, with: Mechanism(.sha256)).dropFirst(32).allSatisfy { $0 == 0 })
    }

    @Test("P26: a mechanism that is listed and does not work is an error that names it")
    func advertisedMechanism() throws {
        let token = try FaultToken(FaultToken.keys + "mechanism.0x1 = rv:0x70\n")
        #expect(try token.slot.mechanisms().contains(.rsaPKCS))
        var session = try token.session()
        let key = try session.only(.privateKey, "rsa")
        let error = #expect(throws: CryptokiError.self) {
            try session.sign(digest, with: .rsaPKCS, key: key)
        }
        #expect(error?.code == .mechanismInvalid)
        #expect(error?.function == .signInit)
        #expect(error?.context.mechanism == .rsaPKCS)
    }

    @Test("P27: verify tells what the module says, and a signature of the wrong length is not one")
    func verification() throws {
        let token = try FaultToken(FaultToken.keys)
        var session = try token.session()
        let key = try session.only(.privateKey, "rsa")
        let publicKey = try session.only(.publicKey, "rsa")
        var signature = try session.sign(digest, with: .rsaPKCS, key: key)
        #expect(try session.verify(signature, of: digest, with: .rsaPKCS, key: publicKey))
        signature[9] ^= 1
        #expect(try !session.verify(signature, of: digest, with: .rsaPKCS, key: publicKey))
        signature.removeLast()
        #expect(try !session.verify(signature, of: digest, with: .rsaPKCS, key: publicKey))
        let credulous = try FaultToken(FaultToken.keys + "verify = accepts_all\n")
        var other = try credulous.session()
        let otherKey = try other.only(.publicKey, "rsa")
        #expect(try other.verify(signature, of: digest, with: .rsaPKCS, key: otherKey))
    }
}
