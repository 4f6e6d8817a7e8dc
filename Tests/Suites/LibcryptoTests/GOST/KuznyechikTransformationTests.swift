import JetonLibcrypto
import JetonOctets
import Testing

/// What is inside the cipher can't be asked of a library: the text's own steps are checked, and then the library's
/// blocks against theirs.
@Suite("Kuznyechik step by step (RFC 7801, 5), and the library's blocks against the steps'")
struct KuznyechikTransformationTests {
    private typealias Reference = KuznyechikReference

    private static let key = "8899aabbccddeeff0011223344556677fedcba98765432100123456789abcdef"

    /// Checks that a transformation leads from each block to the next.
    private func expectChain(_ blocks: [String], _ transformation: ([UInt8]) -> [UInt8]) throws {
        for (block, next) in zip(blocks, blocks.dropFirst()) {
            #expect(Vector.text(transformation(try Vector.octets(block))) == next)
        }
    }

    @Test("Transformation S (RFC 7801, 5.1)")
    func substitution() throws {
        let blocks = [
            "ffeeddccbbaa99881122334455667700", "b66cd8887d38e8d77765aeea0c9a7efc", "559d8dd7bd06cbfe7e7b262523280d39",
            "0c3322fed531e4630d80ef5c5a81c50b", "23ae65633f842d29c5df529c13f5acda",
        ]
        try expectChain(blocks, Reference.substituted)
        try expectChain(blocks.reversed(), Reference.unsubstituted)
    }

    @Test("Transformation R (RFC 7801, 5.2)")
    func shift() throws {
        try expectChain(
            [
                "00000000000000000000000000000100", "94000000000000000000000000000001",
                "a5940000000000000000000000000000", "64a59400000000000000000000000000",
                "0d64a594000000000000000000000000",
            ],
            Reference.shifted
        )
    }

    @Test("Transformation L (RFC 7801, 5.3)")
    func mixing() throws {
        let blocks = [
            "64a59400000000000000000000000000", "d456584dd0e3e84cc3166e4b7fa2890d", "79d26221b87b584cd42fbc4ffea5de9a",
            "0e93691a0cfc60408b7b68f66b513c13", "e6a8094fee0aa204fd97bcb0b44b8580",
        ]
        try expectChain(blocks, Reference.mixed)
        try expectChain(blocks.reversed(), Reference.unmixed)
    }

    @Test("Key schedule (RFC 7801, 5.4)")
    func schedule() throws {
        #expect(
            Reference.constants.prefix(8).map { Vector.text($0) } == [
                "6ea276726c487ab85d27bd10dd849401", "dc87ece4d890f4b3ba4eb92079cbeb02",
                "b2259a96b4d88e0be7690430a44f7f03", "7bcd1b0b73e32ba5b79cb140f2551504",
                "156f6d791fab511deabb0c502fd18105", "a74af7efab73df160dd208608b9efe06",
                "c9e8819dc73ba5ae50f5b570561a6a07", "f6593616e6055689adfba18027aa2a08",
            ]
        )
        let key = try Vector.octets(Self.key)
        let first = Array(key.prefix(16))
        let summed = Reference.sum(first, Reference.constants[0])
        #expect(Vector.text(summed) == "e63bdcc9a09594475d369f2399d1f276")
        #expect(Vector.text(Reference.substituted(summed)) == "0998ca37a7947aabb78f4a5ae81b748a")
        #expect(Vector.text(Reference.round(first, Reference.constants[0])) == "3d0940999db75d6a9257071d5e6144a6")
        let states = [
            "c3d5fa01ebe36f7a9374427ad7ca8949", "37777748e56453377d5e262d90903f87", "f9eae5f29b2815e31f11ac5d9c29fb01",
            "e980089683d00d4be37dd3434699b98f", "b7bd70acea4460714f4ebe13835cf004", "1a46ea1cf6ccd236467287df93fdf974",
            "3d4553d8e9cfec6815ebadc40a9ffd04", "db31485315694343228d6aef8cc78c44",
        ]
        for (index, state) in Reference.schedule(key).prefix(8).enumerated() {
            let previous = index == 0 ? "8899aabbccddeeff0011223344556677" : states[index - 1]
            #expect(state.map { Vector.text($0) } == [states[index], previous])
        }
        #expect(
            Reference(key: key).roundKeys.map { Vector.text($0) } == [
                "8899aabbccddeeff0011223344556677", "fedcba98765432100123456789abcdef",
                "db31485315694343228d6aef8cc78c44", "3d4553d8e9cfec6815ebadc40a9ffd04",
                "57646468c44a5e28d3e59246f429f1ac", "bd079435165c6432b532e82834da581b",
                "51e640757e8745de705727265a0098b1", "5a7925017b9fdd3ed72a91a22286f984",
                "bb44e25378c73123a5f32f73cdb6e517", "72e9dd7416bcf45b755dbaa88e4a4043",
            ]
        )
    }

    @Test("Encryption, round by round (RFC 7801, 5.5)")
    func encryption() throws {
        let cipher = Reference(key: try Vector.octets(Self.key))
        let block = try Vector.octets("1122334455667700ffeeddccbbaa9988")
        let summed = Reference.sum(block, cipher.roundKeys[0])
        #expect(Vector.text(summed) == "99bb99ff99bb99ffffffffffffffffff")
        #expect(Vector.text(Reference.substituted(summed)) == "e87de8b6e87de8b6b6b6b6b6b6b6b6b6")
        #expect(
            cipher.encryptions(block).map { Vector.text($0) } == [
                "e297b686e355b0a1cf4a2f9249140830", "285e497a0862d596b36f4258a1c69072",
                "0187a3a429b567841ad50d29207cc34e", "ec9bdba057d4f4d77c5d70619dcad206",
                "1357fd11de9257290c2a1473eb6bcde1", "28ae31e7d4c2354261027ef0b32897df",
                "07e223d56002c013d3f5e6f714b86d2d", "cd8ef6cd97e0e092a8e4cca61b38bf65",
                "0d8e40e4a800d06b2f1b37ea379ead8e", "7f679d90bebc24305a468d42b9d4edcd",
            ]
        )
    }

    @Test("Decryption, round by round (RFC 7801, 5.6)")
    func decryption() throws {
        let cipher = Reference(key: try Vector.octets(Self.key))
        let block = try Vector.octets("7f679d90bebc24305a468d42b9d4edcd")
        let summed = Reference.sum(block, cipher.roundKeys[9])
        #expect(Vector.text(summed) == "0d8e40e4a800d06b2f1b37ea379ead8e")
        #expect(Vector.text(Reference.unmixed(summed)) == "8a6b930a52211b45c5baa43ff8b91319")
        #expect(
            cipher.decryptions(block).map { Vector.text($0) } == [
                "76ca149eef27d1b10d17e3d5d68e5a72", "5d9b06d41b9d1d2d04df7755363e94a9",
                "79487192aa45709c115559d6e9280f6e", "ae506924c8ce331bb918fc5bdfb195fa",
                "bbffbfc8939eaaffafb8e22769e323aa", "3cc2f07cc07a8bec0f3ea0ed2ae33e4a",
                "f36f01291d0b96d591e228b72d011c36", "1c4b0c1e950182b1ce696af5c0bfc5df",
                "99bb99ff99bb99ffffffffffffffffff", "1122334455667700ffeeddccbbaa9988",
            ]
        )
    }

    @Test("The library's blocks are those of the steps, on random keys and blocks")
    func agreement() throws {
        for _ in 0..<20 {
            let key = try Random.octets(32)
            let block = try Random.octets(16)
            let cipher = Reference(key: key)
            #expect(try Kuznyechik.encrypt(block.span, key: key.span) == cipher.encryptions(block).last)
            #expect(try Kuznyechik.decrypt(block.span, key: key.span) == cipher.decryptions(block).last)
        }
    }
}
