import Libcrypto
import Octets
import Testing

@Suite("Kuznyechik and MGM, against the RFCs' examples")
struct KuznyechikTests {
    private static let key = "8899aabbccddeeff0011223344556677fedcba98765432100123456789abcdef"

    @Test("A block (RFC 7801, 5.5 and 5.6)")
    func block() throws {
        let key = try Vector.octets(Self.key)
        let plain = try Vector.octets("1122334455667700ffeeddccbbaa9988")
        let encrypted = try Vector.octets("7f679d90bebc24305a468d42b9d4edcd")
        #expect(try Kuznyechik.encrypt(plain.span, key: key.span) == encrypted)
        #expect(try Kuznyechik.decrypt(encrypted.span, key: key.span) == plain)
        let several = plain + plain
        #expect(try Kuznyechik.encrypt(several.span, key: key.span) == encrypted + encrypted)
        let short = Array(plain.dropLast())
        #expect(throws: LibcryptoError(.invalidInput)) { try Kuznyechik.encrypt(short.span, key: key.span) }
        #expect(throws: LibcryptoError(.invalidInput)) { try Kuznyechik.encrypt(plain.span, key: plain.span) }
    }

    @Test("CMAC of the standard's example (GOST R 34.13-2015, A.1.6), which prints the first half")
    func code() throws {
        let key = try Vector.octets(Self.key)
        let message = try Vector.octets(
            """
            1122334455667700ffeeddccbbaa9988 00112233445566778899aabbcceeff0a
            112233445566778899aabbcceeff0a00 2233445566778899aabbcceeff0a0011
            """
        )
        #expect(Vector.text(try Kuznyechik.cmac(message.span, key: key.span).prefix(8)) == "336f4d296059fbe3")
    }

    @Test("CMAC in the private context, where the provider's own kuznyechik-mac does not work")
    func codes() throws {
        let key = try Vector.octets(Self.key)
        let zero = [UInt8](repeating: 0, count: 16)
        let ciphered = try Kuznyechik.encrypt(zero.span, key: key.span)
        // NIST SP 800-38B, 6.1 and 6.2, with blocks of 16 octets.
        func doubled(_ octets: [UInt8]) -> [UInt8] {
            var result = octets
            for index in octets.indices {
                result[index] = octets[index] << 1 | (index + 1 < octets.count ? octets[index + 1] >> 7 : 0)
            }
            if octets[0] >= 0x80 { result[15] ^= 0x87 }
            return result
        }
        for count in [0, 1, 15, 16, 17, 31, 32, 33, 64] {
            let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            let isWhole = count > 0 && count % 16 == 0
            var padded = message + (isWhole ? [] : [0x80])
            while padded.count % 16 != 0 { padded.append(0) }
            let subkey = isWhole ? doubled(ciphered) : doubled(doubled(ciphered))
            var state = zero
            for start in stride(from: 0, to: padded.count, by: 16) {
                let isLast = start + 16 == padded.count
                for index in 0..<16 { state[index] ^= padded[start + index] ^ (isLast ? subkey[index] : 0) }
                state = try Kuznyechik.encrypt(state.span, key: key.span)
            }
            #expect(try Kuznyechik.cmac(message.span, key: key.span) == state)
        }
        #expect(throws: LibcryptoError(.invalidInput)) { try Kuznyechik.cmac(zero.span, key: zero.span) }
    }

    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let key: String
        let nonce: String
        let associated: String
        let plaintext: String
        let ciphertext: String
        let tag: String
    }

    static let examples = [
        Example(
            testDescription: "RFC 9058, A.1.1",
            key: key,
            nonce: "1122334455667700ffeeddccbbaa9988",
            associated: """
                02020202020202020101010101010101 04040404040404040303030303030303 ea0505050505050505
                """,
            plaintext: """
                1122334455667700ffeeddccbbaa9988 00112233445566778899aabbcceeff0a
                112233445566778899aabbcceeff0a00 2233445566778899aabbcceeff0a0011 aabbcc
                """,
            ciphertext: """
                a9757b8147956e9055b8a33de89f42fc 8075d2212bf9fd5bd3f7069aadc16b39
                497ab15915a6ba85936b5d0ea9f6851c c60c14d4d3f883d0ab94420695c76deb 2c7552
                """,
            tag: "cf5d656f40c34f5c46e8bb0e29fcdb4c"
        ),
        Example(
            testDescription: "RFC 9058, A.1.2",
            key: "99aabbccddeeff0011223344556677fedcba98765432100123456789abcdef88",
            nonce: "1122334455667700ffeeddccbbaa9988",
            associated: "01010101010101010101010101010101",
            plaintext: "",
            ciphertext: "",
            tag: "7901e9ea2085cd247ed249695f9f8a85"
        ),
        Example(
            testDescription: "RFC 9227, A, 1",
            key: "2ff1c90ede786e061e17b374d782af7bd880bd527c66a2badc3e569aab271da4",
            nonce: "000000007b67e6f244f97f0678952e45",
            associated: "5146536b00000001",
            plaintext: """
                4500003c233500007f01eecc0a6f0ac5 0a6f0a1d0800f35b0200580061626364
                65666768696a6b6c6d6e6f7071727374 75767761626364656667686901020204
                """,
            ciphertext: """
                189d1288b718f9eabe554b239bee6596 c6d4eafd316496ef901cac316005aa07
                6297b224bf6d2be35fd6f67e7b9deb31 85ffe9179ca9bf0bdbafc23eae4da56f
                """,
            tag: "50b070a15a2bd9738689f8ed"
        ),
        Example(
            testDescription: "RFC 9227, A, 2",
            key: "9abac65778180e6f2af61fb8d571623666c2f5130d54e2116c7d530e6e7d48bc",
            nonce: "000000007b67e6f244f97f0678952e45",
            associated: "5146536b00000010",
            plaintext: """
                4500003c234800007f01eeb90a6f0ac5 0a6f0a1d0800e45b0200670061626364
                65666768696a6b6c6d6e6f7071727374 75767761626364656667686901020204
                """,
            ciphertext: """
                780a2c626232157bfe017632f32db4d0 a4fa612f66c2bf79d5e2149bac1dfc4b
                154b69034dc21def20906d596281127c ff7256abf00ba122bb5e6c71a4d49a4d
                """,
            tag: "c22f8740838e3dface91ccb8"
        ),
        Example(
            testDescription: "RFC 9227, A, 5",
            key: "98f10301810a041cdadde1bd85a08f218bacb57e0035e222c831e3e4f0a20c8f",
            nonce: "000000006c51cbac93c45bea9962791d",
            associated: """
                3dac926a000000010000000000000000 4500003c0cf100007f0105110a6f0ac5
                0a6f0a1d0800485c0200030061626364 65666768696a6b6c6d6e6f7071727374
                75767761626364656667686901020204
                """,
            plaintext: "",
            ciphertext: "",
            tag: "cac58ce5e88b4bf32d6cf04d"
        ),
        Example(
            testDescription: "RFC 9227, A, 6",
            key: "02c541877cc623f3f135919a7513b6f8a8a18cb26399862f50814f5291016784",
            nonce: "000000006c51cbac93c45bea9962791d",
            associated: """
                3dac926a000000060000000001000000 4500003c0cfb00007f0105070a6f0ac5
                0a6f0a1d0800435c0200080061626364 65666768696a6b6c6d6e6f7071727374
                75767761626364656667686901020204
                """,
            plaintext: "",
            ciphertext: "",
            tag: "babc67ec72a8c31a89b40e91"
        ),
    ]

    @Test("MGM", arguments: examples)
    func mgm(_ example: Example) throws {
        let key = try Vector.octets(example.key)
        let nonce = try Vector.octets(example.nonce)
        let associated = try Vector.octets(example.associated)
        let plaintext = try Vector.octets(example.plaintext)
        let tag = try Vector.octets(example.tag)
        let sealed = try KuznyechikMGM.seal(
            plaintext.span,
            key: key.span,
            nonce: nonce.span,
            authenticating: associated.span,
            tagCount: tag.count
        )
        #expect(Vector.text(sealed.ciphertext) == Vector.normalized(example.ciphertext))
        #expect(Vector.text(sealed.tag) == example.tag)
        let opened = try KuznyechikMGM.open(
            sealed.ciphertext.span,
            tag: tag.span,
            key: key.span,
            nonce: nonce.span,
            authenticating: associated.span
        )
        #expect(opened == plaintext)
    }

    @Test("A key that is kept seals and opens as one that is used once, for all lengths around whole blocks")
    func keptKey() throws {
        let octets = try Vector.octets(Self.key)
        var mgm = try KuznyechikMGM(key: octets.span)
        let lengths = [0, 1, 15, 16, 17, 31, 32, 33, 511, 512, 513, 1040]
        for (number, length) in lengths.enumerated() {
            var nonce = [UInt8](repeating: 0xFF, count: 16)
            nonce[0] = UInt8(number)
            let plaintext = try Random.octets(length)
            let associated = try Random.octets(lengths[lengths.count - 1 - number] + 1)
            let kept = try mgm.seal(
                plaintext.span,
                nonce: nonce.span,
                authenticating: associated.span,
                tagCount: 12
            )
            let once = try KuznyechikMGM.seal(
                plaintext.span,
                key: octets.span,
                nonce: nonce.span,
                authenticating: associated.span,
                tagCount: 16
            )
            #expect(kept.ciphertext == once.ciphertext)
            #expect(kept.tag == Array(once.tag.prefix(12)))
            #expect(
                try mgm.open(
                    kept.ciphertext.span,
                    tag: kept.tag.span,
                    nonce: nonce.span,
                    authenticating: associated.span
                ) == plaintext
            )
        }
    }

    @Test("MGM refuses every changed bit")
    func changes() throws {
        let key = try Vector.octets(Self.key)
        let nonce = try Vector.octets("1122334455667700ffeeddccbbaa9988")
        let plaintext = Array("seventeen octets.".utf8)
        let associated: [UInt8] = [1, 2, 3]
        let sealed = try KuznyechikMGM.seal(
            plaintext.span,
            key: key.span,
            nonce: nonce.span,
            authenticating: associated.span,
            tagCount: 12
        )
        func expectRefusal(_ ciphertext: [UInt8], _ tag: [UInt8], _ nonce: [UInt8], _ associated: [UInt8]) {
            #expect(throws: LibcryptoError(.notAuthentic)) {
                try KuznyechikMGM.open(
                    ciphertext.span,
                    tag: tag.span,
                    key: key.span,
                    nonce: nonce.span,
                    authenticating: associated.span
                )
            }
        }
        func flips(_ octets: [UInt8]) -> [[UInt8]] {
            (0..<octets.count * 8).map { bit in
                var changed = octets
                changed[bit / 8] ^= 1 << UInt8(bit % 8)
                return changed
            }
        }
        for changed in flips(sealed.ciphertext) { expectRefusal(changed, sealed.tag, nonce, associated) }
        for changed in flips(sealed.tag) { expectRefusal(sealed.ciphertext, changed, nonce, associated) }
        for changed in flips(associated) { expectRefusal(sealed.ciphertext, sealed.tag, nonce, changed) }
        for changed in flips(nonce) where changed[0] < 0x80 {
            expectRefusal(sealed.ciphertext, sealed.tag, changed, associated)
        }
        expectRefusal(Array(sealed.ciphertext.dropLast()), sealed.tag, nonce, associated)
        expectRefusal(sealed.ciphertext + [0], sealed.tag, nonce, associated)
        expectRefusal(sealed.ciphertext, sealed.tag, nonce, associated + [0])
    }

    @Test("MGM refuses what the RFC forbids")
    func limits() throws {
        let key = try Vector.octets(Self.key)
        let nonce = [UInt8](repeating: 0x7F, count: 16)
        let none: [UInt8] = []
        let one: [UInt8] = [1]
        func seal(_ plaintext: [UInt8], _ nonce: [UInt8], _ associated: [UInt8], _ tagCount: Int) throws -> Int {
            try KuznyechikMGM.seal(
                plaintext.span,
                key: key.span,
                nonce: nonce.span,
                authenticating: associated.span,
                tagCount: tagCount
            ).tag.count
        }
        for count in 4...16 { #expect(try seal(one, nonce, none, count) == count) }
        for count in [-1, 0, 3, 17] {
            #expect(throws: LibcryptoError(.invalidInput)) { try seal(one, nonce, none, count) }
        }
        #expect(throws: LibcryptoError(.invalidInput)) { try seal(none, nonce, none, 16) }
        #expect(throws: LibcryptoError(.invalidInput)) { try seal(one, [0x80] + nonce.dropFirst(), none, 16) }
        #expect(throws: LibcryptoError(.invalidInput)) { try seal(one, nonce + [0], none, 16) }
        #expect(throws: LibcryptoError(.invalidInput)) { try seal(one, none, none, 16) }
        #expect(throws: LibcryptoError(.invalidInput)) { _ = try KuznyechikMGM(key: nonce.span) }
        let top = [0x80] + nonce.dropFirst()
        #expect(throws: LibcryptoError(.invalidInput)) {
            try KuznyechikMGM.open(one.span, tag: nonce.span, key: key.span, nonce: top.span, authenticating: none.span)
        }
        #expect(throws: LibcryptoError(.invalidInput)) {
            try KuznyechikMGM.open(
                none.span,
                tag: nonce.span,
                key: key.span,
                nonce: nonce.span,
                authenticating: none.span
            )
        }
    }

    // RFC 9227, appendix A, 1 to 8: the root key, i1, i2, i3, K_msg.
    @Test(
        "Keys of messages (RFC 9227, A)",
        arguments: [
            (
                "b6180c145c512dbd69d9cea92cac1b5ce1bcfa73792d61af0b440d84b522cc38", 0, 0,
                "2ff1c90ede786e061e17b374d782af7bd880bd527c66a2badc3e569aab271da4"
            ),
            (
                "b6180c145c512dbd69d9cea92cac1b5ce1bcfa73792d61af0b440d84b522cc38", 1, 1,
                "9abac65778180e6f2af61fb8d571623666c2f5130d54e2116c7d530e6e7d48bc"
            ),
            (
                "5b50bf3378870238f3ca740fd124ba6c2283ef589be6f46a894aa35d5f06b203", 0, 0,
                "256521e270b74a164dfc26e6bf0cca765e9d41027d4b7b19762b1cc901dcde7f"
            ),
            (
                "5b50bf3378870238f3ca740fd124ba6c2283ef589be6f46a894aa35d5f06b203", 1, 1,
                "20e046d409839b23f066a50a7a065b4a39244f0e29ef1e6f2e5d2e1355f5da08"
            ),
            (
                "98bd34ce3be19a3465e487c0064883f488cc239263dc3204919b643fe757b2be", 0, 0,
                "98f10301810a041cdadde1bd85a08f218bacb57e0035e222c831e3e4f0a20c8f"
            ),
            (
                "98bd34ce3be19a3465e487c0064883f488cc239263dc3204919b643fe757b2be", 0, 1,
                "02c541877cc623f3f135919a7513b6f8a8a18cb26399862f50814f5291016784"
            ),
            (
                "d065b530fa20b824c7570c1d862ae3392c1c076dfada6975744a07a8857dbd30", 0, 0,
                "4c614599a0a067f19487240ae100e1b7eaf23edaf87e387350861c683ba40446"
            ),
            (
                "d065b530fa20b824c7570c1d862ae3392c1c076dfada6975744a07a8857dbd30", 0, 1,
                "b4f3f90dc487fab8c4afd0eb4549f2f0e43632b67919372e1e9609eaf0b8e228"
            ),
        ] as [(String, UInt16, UInt16, String)]
    )
    func messageKeys(_ root: String, _ second: UInt16, _ third: UInt16, _ expected: String) throws {
        let root = try Vector.octets(root)
        let key = try MessageKeyTree.key(root: root.span, first: 0, second: second, third: third)
        #expect(Vector.text(key) == expected)
    }

    @Test("Every level of the tree of message keys counts, in network byte order")
    func levels() throws {
        let root = try Vector.octets(Self.key)
        func child(_ key: [UInt8], _ label: String, _ seed: [UInt8]) throws -> [UInt8] {
            let label = Array(label.utf8)
            let tree = try Streebog.keyTree(
                key: key.span,
                label: label.span,
                seed: seed.span,
                counterOctets: 1,
                count: 32
            )
            return tree.withBytes { span in (0..<span.count).map { span[$0] } }
        }
        let first = try child(root, "level1", [0, 0xAB])
        let second = try child(first, "level2", [0x12, 0x34])
        let expected = try child(second, "level3", [0xFE, 0xDC])
        let key = try MessageKeyTree.key(root: root.span, first: 0xAB, second: 0x1234, third: 0xFEDC)
        #expect(Vector.text(key) == Vector.text(expected))
    }
}
