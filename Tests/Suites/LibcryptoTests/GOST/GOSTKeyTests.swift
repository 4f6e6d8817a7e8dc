import JetonLibcrypto
import JetonOctets
import Testing

@Suite("GOST R 34.10 keys and VKO, against the RFCs' examples and with points that are none")
struct GOSTKeyTests {
    private func privateKey(_ hexadecimal: String, _ curve: GOSTCurve) throws -> GOSTPrivateKey {
        let octets = try Vector.octets(hexadecimal)
        return try GOSTPrivateKey(octets: octets.span, curve: curve)
    }

    @Test("VKO with both hash functions (RFC 7836, B, 7 and 8)")
    func agreement2012() throws {
        let first = try privateKey(
            """
            c990ecd972fce84ec4db022778f50fcac726f46708384b8d458304962d7147f8
            c2db41cef22c90b102f2968404f9b9be6d47c79692d81826b32b8daca43cb667
            """,
            .tc26ParamSet512A
        )
        let second = try privateKey(
            """
            48c859f7b6f11585887cc05ec6ef1390cfea739b1a18c0d4662293ef63b79e3b
            8014070b44918590b4b996acfea4edfbbbcccc8c06edd8bf5bda92a51392d0db
            """,
            .tc26ParamSet512A
        )
        #expect(
            Vector.text(first.publicKey.octets)
                == Vector.normalized(
                    """
                    aab0eda4abff21208d18799fb9a8556654ba783070eba10cb9abb253ec56dcf5
                    d3ccba6192e464e6e5bcb6dea137792f2431f6c897eb1b3c0cc14327b1adc0a7
                    914613a3074e363aedb204d38d3563971bd8758e878c9db11403721b48002d38
                    461f92472d40ea92f9958c0ffa4c93756401b97f89fdbe0b5e46e4a4631cdb5a
                    """
                )
        )
        #expect(
            Vector.text(second.publicKey.octets)
                == Vector.normalized(
                    """
                    192fe183b9713a077253c72c8735de2ea42a3dbc66ea317838b65fa32523cd5e
                    fca974eda7c863f4954d1147f1f2b25c395fce1c129175e876d132e94ed5a651
                    04883b414c9b592ec4dc84826f07d0b6d9006dda176ce48c391e3f97d102e03b
                    b598bf132a228a45f7201aba08fc524a2d77e43a362ab022ad4028f75bde3b79
                    """
                )
        )
        let ukm = try Vector.octets("1d80603c8544c727")
        let short = "c9a9a77320e2cc559ed72dce6f47e2192ccea95fa648670582c054c0ef36c221"
        let long = """
            79f002a96940ce7bde3259a52e015297adaad84597a0d205b50e3e1719f97bfa
            7ee1d2661fa9979a5aa235b558a7e6d9f88f982dd63fc35a8ec0dd5e242d3bdf
            """
        #expect(
            Vector.text(try first.agree(with: second.publicKey, ukm: ukm.span, by: .gost2012Hash256)) == short
        )
        #expect(
            Vector.text(try second.agree(with: first.publicKey, ukm: ukm.span, by: .gost2012Hash256)) == short
        )
        #expect(Vector.text(try first.agree(with: second.publicKey, ukm: ukm.span)) == Vector.normalized(long))
        #expect(Vector.text(try second.agree(with: first.publicKey, ukm: ukm.span)) == Vector.normalized(long))
    }

    /// RFC 4490, 9.2 and 9.3: the originator's key, UKM, the wrapped key and its check value, IV and octets of content.
    static let envelopes = [
        (
            """
            b35539f46781972ba5c4d9841f27fb81ed0832e69ad4f20078b8ff8364ead21d
            b0783c7dfe03c1f406e43bcc16b9c5f6f619371c17b8a0aac7d1a194b3a53620
            """,
            "2ff0f6d1864b328a", "16a31ce7ce4ee90df1ec746904681ec79f3aedb83b1f1d4a7ef9a5d9cb19d5e8", "93fd867e",
            "b735e17a0735a21d", "39b18af4bfa9e26525b655c9", false
        ),
        (
            """
            4d2b2f3390e6dca3dd552acddfe0effb31f7737e4effbf78898a2bc3cd319404
            4b0e6048961fdbc75d126fdab2408a77b5bdeaf2ec34cb239f9b8bdd9e12c0f6
            """,
            "9795e32c2bad2b0c", "6a2fa8210695689f9fe447aa9ecb61152b7e4160bc5d8dfbf53d281b189af975", "366d98b7",
            "bc108b1f0bff3429", "aa8e721dee4fb32ee30fa137", true
        ),
    ]

    @Test(
        "VKO of 2001 opens both messages of RFC 4490, 9.2 and 9.3, with the key of RFC 4491, 4.2",
        arguments: envelopes
    )
    func agreement2001(
        _ originator: String,
        _ ukm: String,
        _ wrapped: String,
        _ code: String,
        _ iv: String,
        _ content: String,
        _ isDiversified: Bool
    ) throws {
        let number = try Vector.littleEndian("0b293be050d0082bdae785631a6bab68f35b42786d6dda56afaf169891040f77")
        let recipient = try GOSTPrivateKey(
            octets: number.span,
            curve: .cryptoProA
        )
        #expect(
            Vector.text(recipient.publicKey.octets)
                == Vector.normalized(
                    """
                    8495687560021a407508cd138c31892cfde505037a435cf46d2b0fe74f327e57
                    8febcc16b9958803d09a7c85ae0fe48deaa6bb7e56c7cbb0df0f66bccaea1a60
                    """
                )
        )
        let peer = try GOSTPublicKey(octets: Vector.octets(originator), curve: .cryptoProA)
        let ukm = try Vector.octets(ukm)
        let cipher = GOST28147Reference.cryptoProA
        let agreed = try recipient.agree(with: peer, ukm: ukm.span)
        var key = Vector.octets(of: agreed)
        if isDiversified { key = cipher.diversified(key, ukm: ukm) }
        let contentKey = cipher.blocks(try Vector.octets(wrapped), key: key, encrypts: false)
        // RFC 4357, 6.1: the UKM is the check value's initial state.
        var checked = contentKey
        for index in 0..<8 { checked[index] ^= ukm[index] }
        #expect(Vector.text(try GOST28147.imit(checked.span, key: key.span)) == code)
        let first = cipher.blocks(try Vector.octets(iv), key: contentKey)
        let encrypted = try Vector.octets(content)
        let second = cipher.blocks(Array(encrypted[0..<8]), key: contentKey)
        let text = zip(encrypted, first + second).map { $0 ^ $1 }
        #expect(String(decoding: text, as: UTF8.self) == "sample text\n")
    }

    @Test("Both sides agree on the same, on every curve", arguments: GOSTCurve.allCases)
    func symmetry(curve: GOSTCurve) throws {
        let first = try GOSTPrivateKey(generatingOn: curve)
        let second = try GOSTPrivateKey(generatingOn: curve)
        let ukm = try Random.octets(8)
        let one = try first.agree(with: second.publicKey, ukm: ukm.span)
        let other = try second.agree(with: first.publicKey, ukm: ukm.span)
        #expect(Vector.text(one) == Vector.text(other))
        let next = ukm.map { $0 ^ 1 }
        let changed = try first.agree(with: second.publicKey, ukm: next.span)
        #expect(Vector.text(changed) != Vector.text(one))
        let reloaded = try first.octets.withBytes { try GOSTPrivateKey(octets: $0, curve: curve) }
        #expect(reloaded.publicKey == first.publicKey)
        #expect(try GOSTPublicKey(octets: first.publicKey.octets, curve: curve) == first.publicKey)
    }

    @Test("UKM: not zero, not zero modulo q, and of a length that the variant takes")
    func keyingMaterial() throws {
        let old = try GOSTPrivateKey(generatingOn: .cryptoProA)
        let oldPeer = try GOSTPrivateKey(generatingOn: .cryptoProA).publicKey
        let new = try GOSTPrivateKey(generatingOn: .tc26ParamSetA)
        let newPeer = try GOSTPrivateKey(generatingOn: .tc26ParamSetA).publicKey
        for count in [0, 1, 7, 9, 16, 32] {
            let ukm = [UInt8](repeating: 1, count: count)
            #expect(throws: LibcryptoError(.invalidInput)) { _ = try old.agree(with: oldPeer, ukm: ukm.span) }
        }
        for count in [8, 16, 32] {
            let zero = [UInt8](repeating: 0, count: count)
            #expect(throws: LibcryptoError(.invalidInput)) { _ = try old.agree(with: oldPeer, ukm: zero.span) }
            #expect(throws: LibcryptoError(.invalidInput)) { _ = try new.agree(with: newPeer, ukm: zero.span) }
        }
        for count in [0, 33, 64] {
            let ukm = [UInt8](repeating: 1, count: count)
            #expect(throws: LibcryptoError(.invalidInput)) { _ = try new.agree(with: newPeer, ukm: ukm.span) }
        }
        let order = try Vector.littleEndian("400000000000000000000000000000000fd8cddfc87b6635c115af556c360c67")
        #expect(throws: LibcryptoError(.invalidInput)) { _ = try new.agree(with: newPeer, ukm: order.span) }
        // The number counts, not its length.
        let short: [UInt8] = [5]
        let long: [UInt8] = [5] + [UInt8](repeating: 0, count: 31)
        let first = try new.agree(with: newPeer, ukm: short.span)
        let second = try new.agree(with: newPeer, ukm: long.span)
        #expect(Vector.text(first) == Vector.text(second))
    }

    @Test("The own key, the generator and a key of another curve are no peers", arguments: GOSTCurve.allCases)
    func peers(curve: GOSTCurve) throws {
        let key = try GOSTPrivateKey(generatingOn: curve)
        let ukm = [UInt8](repeating: 7, count: 8)
        #expect(throws: LibcryptoError(.invalidInput)) { _ = try key.agree(with: key.publicKey, ukm: ukm.span) }
        let one = [1] + [UInt8](repeating: 0, count: curve.fieldLength - 1)
        let trivial = try GOSTPrivateKey(octets: one.span, curve: curve)
        #expect(throws: LibcryptoError(.invalidInput)) { _ = try key.agree(with: trivial.publicKey, ukm: ukm.span) }
        #expect(throws: LibcryptoError(.invalidInput)) { _ = try trivial.agree(with: key.publicKey, ukm: ukm.span) }
        let other: GOSTCurve = curve == .cryptoProA ? .tc26ParamSetA : .cryptoProA
        let foreign = try GOSTPrivateKey(generatingOn: other).publicKey
        #expect(throws: LibcryptoError(.invalidInput)) { _ = try key.agree(with: foreign, ukm: ukm.span) }
    }

    @Test("A private key is a number from 1 to q - 1")
    func privateKeys() throws {
        let order = try Vector.littleEndian("400000000000000000000000000000000fd8cddfc87b6635c115af556c360c67")
        let below = [order[0] - 1] + order.dropFirst()
        let above = [order[0] + 1] + order.dropFirst()
        let one = [1] + [UInt8](repeating: 0, count: 31)
        let largest = try GOSTPrivateKey(octets: below.span, curve: .tc26ParamSetA).publicKey.octets
        let smallest = try GOSTPrivateKey(octets: one.span, curve: .tc26ParamSetA).publicKey.octets
        // (q - 1) P = -P.
        #expect(largest.prefix(32) == smallest.prefix(32))
        #expect(largest.suffix(32) != smallest.suffix(32))
        let refused = [
            order, above, [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0xFF, count: 32), [], [1],
            Array(below.dropLast()), below + [0],
        ]
        for octets in refused {
            #expect(throws: LibcryptoError(.invalidInput)) {
                _ = try GOSTPrivateKey(octets: octets.span, curve: .tc26ParamSetA)
            }
        }
    }

    // Calculated from RFC 7836, 5.2: the images of the points (0, -1) and (1, 0) of the twisted Edwards form, of
    // orders 2 and 4, and their sums with the generator.
    static let smallOrders = [
        (
            "order 2",
            """
            aa4aa1e7dc7530a67ec42a195cfe448758d978d4444b978e15ff95f573fe0001
            0000000000000000000000000000000000000000000000000000000000000000
            """
        ),
        (
            "order 4",
            """
            77592f8c11c5e7acc09d6af3d1805dbc5393c3955d5ab43875003505c6807f7f
            cd0e8ea4344fb70642d93fda75821835fbb94ac1180f1daa5f019f0f52827e7e
            """
        ),
        (
            "order 2q",
            """
            963e464632a6e9b4e215660688076c2b5c3a2a1dc9e480c3cdcee5f21a6b4718
            300007e55b375461335cc0ede8d786691396a3ab7fe0779940a1483b2e95fa4c
            """
        ),
        (
            "order 4q",
            """
            e13a955ad4e8b7328f9c185e898e547e1383a6e5c119ec453190c40c0921b9dd
            8a2d347e3deb96b2d966eb4e407139fdb1d1dfd5515cab7372dac4f360086b26
            """
        ),
    ]

    @Test("Pitfall 5: A point of small order, or with such a part, is no key", arguments: smallOrders)
    func smallOrder(_ name: String, _ octets: String) throws {
        let octets = try Vector.octets(octets)
        #expect(throws: LibcryptoError(.invalidInput)) { try GOSTPublicKey(octets: octets, curve: .tc26ParamSetA) }
    }

    @Test("A point that is not on the curve, or is written otherwise, is no key", arguments: GOSTCurve.allCases)
    func invalidPoints(curve: GOSTCurve) throws {
        let key = try GOSTPrivateKey(generatingOn: curve).publicKey.octets
        for bit in [0, 7, curve.fieldLength * 8, curve.fieldLength * 16 - 1] {
            var changed = key
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: LibcryptoError(.invalidInput)) { try GOSTPublicKey(octets: changed, curve: curve) }
        }
        let zero = [UInt8](repeating: 0, count: key.count)
        let ones = [UInt8](repeating: 0xFF, count: key.count)
        for octets in [zero, ones, [], Array(key.dropLast()), key + [0]] {
            #expect(throws: LibcryptoError(.invalidInput)) { try GOSTPublicKey(octets: octets, curve: curve) }
        }
    }

    // The coordinates of generators that have room for p more, and p as RFC 8133, appendix B, prints it.
    static let smallCoordinates: [(GOSTCurve, Int)] = [
        (.cryptoProA, 0), (.cryptoProB, 0), (.cryptoProB, 1), (.cryptoProC, 0), (.cryptoProC, 1),
        (.tc26ParamSet512A, 0), (.tc26ParamSet512B, 0), (.tc26ParamSet512B, 1),
    ]

    @Test("A coordinate that is not below p is refused, though the point is on the curve", arguments: smallCoordinates)
    func coordinates(_ curve: GOSTCurve, _ index: Int) throws {
        let length = curve.fieldLength
        let one = [1] + [UInt8](repeating: 0, count: length - 1)
        var octets = try GOSTPrivateKey(octets: one.span, curve: curve).publicKey.octets
        let vector = try #require(SESPAKEVector.all.first { $0.curve == curve })
        var carry = 0
        for (position, octet) in try Vector.littleEndian(vector.p).enumerated() {
            carry += Int(octets[length * index + position]) + Int(octet)
            octets[length * index + position] = UInt8(truncatingIfNeeded: carry)
            carry >>= 8
        }
        #expect(carry == 0)
        let refused = octets
        #expect(throws: LibcryptoError(.invalidInput)) { try GOSTPublicKey(octets: refused, curve: curve) }
    }
}
