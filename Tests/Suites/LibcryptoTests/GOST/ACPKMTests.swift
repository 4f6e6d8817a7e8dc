import JetonLibcrypto
import JetonOctets
import TestRig
import Testing

@Suite("Re-keying (RFC 8645) built of AES, Kuznyechik and HMAC")
struct ACPKMTests {
    private static let initialKey = "000102030405060708090a0b0c0d0e0f0f0e0d0c0b0a09080706050403020100"
    private static let key = "8899aabbccddeeff0011223344556677fedcba98765432100123456789abcdef"
    private static let vector = "1234567890abcef0a1b2c3d4e5f00112"
    private static let plaintext = """
        1122334455667700ffeeddccbbaa9988 00112233445566778899aabbcceeff0a 112233445566778899aabbcceeff0a00
        2233445566778899aabbcceeff0a0011 33445566778899aabbcceeff0a001122 445566778899aabbcceeff0a00112233
        5566778899aabbcceeff0a0011223344
        """

    /// HKDF-Expand (RFC 5869, 2.3).
    private func expanded(_ key: [UInt8], _ label: String, count: Int) throws -> [UInt8] {
        var output: [UInt8] = []
        var block: [UInt8] = []
        while output.count < count {
            let message = block + label.utf8 + [UInt8(output.count / 32 + 1)]
            block = try HMAC.sha256(message.span, [UInt8]().span, key: key.span)
            output += block
        }
        return Array(output.prefix(count))
    }

    // MARK: Keys of frames (RFC 8645, A.1)

    @Test(
        "Parallel construction on AES-256 (RFC 8645, A.1.1), whose example numbers blocks from 1",
        arguments: [
            (1, "51168ab6c8a83865548531a5d2bac386647d5cd51c3d6298bc09b1d864ecd9b1"),
            (2, "6fedf5d377574875352b5f4db65be015b8029232d8d38d73fedcddc6c83678bd"),
            (3, "b6402485a424bd35b4264313762670b65bf3303d3b20eb14d13bb79174e3dbec"),
            (126, "2f3f151b538823cd7d03fc3dfdb3575e23e41c4e46ff6b3334122784ef5d8223"),
            (127, "8e5131fb0b64bbd0bcd4c57b1c66effd974375106caf5d5e41e017f4056305ed"),
            (128, "774fbfb32260c53ba38efeb1964676419449af842d8465a7f4f72cdca49d84f9"),
        ]
    )
    func parallelCipher(_ number: Int, _ expected: String) throws {
        let keys = try KeyedCipher.aes(Vector.octets(Self.initialKey)).numbered(from: 1, count: 128 * 32)
        #expect(Vector.text(keys[32 * (number - 1)..<32 * number]) == expected)
    }

    @Test(
        "Parallel construction on SHA-256 (RFC 8645, A.1.1)",
        arguments: [
            (1, "c1a14ca03029be439f353c791a514857267acd5ae87de7d1b2e2c7afa429bd35"),
            (2, "0368bb74412a98edc47b94ccdf9cf49ea9b8a95f0edc3c1e3bd2594dd17582d4"),
            (3, "2fd368d3a78f91e63b68dc2b411dac800ac3141d80263e61c90d24452abdb1ae"),
            (126, "55ac2b2500783ed4342b650e75e58b76c804e9d3b6087dc0702a99a4b585f1a1"),
            (127, "774d1588b04090e58c6ad75d0fcf0a4a6c23f1b391b1efdfe57764cd09f5bcaf"),
            (128, "e581fffb0c9088cde5f4a557b6abd22e94c3420641abc17266cc2f59749c86b3"),
        ]
    )
    func parallelHash(_ number: Int, _ expected: String) throws {
        let keys = try expanded(Vector.octets(Self.initialKey), "SHA2label", count: 128 * 32)
        #expect(Vector.text(keys[32 * (number - 1)..<32 * number]) == expected)
    }

    // The RFC prints the same K^i for every i: it encrypts under K*_1 throughout, where its formula has K*_i.
    @Test("Serial construction on AES-256 (RFC 8645, A.1.2), whose example never changes the key it encrypts under")
    func serialCipher() throws {
        let cipher = KeyedCipher.aes(try Vector.octets(Self.initialKey))
        #expect(
            Vector.text(try cipher.numbered(from: 0, count: 32))
                == "66b8bde5906cecdffa8ab2fd9284ebf051168ab6c8a83865548531a5d2bac386"
        )
        #expect(
            Vector.text(try cipher.numbered(from: 2, count: 32))
                == "647d5cd51c3d6298bc09b1d864ecd9b16fedf5d377574875352b5f4db65be015"
        )
    }

    @Test("Serial construction on SHA-256 (RFC 8645, A.1.2)")
    func serialHash() throws {
        let expected = [
            1: (
                "000102030405060708090a0b0c0d0e0f0f0e0d0c0b0a09080706050403020100",
                "2da8d1376cfd527ff736a4e281c60a9bf38e6697ed704fb5fb1033cceceed5ec"
            ),
            2: (
                "14655ad17c1986249bd356dfccbe736f52624a9de3cc406da948da5cd0688a04",
                "2fea8d572befb88942541b8c1b3f8db184f956c7fe0111991dfb9815fe6585cf"
            ),
            3: (
                "18f0b52ad245e193695340554370958d70f0208cdfb05d67cd1bbf9637d3e3eb",
                "53c74e79aebcd1c82404bff6d7b1acbff9c00efba8b948298737e1bae78ff792"
            ),
            126: (
                "a36dbf02aa0b424af2c04652688bc7e65ef162c3b32fddefe492795dbb450bca",
                "6c4bd622dc40480f29c390b8e5d7a734234d34652cce4a762cfe2a42c85bfe9a"
            ),
            127: (
                "845f493db8131d39362bbed3748f80a105a70737ba1572e07349c2675d0a28a1",
                "57f0bd5ab82af36b8733cff72262b4d0f0eeefe15074e5ba13c12368873629a2"
            ),
            128: (
                "52f20f565c9c5684af69ad45eeb8da4e7aa604863516ba98e4cb46d2e89ac109",
                "9bdd247df3254a75e022682568da9dd5c16d2d2b4f3f1f2b5e99827f15a14fa4"
            ),
        ]
        var state = try Vector.octets(Self.initialKey)
        var seen = 0
        for number in 1...128 {
            if let (printedState, printedKey) = expected[number] {
                #expect(Vector.text(state) == printedState, "K*_\(number)")
                #expect(Vector.text(try expanded(state, "SHA2label1", count: 32)) == printedKey, "K^\(number)")
                seen += 1
            }
            state = try expanded(state, "SHA2label2", count: 32)
        }
        #expect(seen == expected.count)
    }

    // MARK: Keys of sections (RFC 8645, A.2)

    @Test("CTR-ACPKM with AES-256 (RFC 8645, A.2.1)")
    func counter() throws {
        let ciphers = try KeyedCipher.sectionKeys(
            KeyedCipher.aes,
            Vector.octets(Self.key),
            section: 32,
            count: 112
        )
        #expect(
            ciphers.map { Vector.text($0.key) } == [
                Self.key,
                "f680d1212fa43df4ec3a91de2ab16f1b36b0488a4fc12e0998d2e4a888e84f3d",
                "8eb97e43271a42f1ca8ee25f5cc7c83b1ace9e5ed06aa53b57b96acf365d24b8",
                "c5716cc96798bc2d4a1787b78adf94ace816f80bdbbcad7d6078129c0cb402f5",
            ]
        )
        let output = try KeyedCipher.counter(
            Vector.octets(Self.plaintext),
            ciphers,
            section: 32,
            from: Vector.octets("1234567890abcef00000000000000000")
        )
        let expected = """
            ec5ccbde8c18d3b8725668d0a737f4581989e74232629d60997de24bc0e39fb8f5aaba0be364f053eef0bc15c2764cea
            9e7cc376bd8719c9770fca2de2a37cb55b2b771bf83a0517be042d8228fe2a95844e9f08fdf7b8944cb7aab7de3c67b4
            56b843fc3231de46d5ab14f8ac09c739
            """
        #expect(Vector.text(output) == Vector.normalized(expected))
    }

    @Test("GCM-ACPKM with AES-128 (RFC 8645, A.2.1)")
    func galoisCounter() throws {
        let ciphers = try KeyedCipher.sectionKeys(
            KeyedCipher.aes,
            [UInt8](repeating: 0, count: 16),
            section: 32,
            count: 48
        )
        #expect(ciphers.count == 2)
        #expect(Vector.text(ciphers[1].key) == "151a9fb0b6acc5976afb5031d1dec841")
        let sealed = try KeyedCipher.galoisCounter(
            [UInt8](repeating: 0, count: 48),
            ciphers,
            section: 32,
            nonce: [UInt8](repeating: 0, count: 12),
            associated: [0x11, 0x22, 0x33]
        )
        #expect(
            Vector.text(sealed.ciphertext)
                == "0388dace60b6a392f328c2b971b2fe78f795aaab494b5923f7fd89ff948bc1e0"
                + "d6b31246e9ce9ff13ab3427ee89196ad"
        )
        #expect(Vector.text(sealed.hash) == "e8ede9949add5530b0f44ef500fc3e3c")
        #expect(Vector.text(sealed.tag) == "b00f155a60a36551868b53a2a41b7b66")
    }

    /// K^1 to K^4 of the examples with AES-256.
    private func sections() throws -> [KeyedCipher] {
        let material = try KeyedCipher.material(
            KeyedCipher.aes,
            Vector.octets(Self.key),
            frequency: 64,
            count: 4 * 32
        )
        let expected = """
            9f10bbf13a79fbbd4a4ca864c490746439fe506d4b869b2103a3b6a479283c6077911750e0d177e59a13782bf18908d0
            ab6b59ee924905b3abc7a4e3696576c3e8762b308b08ebce3e939ac2c03e76d4609aabd9153313d3cfd394e775df3a94
            f2ee91456bdc3de4912c87c329cf31a92f202e5ac49a2a653133d6748c4ff912
            """
        #expect(Vector.text(material) == Vector.normalized(expected))
        return KeyedCipher.ciphers(KeyedCipher.aes, material, length: 32)
    }

    @Test("CTR-ACPKM-Master with AES-256 (RFC 8645, A.2.2)")
    func masterCounter() throws {
        let output = try KeyedCipher.counter(
            Vector.octets(Self.plaintext),
            sections(),
            section: 32,
            from: Vector.octets("1234567890abcef00000000000000000")
        )
        let expected = """
            9d8085c6f236123f7151d52b2433d4d4f6b787891c41789aab459bd31edb76ab5b256cc250e1051c8424c634dc0b2971
            010622fa07aa763e1bd3f3544f584ac69b4d38da9f33cb5665a2ed8fcb6684ca82b608f9d31b007f6a82eb87b1e7b9dc
            d74d9e8f0f9dff599bc935a716da7366
            """
        #expect(Vector.text(output) == Vector.normalized(expected))
    }

    @Test("GCM-ACPKM-Master with keys of 192 bits (RFC 8645, A.2.2)")
    func masterGaloisCounter() throws {
        let material = try KeyedCipher.material(
            KeyedCipher.aes,
            [UInt8](repeating: 0, count: 24),
            frequency: 48,
            count: 3 * 24
        )
        #expect(
            Vector.text(material)
                == "93baaffb35fbe739c17c6ac22eecf18f7b89f0bf8b180705"
                + "9648689f36a765cccd5dace20d47d918d786d041a83bab99"
                + "f5f8b106d27178b1b008c9990b72e2875a2d3cbef16e673c"
        )
        let sealed = try KeyedCipher.galoisCounter(
            [UInt8](repeating: 0, count: 80),
            KeyedCipher.ciphers(KeyedCipher.aes, material, length: 24),
            section: 32,
            nonce: [UInt8](repeating: 0, count: 12),
            associated: [0x11, 0x22, 0x33]
        )
        let expected = """
            43fa718164b1e3d71e7b6539a7021d52699b9e1b4324b7529574e790f2be60e81162c9902a2b777fd96ad61a99e0c6de
            4b91d429e31a8c11aff0bc47f680af14401cc11814638e762483377516347008
            """
        #expect(Vector.text(sealed.ciphertext) == Vector.normalized(expected))
        #expect(Vector.text(sealed.hash) == "6ea34bd56ac540b73e55d586d1cc097d")
        #expect(Vector.text(sealed.tag) == "cc3aba118ce785fd777894d4b52069f8")
    }

    @Test("CBC-ACPKM-Master with AES-256 (RFC 8645, A.2.2)")
    func masterChained() throws {
        let output = try KeyedCipher.chained(
            Vector.octets(Self.plaintext),
            sections(),
            section: 32,
            from: Vector.octets(Self.vector),
            feedsBack: false
        )
        let expected = """
            59cb5bcac2692c600d4603a0c740c97c80b60274548bf7c9781fa1058bf68b428c24fbcf6815b1af65fe477595b49759
            1965a500580d5023721be990e18330e956d834f46f0f4de62053a95cb5f63c1466682b8bdd6eb27edec751d62f45a545
            7f4d87f9cae9560979c4fafe340b4534
            """
        #expect(Vector.text(output) == Vector.normalized(expected))
    }

    @Test("CFB-ACPKM-Master with AES-256 (RFC 8645, A.2.2)")
    func masterFeedback() throws {
        let output = try KeyedCipher.chained(
            Array(Vector.octets(Self.plaintext).prefix(104)),
            sections(),
            section: 32,
            from: Vector.octets(Self.vector),
            feedsBack: true
        )
        let expected = """
            0d1bae1dad3be691563ccf53d8bf098b6bb3e771163ca07c9d8dac3c5ca8092484676c9f96f87d9b0661ab395386a988
            c2997608e6d3cf0c10f9738d0740c8a3cd06d916b5d957b98d0d51bbf24977ab4571e6f00e810ff8dde433bf0af42090
            c23ae1bfccb437b3
            """
        #expect(Vector.text(output) == Vector.normalized(expected))
    }

    @Test("OMAC-ACPKM-Master with AES-256 (RFC 8645, A.2.2)")
    func masterCode() throws {
        let material = try KeyedCipher.material(
            KeyedCipher.aes,
            Vector.octets(Self.key),
            frequency: 96,
            count: 3 * 48
        )
        let expected = """
            9f10bbf13a79fbbd4a4ca864c490746439fe506d4b869b2103a3b6a479283c6077911750e0d177e59a13782bf18908d0
            ab6b59ee924905b3abc7a4e3696576c39dcc66420dff455b21f393f0d4d66e67bb1b060b87666d087a9da74955c35b48
            f2ee91456bdc3de4912c87c329cf31a92f202e5ac49a2a653133d6748c4ff9127821c7c76cbd796356acf88e696a0007
            """
        #expect(Vector.text(material) == Vector.normalized(expected))
        let code = try KeyedCipher.code(
            Array(Vector.octets(Self.plaintext).prefix(80)),
            KeyedCipher.aes,
            material,
            section: 32
        )
        #expect(Vector.text(code) == "b3adb8921832054c0921e7b808cfa0b8")
    }

    @Test(
        "CTR-ACPKM over Kuznyechik and over Magma is the engine's, on random input",
        arguments: [1, 1024, 4097, 9000]
    )
    func engine(count: Int) async throws {
        let key = try Random.octets(32)
        let data = try Random.octets(count)
        let algorithms: [(String, KeyedCipher.Algorithm, Int, Int)] = [
            ("kuznyechik-ctr-acpkm", KeyedCipher.kuznyechik, 16, 4096), ("magma-ctr-acpkm", KeyedCipher.magma, 8, 1024),
        ]
        for (name, algorithm, blockLength, section) in algorithms {
            let vector = try Random.octets(blockLength / 2)
            let counter = vector + [UInt8](repeating: 0, count: blockLength / 2)
            let output = try KeyedCipher.counter(
                data,
                KeyedCipher.sectionKeys(algorithm, key, section: section, count: count),
                section: section,
                from: counter
            )
            let theirs = try await Engine.run(
                ["enc", "-engine", "gost", "-\(name)", "-K", Hex.encode(key), "-iv", Hex.encode(counter)],
                input: data
            )
            #expect(theirs == output, "\(name)")
        }
    }
}
