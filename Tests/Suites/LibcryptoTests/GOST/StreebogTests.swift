import JetonLibcrypto
import JetonOctets
import Testing

@Suite("Streebog and what is built on it, against the RFCs' examples")
struct StreebogTests {
    // RFC 6986, 10.1 and 10.2, which print messages and digests as numbers: here in the order of octets.
    @Test(
        "Digests (RFC 6986, 10.1.1, 10.1.2, 10.2.1 and 10.2.2)",
        arguments: [
            (
                """
                3031323334353637383930313233343536373839303132333435363738393031
                32333435363738393031323334353637383930313233343536373839303132
                """,
                """
                486f64c1917879417fef082b3381a4e2 11c324f074654c38823a7b76f830ad00
                fa1fbae42b1285c0352f227524bc9ab1 6254288dd6863dccd5b9f54a1ad0541b
                """,
                "00557be5e584fd52a449b16b0251d05d 27f94ab76cbaa6da890b59d8ef1e159d"
            ),
            (
                """
                d1e520e2e5f2f0e82c20d1f2f0e8e1eee6e820e2edf3f6e82c20e2e5fef2fa20
                f120eceef0ff20f1f2f0e5ebe0ece820ede020f5f0e0e1f0fbff20efebfaeafb
                20c8e3eef0e5e2fb
                """,
                """
                28fbc9bada033b1460642bdcddb90c3f b3e56c497ccd0f62b8a2ad4935e85f03
                7613966de4ee00531ae60f3b5a47f8da e06915d5f2f194996fcabf2622e6881e
                """,
                "508f7e553c06501d749a66fc28c6cac0 b005746d97537fa85d9e40904efed29d"
            ),
        ]
    )
    func digests(_ message: String, _ long: String, _ short: String) throws {
        let message = try Vector.octets(message)
        #expect(try Streebog.hash512(message.span) == Vector.littleEndian(long))
        #expect(try Streebog.hash256(message.span) == Vector.littleEndian(short))
    }

    private static let key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

    @Test("HMAC (RFC 7836, B, 1 and 2)")
    func authentication() throws {
        let key = try Vector.octets(Self.key)
        let message = try Vector.octets("0126bdb87800af214341456563780100")
        #expect(
            Vector.text(try Streebog.hmac256(key: key.span, message.span))
                == "a1aa5f7de402d7b3d323f2991c8d4534013137010a83754fd0af6d7cd4922ed9"
        )
        let long = """
            a59bab22ecae19c65fbde6e5f4e9f5d8549d31f037f9df9b905500e171923a77
            3d5f1530f2ed7e964cb2eedc29e9ad2f3afe93b2814f79f5000ffc0366c251e6
            """
        #expect(Vector.text(try Streebog.hmac512(key: key.span, message.span)) == Vector.normalized(long))
    }

    @Test("The pseudorandom functions of TLS (RFC 7836, B, 3 and 4)")
    func transportLayer() throws {
        let key = try Vector.octets(Self.key)
        let label = try Vector.octets("1122334455")
        let seed = try Vector.octets("18471d622dc655c4d2d2269691ca4a560b50aba663553af241f1ada882c9f29a")
        #expect(
            Vector.text(try PseudorandomFunction.transportLayer(key, label + seed, count: 64))
                == "ff09664a44745865944f839ebb48965f1544ff1cc8e8f16f247ee5f8a9ebe97f"
                + "c4e3c7900e46cad3db6a01643063040ec67fc0fd5cd9f90465235237bdff2c02"
        )
        let long = """
            f35187a3dc9655113a0e84d06fd7526c5fc1fbdec1a0e4673dd6d79d0b920e65
            ad1bc47bb083b3851cb7cd8e7e6a911a626cf02b29e9e4a58ed766a449a7296d
            e61a7a26c4d1caeecfd80cca65c71f0f88c1f822c0e8c0ad949d03fee139579f
            72ba0c3d32c5f954f1cccd54081fc7440278cba1fe7b7a17a986fdff5bd15d1f
            """
        let output = try PseudorandomFunction.transportLayer(
            key,
            label + seed,
            count: 128,
            code: PseudorandomFunction.long
        )
        #expect(Vector.text(output) == Vector.normalized(long))
    }

    @Test("The pseudorandom functions of IPsec (RFC 7836, B, 5 and 6)")
    func internetProtocol() throws {
        let key = try Vector.octets("c9a9a77320e2cc559ed72dce6f47e2192ccea95fa648670582c054c0ef36c221")
        let data = try Vector.octets("0126bdb878001d80603c8544c7270100")
        #expect(
            Vector.text(try PseudorandomFunction.internetProtocol(key, data, count: 64))
                == "2de5ee84e13d7be53616673913370ab054c074b79b69a8a84682a9f04fecd587"
                + "29f60dda457bf219aa2ef95d7a59be954de008f4a50d504dbdb690be68060153"
        )
        let long = """
            5da67143a5f12a6d6e4742596f39243fcc615745915b32591006ff78a20863d5
            f88e4afc17fbbe70b9509573db005e9626369846cb861999716c165dd06a1585
            4834495a43746cb53f0aba3bc46ebcf8773ca64ad343c122ee2a577557038157
            ee9c388d96ef71d58be5c1efa1afa95ebe83e39d00e19a5d03dcd60a01bca8e3
            """
        let output = try PseudorandomFunction.internetProtocol(
            key,
            data,
            count: 128,
            code: PseudorandomFunction.long
        )
        #expect(Vector.text(output) == Vector.normalized(long))
    }

    @Test("Key derivation (RFC 7836, B, 9 and 10)")
    func derivation() throws {
        let key = try Vector.octets(Self.key)
        let label = try Vector.octets("26bdb878")
        let seed = try Vector.octets("af21434145656378")
        let one = try Streebog.keyTree(
            key: key.span,
            label: label.span,
            seed: seed.span,
            counterOctets: 1,
            count: 32
        )
        #expect(Vector.text(one) == "a1aa5f7de402d7b3d323f2991c8d4534013137010a83754fd0af6d7cd4922ed9")
        let two = try Streebog.keyTree(
            key: key.span,
            label: label.span,
            seed: seed.span,
            counterOctets: 1,
            count: 64
        )
        #expect(
            Vector.text(two)
                == "22b6837845c6bef65ea71672b265831086d3c76aebe6dae91cad51d83f79d16b"
                + "074c9330599d7f8d712fca54392f4ddde93751206b3584c8f43f9e6dc51531f9"
        )
    }

    @Test(
        "Pitfall 6: The key tree is the HMACs that the RFC describes, for every length of the counter, as KBKDF is not",
        arguments: 1...4
    )
    func trees(counterOctets: Int) throws {
        let key = try Vector.octets(Self.key)
        let label = Array("label".utf8)
        let seed: [UInt8] = [9, 8, 7]
        for count in [1, 31, 32, 33, 64, 255, 256, 300] {
            var bits: [UInt8] = []
            var rest = count * 8
            while rest > 0 {
                bits.insert(UInt8(truncatingIfNeeded: rest), at: 0)
                rest >>= 8
            }
            var expected: [UInt8] = []
            var block: UInt32 = 1
            while expected.count < count {
                let counter = (0..<4).map { UInt8(truncatingIfNeeded: block >> (24 - 8 * $0)) }
                let message: [UInt8] = Array(counter.suffix(counterOctets)) + label + [0] + seed + bits
                expected += try Streebog.hmac256(key: key.span, message.span)
                block += 1
            }
            let tree = try Streebog.keyTree(
                key: key.span,
                label: label.span,
                seed: seed.span,
                counterOctets: counterOctets,
                count: count
            )
            #expect(Vector.text(tree) == Vector.text(expected.prefix(count)))
        }
    }

    @Test("A key tree has as many blocks as its counter can number, and no more")
    func treeLimits() throws {
        let key: [UInt8] = [1]
        let none: [UInt8] = []
        func count(_ counterOctets: Int, _ count: Int) throws -> Int {
            try Streebog.keyTree(
                key: key.span,
                label: none.span,
                seed: none.span,
                counterOctets: counterOctets,
                count: count
            ).count
        }
        #expect(try count(1, 255 * 32) == 255 * 32)
        #expect(throws: LibcryptoError(.invalidInput)) { try count(1, 255 * 32 + 1) }
        #expect(throws: LibcryptoError(.invalidInput)) { try count(0, 32) }
        #expect(throws: LibcryptoError(.invalidInput)) { try count(5, 32) }
        #expect(throws: LibcryptoError(.invalidInput)) { try count(1, 0) }
        #expect(throws: LibcryptoError(.invalidInput)) { try count(4, 1_048_577) }
        #expect(throws: LibcryptoError(.invalidInput)) { try count(4, -1) }
    }

    // RFC 9337, appendix A, without its example of 16777216 rounds.
    @Test(
        "PBKDF2 (RFC 9337, A)",
        arguments: [
            (
                "password", "salt", 1,
                """
                64770af7f748c3b1c9ac831dbcfd85c26111b30a8a657ddc3056b80ca73e040d
                2854fd36811f6d825cc4ab66ec0a68a490a9e5cf5156b3a2b7eecddbf9a16b47
                """
            ),
            (
                "password", "salt", 2,
                """
                5a585bafdfbb6e8830d6d68aa3b43ac00d2e4aebce01c9b31c2caed56f0236d4
                d34b2b8fbd2c4e89d54d46f50e47d45bbac301571743119e8d3c42ba66d348de
                """
            ),
            (
                "password", "salt", 4096,
                """
                e52deb9a2d2aaff4e2ac9d47a41f34c20376591c67807f0477e32549dc341bc7
                867c09841b6d58e29d0347c996301d55df0d34e47cf68f4e3c2cdaf1d9ab86c3
                """
            ),
            (
                "passwordPASSWORDpassword", "saltSALTsaltSALTsaltSALTsaltSALTsalt", 4096,
                """
                b2d8f1245fc4d29274802057e4b54e0a0753aa22fc53760b301cf008679e58fe
                4bee9addcae99ba2b0b20f431a9c5e50f395c89387d0945aedeca6eb4015dfc2
                bd2421ee9bb71183ba882ceebfef259f33f9e27dc6178cb89dc37428cf9cc52a
                2baa2d3a
                """
            ),
            (
                "pass\0word", "sa\0lt", 4096,
                """
                50df062885b69801a3c10248eb0a27ab6e522ffeb20c991c660f001475d73a4e
                167f782c18e97e92976d9c1d970831ea78ccb879f67068cdac1910740844e830
                """
            ),
        ]
    )
    func stretching(_ password: String, _ salt: String, _ iterations: Int, _ expected: String) throws {
        let password = Array(password.utf8)
        let salt = Array(salt.utf8)
        let expected = Vector.normalized(expected)
        let key = try Streebog.pbkdf2(
            password: password.span,
            salt: salt.span,
            iterations: iterations,
            count: expected.count / 2
        )
        #expect(Vector.text(key) == expected)
    }

    @Test("PBKDF2 takes an empty password and salt, and no senseless number", arguments: [0, -1, 1 << 32])
    func stretchingLimits(iterations: Int) throws {
        let none: [UInt8] = []
        #expect(throws: LibcryptoError(.invalidInput)) {
            _ = try Streebog.pbkdf2(password: none.span, salt: none.span, iterations: iterations, count: 32)
        }
        #expect(throws: LibcryptoError(.invalidInput)) {
            _ = try Streebog.pbkdf2(password: none.span, salt: none.span, iterations: 1, count: 0)
        }
        // One round of PBKDF2 is one HMAC of the salt and the number of the block.
        let block: [UInt8] = [0, 0, 0, 1]
        let key = try Streebog.pbkdf2(password: none.span, salt: none.span, iterations: 1, count: 64)
        #expect(Vector.text(key) == Vector.text(try Streebog.hmac512(key: none.span, block.span)))
    }
}
