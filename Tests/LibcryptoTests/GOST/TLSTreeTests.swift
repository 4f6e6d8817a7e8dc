import Libcrypto
import Octets
import Testing

@Suite("Key derivation, CMAC and Kuznyechik in the cipher suites of TLS 1.2 (RFC 9189)")
struct TLSTreeTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let number: UInt64
        let keys: [String]
        var testDescription: String { "record \(number)" }
    }

    // RFC 9189, 8.1.1.
    private static let magma: [UInt64] = [0xFFFF_FFC0_0000_0000, 0xFFFF_FFFF_FE00_0000, 0xFFFF_FFFF_FFFF_F000]
    private static let kuznyechik: [UInt64] = [0xFFFF_FFFF_0000_0000, 0xFFFF_FFFF_FFF8_0000, 0xFFFF_FFFF_FFFF_FFC0]

    private static let macKey = "00112233445566778899aabbcceeff0a112233445566778899aabbcceeff0a00"
    private static let encryptionKey = "2233445566778899aabbcceeff0a001133445566778899aabbcceeff0a001122"

    private func octets(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
    }

    /// The keys of all three levels.
    private func tree(_ root: String, _ number: UInt64, _ masks: [UInt64]) throws -> [[UInt8]] {
        var key = try Vector.octets(root)
        return try masks.enumerated().map { level, mask in
            let label = Array("level\(level + 1)".utf8)
            let seed = octets(number & mask)
            let derived = try Streebog.keyTree(
                key: key.span,
                label: label.span,
                seed: seed.span,
                counterOctets: 1,
                count: 32
            )
            key = derived.withBytes { span in (0..<span.count).map { span[$0] } }
            return key
        }
    }

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
        #expect(try tree(Self.macKey, example.number, Self.magma).map { Vector.text($0) } == example.keys)
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
        #expect(try tree(Self.macKey, example.number, Self.kuznyechik).map { Vector.text($0) } == example.keys)
    }

    // RFC 9189, A.1.2.2: the number of a record of zeros, how many they are, and the check value.
    @Test(
        "CMAC of records",
        arguments: [
            (0, 15, "fd1719dd950837eb7c7bb8f500379981"), (63, 4096, "98462761d026244a2c0b7d1bcccbe7b0"),
            (64, 8192, "eac39787842b1dbd6080cc3fbfae5c2f"),
        ] as [(UInt64, Int, String)]
    )
    func recordCode(_ number: UInt64, _ count: Int, _ expected: String) throws {
        let key = try tree(Self.macKey, number, Self.kuznyechik)[2]
        let header: [UInt8] = [0x17, 3, 3, UInt8(count >> 8), UInt8(count & 0xFF)]
        let message = octets(number) + header + [UInt8](repeating: 0, count: count)
        #expect(Vector.text(try Kuznyechik.cmac(message.span, key: key.span)) == expected)
    }

    @Test("A whole record (RFC 9189, A.1.2.2)")
    func record() throws {
        let key = try tree(Self.encryptionKey, 0, Self.kuznyechik)[2]
        let plain = [UInt8](repeating: 0, count: 15) + (try Vector.octets("fd1719dd950837eb7c7bb8f500379981"))
        // The IV of record 0 is zero, so the counters are 0 and 1.
        let counters = [UInt8](repeating: 0, count: 31) + [1]
        let stream = try Kuznyechik.encrypt(counters.span, key: key.span)
        #expect(
            Vector.text(zip(plain, stream).map { $0 ^ $1 })
                == "4d1a305236573bffc14e46dcbe746db6c99a175a81c4711e2f84c392c5407c"
        )
    }
}
