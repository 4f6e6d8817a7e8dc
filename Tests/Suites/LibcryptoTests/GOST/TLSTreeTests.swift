import JetonLibcrypto
import JetonOctets
import Testing

@Suite("Key derivation, CMAC and Kuznyechik in the cipher suites of TLS 1.2 (RFC 9189)")
struct TLSTreeTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let number: UInt64
        let keys: [String]
        var testDescription: String { "record \(number)" }
    }

    private static let macKey = "00112233445566778899aabbcceeff0a112233445566778899aabbcceeff0a00"
    private static let encryptionKey = "2233445566778899aabbcceeff0a001133445566778899aabbcceeff0a001122"

    // RFC 9189, A.1.1.1.
    static let magmaExamples = [
        Example(
            number: 0,
            keys: [
                "f35589f09bf801b1ca114273b95fd6c1392e78f9fb814da05a7cca089ec86542",
                "5137d5c4a6e6be42c440d10a95eea07f089e740d3890eb52652c0cb93f207bb4",
                "19a76ed30f4d6d1f5b7263ec491ad83817c0b57d8a0356127140fb4f7425494d",
            ]
        ),
        Example(
            number: 4095,
            keys: [
                "f35589f09bf801b1ca114273b95fd6c1392e78f9fb814da05a7cca089ec86542",
                "5137d5c4a6e6be42c440d10a95eea07f089e740d3890eb52652c0cb93f207bb4",
                "19a76ed30f4d6d1f5b7263ec491ad83817c0b57d8a0356127140fb4f7425494d",
            ]
        ),
        Example(
            number: 4096,
            keys: [
                "f35589f09bf801b1ca114273b95fd6c1392e78f9fb814da05a7cca089ec86542",
                "5137d5c4a6e6be42c440d10a95eea07f089e740d3890eb52652c0cb93f207bb4",
                "fb30ee53cfcf89d748fc0c72ef160b8b53cbbbfd031282b026214ab2e07758ff",
            ]
        ),
        Example(
            number: 33554431,
            keys: [
                "f35589f09bf801b1ca114273b95fd6c1392e78f9fb814da05a7cca089ec86542",
                "5137d5c4a6e6be42c440d10a95eea07f089e740d3890eb52652c0cb93f207bb4",
                "b85b36dc2282326bc035c572dc93f18d83aa0174f394209a513bb374dc0935ae",
            ]
        ),
        Example(
            number: 33554432,
            keys: [
                "f35589f09bf801b1ca114273b95fd6c1392e78f9fb814da05a7cca089ec86542",
                "3fea5938da2bf8ddc47ec1dc556189667902be420df4c37daf21753bcb1dc7f3",
                "0fd7c09efdf8e81573eeccf86e4b95e3af7f34dab1177cfd7db97b6da906408a",
            ]
        ),
        Example(
            number: 274877906943,
            keys: [
                "f35589f09bf801b1ca114273b95fd6c1392e78f9fb814da05a7cca089ec86542",
                "abf3a537983a1b9840066de68a49bf25977ee5c3f52d333e3c220f1d15c50893",
                "480f9972baf25d4c369a96af91bca4553f79d8f0c5618b19fd44cfdc57fa3733",
            ]
        ),
        Example(
            number: 274877906944,
            keys: [
                "15600d9e8fa68554cf152dc74fbc425117b03e0976bb28ea9824c3b70f28cbd8",
                "6cc28eb0932472125c7ad3f80973b3c8c4137da573bc171a24edd4a371f1f873",
                "2528c1c6a8f0927bf2be27bb78d27f2146d65593b0c7173a06cb9d88df923265",
            ]
        ),
    ]

    @Test("TLSTREE with the constants of Magma", arguments: magmaExamples)
    func magmaTree(_ example: Example) throws {
        #expect(
            try TLSReference.tree(Vector.octets(Self.macKey), example.number, .magma).map { Vector.text($0) }
                == example.keys
        )
    }

    // RFC 9189, A.1.1.2.
    static let kuznyechikExamples = [
        Example(
            number: 0,
            keys: [
                "f35589f09bf801b1ca114273b95fd6c1392e78f9fb814da05a7cca089ec86542",
                "5137d5c4a6e6be42c440d10a95eea07f089e740d3890eb52652c0cb93f207bb4",
                "19a76ed30f4d6d1f5b7263ec491ad83817c0b57d8a0356127140fb4f7425494d",
            ]
        ),
        Example(
            number: 63,
            keys: [
                "f35589f09bf801b1ca114273b95fd6c1392e78f9fb814da05a7cca089ec86542",
                "5137d5c4a6e6be42c440d10a95eea07f089e740d3890eb52652c0cb93f207bb4",
                "19a76ed30f4d6d1f5b7263ec491ad83817c0b57d8a0356127140fb4f7425494d",
            ]
        ),
        Example(
            number: 64,
            keys: [
                "f35589f09bf801b1ca114273b95fd6c1392e78f9fb814da05a7cca089ec86542",
                "5137d5c4a6e6be42c440d10a95eea07f089e740d3890eb52652c0cb93f207bb4",
                "aebe1ef418713bf044b9fcd9e572d437fb38b5d829567a6f7918396d9f4e096b",
            ]
        ),
        Example(
            number: 524287,
            keys: [
                "f35589f09bf801b1ca114273b95fd6c1392e78f9fb814da05a7cca089ec86542",
                "5137d5c4a6e6be42c440d10a95eea07f089e740d3890eb52652c0cb93f207bb4",
                "6f18d4003ea2cb30f5fec193a234f07d7c4394987f50758de22b220d8a105106",
            ]
        ),
        Example(
            number: 524288,
            keys: [
                "f35589f09bf801b1ca114273b95fd6c1392e78f9fb814da05a7cca089ec86542",
                "f659eb85eebd2a8dcc1bb3f7c60057ff6d33b60f7465dd42b5112cf3a6b1ab66",
                "e54b16415b3b663e780b062d24f736c4495463c3a891e1fa46f7ae99fff9f378",
            ]
        ),
        Example(
            number: 4294967295,
            keys: [
                "f35589f09bf801b1ca114273b95fd6c1392e78f9fb814da05a7cca089ec86542",
                "f4bc101abb68862a8ce31ea00ddfa7feb82910f124f4b1e29ea83be006c2268d",
                "cf600904c71e7b88a49ac8e245774b3dbeedfb81de9a0e2f4e46c35607bc2f04",
            ]
        ),
        Example(
            number: 4294967296,
            keys: [
                "55cc95e0d1fb5485af8ef69acd72b232797cd2e85d86cdfd1de55bd1fa143778",
                "721691e101c42896a640ae183fbb445b76379c57e1fd8a7d49a623e4238c0e1d",
                "16180b24645400b836143837d86aac93952ae3eb8244d5ec2ab02cff30781138",
            ]
        ),
    ]

    @Test("TLSTREE with the constants of Kuznyechik", arguments: kuznyechikExamples)
    func kuznyechikTree(_ example: Example) throws {
        #expect(
            try TLSReference.tree(Vector.octets(Self.macKey), example.number, .kuznyechik).map { Vector.text($0) }
                == example.keys
        )
    }

    struct RecordExample: Sendable, CustomTestStringConvertible {
        let suite: TLSReference.Suite
        let number: UInt64
        /// Octets of the plaintext, which are zero.
        let count: Int
        let code: String
        /// What is printed of the record: its begin and its end.
        let begin: String
        let end: String
        var testDescription: String { "\(suite), record \(number)" }
    }

    // RFC 9189, A.1.2.1 and A.1.2.2.
    static let recordExamples = [
        RecordExample(
            suite: .magma,
            number: 0,
            count: 7,
            code: "f33eb6896fece286",
            begin: "170303000f9b420da86faf367f051443ce9c1072",
            end: ""
        ),
        RecordExample(
            suite: .magma,
            number: 4095,
            count: 1024,
            code: "58d3bb608fbc98b8",
            begin: """
                1703030408b711438b16201f3c49339521c9c8ca7566d4c20fd33e581f8007dc76043e2b35c8e84bb25508276613596f
                """,
            end: """
                e77770bf4517e1f8dd1b2c0564ad68fc4a889a48b8b1ff0ea4e1bb704d56a4752f51a582cc541a808f8c8b62976888c8
                1059de412763a3e0999acdda77
                """
        ),
        RecordExample(
            suite: .magma,
            number: 4096,
            count: 2048,
            code: "5055a26abe196381",
            begin: """
                17030308089995260703471deda2e655b6b393835e338b1ed00edd2247a2fb88fbb7a8948062088af32caeb6aa2c4f2a
                """,
            end: """
                7f0b2461e75fe10634b84dc57035725aca4f0cbca9b06cb9f76fbd2f80462b8d775ebd416f634139ac89c2ed3df19fe2
                4ef8c05aa890931b0186fd7ddf
                """
        ),
        RecordExample(
            suite: .kuznyechik,
            number: 0,
            count: 15,
            code: "fd1719dd950837eb7c7bb8f500379981",
            begin: "170303001f4d1a305236573bffc14e46dcbe746db6c99a175a81c4711e2f84c392c5407c",
            end: ""
        ),
        RecordExample(
            suite: .kuznyechik,
            number: 63,
            count: 4096,
            code: "98462761d026244a2c0b7d1bcccbe7b0",
            begin: """
                1703031010129351d26e140713a21b376824a22317cdc0d88e01cfa3fe21415f5c5e05869ccf38a51bc2e0ed689446a8
                """,
            end: """
                19ad998c062521e67b6359a4f5c816f9476ba7132682bba8ce0bedad65e420a297b6e2c61fa406d9b8ca36fd9fcd3aee
                2478f4d196
                """
        ),
        RecordExample(
            suite: .kuznyechik,
            number: 64,
            count: 8192,
            code: "eac39787842b1dbd6080cc3fbfae5c2f",
            begin: """
                1703032010e666bb98ac5b0f3931d8551b93368596eef0eba8269cb8bdaae7eb80c830d75ab7d46c2506dc8b83e1f2d3
                """,
            end: """
                b302672ccb0286cd4048fbd5381a655526112551014fa8edf5c21b7d1db39d6badec0d7c0705348b5c556c4d5081691a
                a9ec36f8b5
                """
        ),
    ]

    @Test("Records of CTR_OMAC: CMAC and CTR-ACPKM", arguments: recordExamples)
    func records(_ example: RecordExample) throws {
        let zeros = [UInt8](repeating: 0, count: example.count)
        let macKey = try TLSReference.tree(Vector.octets(Self.macKey), example.number, example.suite)[2]
        let header = [0x17, 3, 3] + KeyedCipher.number(example.count, count: 2)
        let message = KeyedCipher.number(Int(example.number), count: 8) + header + zeros
        let code =
            example.suite == .magma
            ? try KeyedCipher.magma(macKey).code(message) : try Kuznyechik.cmac(message.span, key: macKey.span)
        #expect(Vector.text(code) == example.code)

        var protection = TLSReference.Protection(
            suite: example.suite,
            macKey: try Vector.octets(Self.macKey),
            key: try Vector.octets(Self.encryptionKey),
            iv: [UInt8](repeating: 0, count: example.suite == .magma ? 4 : 8),
            number: example.number
        )
        let record = Vector.text(try protection.record(0x17, zeros))
        #expect(record.hasPrefix(Vector.normalized(example.begin)))
        #expect(record.hasSuffix(Vector.normalized(example.end)))
        if example.end.isEmpty { #expect(record == Vector.normalized(example.begin)) }
    }

    // RFC 9189, A.2.1, where the second record goes on with the first one's keystream and check value.
    @Test("Records of CNT_IMIT with param-Z, which the library has not")
    func continuedRecords() throws {
        var protection = TLSReference.Protection(
            suite: .gost28147,
            macKey: [UInt8](repeating: 0xFF, count: 32),
            key: [UInt8](repeating: 0, count: 32),
            iv: [UInt8](repeating: 0, count: 8)
        )
        let first = try protection.record(0x17, [UInt8](repeating: 0, count: 7))
        #expect(Vector.text(first) == "170303000b8671cdbf3c1aae0f624b04")
        let second = Vector.text(try protection.record(0x17, [UInt8](repeating: 0, count: 2048)))
        #expect(second.hasPrefix("1703030804cfaa0cb42fa5a47a133d73b9f2c0b04f8ca25552f856bcbe6a58fa"))
        #expect(second.hasSuffix("3ee2c76fa230a044be21dc8e1a96f9a8881fad834596968447"))
    }
}
