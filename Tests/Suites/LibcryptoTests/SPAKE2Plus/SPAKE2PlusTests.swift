import JetonLibcrypto
import JetonOctets
import Testing

@Suite("SPAKE2+ (RFC 9383)")
struct SPAKE2PlusTests {
    private static let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
    private static let w0 = "bb8e1bbcf3c48f62c08db243652ae55d3e5586053fca77102994f23ad95491b3"
    private static let w1 = "7e945f34d78785b8a3ef44d0df5a1a97d6b3b460409a345ca7830387a74b1dba"
    private static let x = "d1232c8e8693d02368976c174e2088851b8365d0d79a9eee709c6a05a2fad539"
    private static let y = "717a72348a182085109c8d3917d6c43d59b224dc6a7fc4f0483232fa6516d8b3"
    private static let point =
        "04eb7c9db3d9a9eb1f8adab81b5794c1f13ae3e225efbe91ea487425854c7fc00f"
        + "00bfedcbd09b2400142d40a14f2064ef31dfaa903b91d1faea7093d835966efd"

    private static func octets(_ hexadecimal: String) throws -> [UInt8] { try #require(Hex.decode(hexadecimal)) }

    private static func hex(_ secret: borrowing Secret) -> String {
        secret.withBytes { octets in Hex.encode((0..<octets.count).map { octets[$0] }) }
    }

    private static func parameters(
        _ context: String = "SPAKE2+-P256-SHA256-HKDF-SHA256-HMAC-SHA256 Test Vectors",
        _ prover: String = "client",
        _ verifier: String = "server"
    ) throws -> SPAKE2PlusParameters {
        try SPAKE2PlusParameters(
            context: Array(context.utf8),
            proverIdentity: Array(prover.utf8),
            verifierIdentity: Array(verifier.utf8)
        )
    }

    private static func password(_ w0: String = w0, _ w1: String = w1) throws -> SPAKE2PlusPassword {
        try SPAKE2PlusPassword(w0: secret(octets(w0)), w1: secret(octets(w1)))
    }

    private static func scalar(_ hexadecimal: String) throws -> SPAKE2PlusScalar {
        try SPAKE2PlusScalar(known: secret(octets(hexadecimal)))
    }

    // RFC 9383, appendix C, the first vector, compared with its text value by value. What is not typed here follows from
    // what is: the confirmations and K_shared are hashes over Z, V and TT.
    @Test("The vector of P256-SHA256-HKDF-SHA256-HMAC-SHA256, every value of both sides")
    func vector() throws {
        let parameters = try Self.parameters()
        let record = try Self.password().record()
        #expect(Self.hex(record.stored()) == Self.w0 + Self.point)
        let prover = try SPAKE2PlusProver(parameters, password: Self.password(), scalar: Self.scalar(Self.x))
        let proverShare = prover.share
        #expect(
            Hex.encode(proverShare)
                == "04ef3bd051bf78a2234ec0df197f7828060fe9856503579bb1733009042c15c0c1"
                + "de127727f418b5966afadfdd95a6e4591d171056b333dab97a79c7193e341727"
        )
        let verifier = try SPAKE2PlusVerifier(
            parameters,
            record: record,
            receiving: proverShare,
            scalar: Self.scalar(Self.y)
        )
        let confirmation = verifier.confirmation
        #expect(
            Hex.encode(verifier.share)
                == "04c0f65da0d11927bdf5d560c69e1d7d939a05b0e88291887d679fcadea75810fb"
                + "5cc1ca7494db39e82ff2f50665255d76173e09986ab46742c798a9a68437b048"
        )
        #expect(Hex.encode(confirmation) == "9747bcc4f8fe9f63defee53ac9b07876d907d55047e6ff2def2e7529089d3e68")
        let outcome = try prover.finish(receiving: verifier.share, confirmation: confirmation)
        #expect(Hex.encode(outcome.confirmation) == "926cc713504b9b4d76c9162ded04b5493e89109f6d89462cd33adc46fda27527")
        let key = "0c5f8ccd1413423a54f6c1fb26ff01534a87f893779c6e68666d772bfd91f3e7"
        #expect(Self.hex(outcome.key) == key)
        #expect(Self.hex(try verifier.finish(confirmation: outcome.confirmation)) == key)
    }

    /// One run; the error that the prover ends with, or else whether both have one key.
    private static func run(
        prover: SPAKE2PlusParameters,
        verifier: SPAKE2PlusParameters,
        password: consuming SPAKE2PlusPassword,
        record: borrowing SPAKE2PlusRecord
    ) throws(LibcryptoError) -> Bool {
        let first = try SPAKE2PlusProver(prover, password: password, scalar: SPAKE2PlusScalar())
        let second = try SPAKE2PlusVerifier(
            verifier,
            record: record,
            receiving: first.share,
            scalar: SPAKE2PlusScalar()
        )
        let outcome = try first.finish(receiving: second.share, confirmation: second.confirmation)
        let answer = outcome.confirmation
        let key = try second.finish(confirmation: answer)
        return key.equals(outcome.key)
    }

    @Test("Fresh runs agree; another password, context or identity does not")
    func runs() throws {
        let parameters = try Self.parameters()
        let record = try Self.password().record()
        for _ in 0..<20 {
            #expect(
                try Self.run(prover: parameters, verifier: parameters, password: Self.password(), record: record)
            )
        }
        let others = try [
            Self.parameters("another context"), Self.parameters("c", "client", "server"),
            Self.parameters("SPAKE2+-P256-SHA256-HKDF-SHA256-HMAC-SHA256 Test Vectors", "clien", "tserver"),
            Self.parameters("SPAKE2+-P256-SHA256-HKDF-SHA256-HMAC-SHA256 Test Vectors", "", ""),
        ]
        for other in others {
            #expect(throws: LibcryptoError(.notAuthentic)) {
                try Self.run(prover: other, verifier: parameters, password: Self.password(), record: record)
            }
            #expect(try Self.run(prover: other, verifier: other, password: Self.password(), record: record))
        }
        for (w0, w1) in [(Self.w1, Self.w1), (Self.w0, Self.w0)] {
            #expect(throws: LibcryptoError(.notAuthentic)) {
                try Self.run(prover: parameters, verifier: parameters, password: Self.password(w0, w1), record: record)
            }
        }
    }

    // scrypt of Python's hashlib with N = 16, r = 8, p = 1 over the three strings after their lengths, both halves modulo
    // the order.
    @Test("w0 and w1 are made of the password by scrypt")
    func scrypt() throws {
        let parameters = try Self.parameters()
        func make(_ password: String, _ salt: String = "salt of 16 bytes") throws(LibcryptoError) -> SPAKE2PlusPassword
        {
            try SPAKE2PlusPassword(
                secret(Array(password.utf8)),
                parameters: parameters,
                salt: Array(salt.utf8),
                log2Cost: 4,
                blockSize: 8,
                parallelism: 1
            )
        }
        let expected = try Self.password(
            "695ef12b1f81a0dc61457d76de0fcc31981deb804b9469d386a4a8c07bb427e9",
            "4293a80df7aa32ff9e9790280f2586d1701707789acb1c2c045d0118c6fef8e8"
        ).record()
        let made = try make("correct horse").record()
        #expect(Self.hex(made.stored()) == Self.hex(expected.stored()))
        for (password, salt) in [("correct horsf", "salt of 16 bytes"), ("correct horse", "salt of 16 byteS")] {
            let other = try make(password, salt).record()
            #expect(Self.hex(other.stored()) != Self.hex(expected.stored()))
        }
        #expect(throws: LibcryptoError(.invalidInput)) { _ = try make("").record().stored().count }
        #expect(throws: LibcryptoError(.invalidInput)) {
            _ = try make(String(repeating: "a", count: 1025)).record().stored().count
        }
    }

    /// Shares that are no uncompressed point of P-256.
    static let badShares: [String] = [
        "", "00", "04", String(repeating: "00", count: 65), "04" + String(repeating: "00", count: 64),
        "04" + String(repeating: "ff", count: 64), "05" + point.dropFirst(2), "06" + point.dropFirst(2),
        "07" + point.dropFirst(2), "00" + point.dropFirst(2), String(point.prefix(66)),
        "02" + point.dropFirst(2).prefix(64),
        String(point.dropLast(2)), point + "00", point.dropLast(1) + "e",
        // x of the point plus p: the same point with a coordinate that is not below the prime, if it fits.
        "04ffffffff00000001000000000000000000000000ffffffffffffffffffffffff" + point.suffix(64),
        // y instead of p - y, off by the prime.
        "04" + point.dropFirst(2).prefix(64) + "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
    ]

    @Test("A share that is not an uncompressed point is refused by both sides", arguments: badShares)
    func malformedShares(share: String) throws {
        let share = try Self.octets(share)
        let parameters = try Self.parameters()
        let record = try Self.password().record()
        #expect(throws: LibcryptoError(.invalidInput)) {
            _ = try SPAKE2PlusVerifier(parameters, record: record, receiving: share, scalar: SPAKE2PlusScalar()).share
        }
        #expect(throws: LibcryptoError(.invalidInput)) {
            let prover = try SPAKE2PlusProver(parameters, password: Self.password(), scalar: SPAKE2PlusScalar())
            _ = try prover.finish(receiving: share, confirmation: [UInt8](repeating: 0, count: 32)).confirmation
        }
    }

    // w0 * M and w0 * N for w0 = 1: M and N themselves, of RFC 9383, 4.
    @Test("A share that cancels the mask, so that the key would be known, is refused by both sides")
    func cancelingShares() throws {
        let one = String(repeating: "0", count: 63) + "1"
        let maskOfProver = try Self.octets(
            "04886e2f97ace46e55ba9dd7242579f2993b64e16ef3dcab95afd497333d8fa12f"
                + "5ff355163e43ce224e0b0e65ff02ac8e5c7be09419c785e0ca547d55a12e2d20"
        )
        let maskOfVerifier = try Self.octets(
            "04d8bbd6c639c62937b04d997f38c3770719c629d7014d49a24b4f98baa1292b49"
                + "07d60aa6bfade45008a636337f5168c64d9bd36034808cd564490b1e656edbe7"
        )
        let parameters = try Self.parameters()
        let record = try Self.password(one, Self.w1).record()
        #expect(throws: LibcryptoError(.invalidInput)) {
            _ = try SPAKE2PlusVerifier(parameters, record: record, receiving: maskOfProver, scalar: SPAKE2PlusScalar())
                .share
        }
        // The other side's constant is a share like any other.
        _ = try SPAKE2PlusVerifier(parameters, record: record, receiving: maskOfVerifier, scalar: SPAKE2PlusScalar())
            .share
        let confirmation = [UInt8](repeating: 0, count: 32)
        #expect(throws: LibcryptoError(.invalidInput)) {
            let prover = try SPAKE2PlusProver(parameters, password: Self.password(one), scalar: SPAKE2PlusScalar())
            _ = try prover.finish(receiving: maskOfVerifier, confirmation: confirmation).confirmation
        }
        #expect(throws: LibcryptoError(.notAuthentic)) {
            let prover = try SPAKE2PlusProver(parameters, password: Self.password(one), scalar: SPAKE2PlusScalar())
            _ = try prover.finish(receiving: maskOfProver, confirmation: confirmation).confirmation
        }
    }

    @Test("Every changed bit of a share or a confirmation ends the run")
    func changedMessages() throws {
        let parameters = try Self.parameters()
        let record = try Self.password().record()
        func attempt(share: Int?, verifierShare: Int?, confirmation: Int?, answer: Int?) throws(LibcryptoError) {
            func change(_ octets: [UInt8], _ bit: Int?) -> [UInt8] {
                guard let bit else { return octets }
                var octets = octets
                octets[bit / 8] ^= 1 << UInt8(bit % 8)
                return octets
            }
            let prover = try SPAKE2PlusProver(parameters, password: fixedPassword(), scalar: SPAKE2PlusScalar())
            let verifier = try SPAKE2PlusVerifier(
                parameters,
                record: record,
                receiving: change(prover.share, share),
                scalar: SPAKE2PlusScalar()
            )
            let outcome = try prover.finish(
                receiving: change(verifier.share, verifierShare),
                confirmation: change(verifier.confirmation, confirmation)
            )
            _ = try verifier.finish(confirmation: change(outcome.confirmation, answer)).count
        }
        func fixedPassword() throws(LibcryptoError) -> SPAKE2PlusPassword {
            try SPAKE2PlusPassword(
                w0: secret(Hex.decode(Self.w0) ?? []),
                w1: secret(Hex.decode(Self.w1) ?? [])
            )
        }
        try attempt(share: nil, verifierShare: nil, confirmation: nil, answer: nil)
        for bit in 0..<8 * 65 {
            #expect(throws: LibcryptoError.self) {
                try attempt(share: bit, verifierShare: nil, confirmation: nil, answer: nil)
            }
        }
        for bit in stride(from: 0, to: 8 * 65, by: 7) {
            #expect(throws: LibcryptoError.self) {
                try attempt(share: nil, verifierShare: bit, confirmation: nil, answer: nil)
            }
        }
        for bit in stride(from: 0, to: 256, by: 5) {
            #expect(throws: LibcryptoError(.notAuthentic)) {
                try attempt(share: nil, verifierShare: nil, confirmation: bit, answer: nil)
            }
            #expect(throws: LibcryptoError(.notAuthentic)) {
                try attempt(share: nil, verifierShare: nil, confirmation: nil, answer: bit)
            }
        }
    }

    @Test("Random shares are refused or end without a key")
    func randomShares() throws {
        let parameters = try Self.parameters()
        let record = try Self.password().record()
        for _ in 0..<200 {
            let share = try [0x04] + Random.octets(64)
            #expect(throws: LibcryptoError(.invalidInput)) {
                _ = try SPAKE2PlusVerifier(parameters, record: record, receiving: share, scalar: SPAKE2PlusScalar())
                    .share
            }
        }
    }

    @Test("Confirmations of another length do not match")
    func confirmationLengths() throws {
        let parameters = try Self.parameters()
        let record = try Self.password().record()
        for cut in [0, 1, 31] {
            #expect(throws: LibcryptoError(.notAuthentic)) {
                let prover = try SPAKE2PlusProver(parameters, password: Self.password(), scalar: SPAKE2PlusScalar())
                let verifier = try SPAKE2PlusVerifier(
                    parameters,
                    record: record,
                    receiving: prover.share,
                    scalar: SPAKE2PlusScalar()
                )
                let cut = Array(verifier.confirmation.prefix(cut))
                _ = try prover.finish(receiving: verifier.share, confirmation: cut).confirmation
            }
        }
    }

    @Test(
        "Scalars of zero, of the order and above, and other lengths, are refused",
        arguments: [
            String(repeating: "0", count: 64), order, String(repeating: "f", count: 64), "", "01",
            String(repeating: "1", count: 66),
        ]
    )
    func scalars(hexadecimal: String) throws {
        let parameters = try Self.parameters()
        #expect(throws: LibcryptoError(.invalidInput)) {
            _ = try SPAKE2PlusProver(parameters, password: Self.password(), scalar: Self.scalar(hexadecimal)).share
        }
        #expect(throws: LibcryptoError(.invalidInput)) {
            _ = try SPAKE2PlusProver(parameters, password: Self.password(hexadecimal), scalar: SPAKE2PlusScalar()).share
        }
        #expect(throws: LibcryptoError(.invalidInput)) {
            _ = try Self.password(Self.w0, hexadecimal).record().stored().count
        }
    }

    @Test("A record is stored and read again; one that holds no scalar or point is refused when it is used")
    func records() throws {
        let parameters = try Self.parameters()
        let stored = try Self.password().record().stored()
        #expect(stored.count == SPAKE2PlusRecord.length)
        #expect(
            try Self.run(
                prover: parameters,
                verifier: parameters,
                password: Self.password(),
                record: SPAKE2PlusRecord(stored: stored)
            )
        )
        for bad in [
            String(repeating: "0", count: 64) + Self.point, Self.order + Self.point,
            Self.w0 + "05" + Self.point.dropFirst(2),
            Self.w0 + Self.point.dropLast(1) + "e", Self.w0 + String(repeating: "0", count: 130),
        ] {
            let record = try SPAKE2PlusRecord(stored: secret(Self.octets(bad)))
            let prover = try SPAKE2PlusProver(parameters, password: Self.password(), scalar: SPAKE2PlusScalar())
            #expect(throws: LibcryptoError(.invalidInput)) {
                _ = try SPAKE2PlusVerifier(
                    parameters,
                    record: record,
                    receiving: prover.share,
                    scalar: SPAKE2PlusScalar()
                ).share
            }
        }
        for count in [0, 96, 98] {
            #expect(throws: LibcryptoError(.invalidInput)) {
                _ = try SPAKE2PlusRecord(stored: secret([UInt8](repeating: 1, count: count))).stored().count
            }
        }
    }

    @Test("Parameters have at most 64 KiB each")
    func longParameters() {
        let long = [UInt8](repeating: 1, count: 65_537)
        for (context, prover, verifier) in [(long, [], []), ([], long, []), ([], [], long)]
            as [([UInt8], [UInt8], [UInt8])]
        {
            #expect(throws: LibcryptoError(.invalidInput)) {
                try SPAKE2PlusParameters(context: context, proverIdentity: prover, verifierIdentity: verifier)
            }
        }
    }
}
