import JetonLibcrypto

/// What the cipher suites of RFC 9189 are made of.
enum TLSReference {
    typealias Suite = TLSHandshakeVector.Suite

    /// TLSTREE (RFC 9189, 8.1): the keys of all three levels for the number of a record.
    static func tree(_ root: [UInt8], _ number: UInt64, _ suite: Suite) throws -> [[UInt8]] {
        // RFC 9189, 8.1.1.
        let masks: [UInt64] =
            suite == .magma
            ? [0xFFFF_FFC0_0000_0000, 0xFFFF_FFFF_FE00_0000, 0xFFFF_FFFF_FFFF_F000]
            : [0xFFFF_FFFF_0000_0000, 0xFFFF_FFFF_FFF8_0000, 0xFFFF_FFFF_FFFF_FFC0]
        var key = root
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
            key = Vector.octets(of: derived)
            return key
        }
    }

    private static func octets(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
    }

    // MARK: Key exchange

    /// KEG (RFC 9189, 8.3.1): K_Exp_MAC and K_Exp_ENC; or KEG_28147 (8.3.2): K_EXP.
    static func exportKeys(
        _ suite: Suite,
        _ key: borrowing GOSTPrivateKey,
        _ peer: GOSTPublicKey,
        _ hash: [UInt8]
    ) throws -> [UInt8] {
        if suite == .gost28147 {
            return GOST28147Reference.paramZ.diversified(try agreed(key, peer, hash), ukm: Array(hash.prefix(8)))
        }
        let ukm = Array(hash.prefix(16).reversed())
        if key.curve.fieldLength == 64 {
            return Vector.octets(of: try key.agree(with: peer, ukm: ukm.span, by: .gost2012Hash512))
        }
        let agreed = Vector.octets(of: try key.agree(with: peer, ukm: ukm.span, by: .gost2012Hash256))
        let label = Array("kdf tree".utf8)
        let seed = Array(hash[16..<24])
        return Vector.octets(
            of: try Streebog.keyTree(
                key: agreed.span,
                label: label.span,
                seed: seed.span,
                counterOctets: 1,
                count: 64
            )
        )
    }

    /// R of KEG_28147, before it is diversified.
    static func agreed(
        _ key: borrowing GOSTPrivateKey,
        _ peer: GOSTPublicKey,
        _ hash: [UInt8]
    ) throws -> [UInt8] {
        let ukm = Array(hash.prefix(8))
        return Vector.octets(of: try key.agree(with: peer, ukm: ukm.span, by: .gost2012Hash256))
    }

    private static func algorithm(_ suite: Suite) -> KeyedCipher.Algorithm {
        suite == .magma ? KeyedCipher.magma : KeyedCipher.kuznyechik
    }

    /// KExp15 (RFC 9189, 8.2.1), or KExp28147 (8.2.2), of a secret.
    static func exported(_ suite: Suite, _ secret: [UInt8], keys: [UInt8], hash: [UInt8]) throws -> [UInt8] {
        if suite == .gost28147 {
            let iv = Array(hash.prefix(8))
            let cipher = GOST28147Reference.paramZ
            return iv + cipher.blocks(secret, key: keys) + cipher.checkValue(secret, key: keys, iv: iv)
        }
        let macCipher = algorithm(suite)(Array(keys.prefix(32)))
        let half = macCipher.blockLength / 2
        let iv = Array(hash[24..<24 + half])
        let code = try macCipher.code(iv + secret)
        return try algorithm(suite)(Array(keys.suffix(32))).counter(
            secret + code,
            from: iv + [UInt8](repeating: 0, count: half)
        )
    }

    // MARK: Records

    /// The protection of one side's records (RFC 9189, 4.1).
    struct Protection {
        let suite: Suite
        let macKey: [UInt8]
        let key: [UInt8]
        let iv: [UInt8]
        var number: UInt64 = 0
        // CNT_IMIT goes on from record to record.
        private var authenticated: [UInt8] = []
        private var encrypted: [UInt8] = []

        init(suite: Suite, macKey: [UInt8], key: [UInt8], iv: [UInt8], number: UInt64 = 0) {
            self.suite = suite
            self.macKey = macKey
            self.key = key
            self.iv = iv
            self.number = number
        }

        /// The next record of a type.
        mutating func record(_ type: UInt8, _ plaintext: [UInt8]) throws -> [UInt8] {
            let header = [type, 3, 3] + KeyedCipher.number(plaintext.count, count: 2)
            let message = TLSReference.octets(number) + header + plaintext
            let fragment =
                suite == .gost28147 ? continued(message, plaintext) : try independent(message, plaintext)
            number += 1
            return [type, 3, 3] + KeyedCipher.number(fragment.count, count: 2) + fragment
        }

        // CTR_OMAC: RFC 9189, 4.1.1.
        private func independent(_ message: [UInt8], _ plaintext: [UInt8]) throws -> [UInt8] {
            let algorithm = TLSReference.algorithm(suite)
            let section = suite == .magma ? 1024 : 4096
            let macKey = try TLSReference.tree(macKey, number, suite)[2]
            let code =
                suite == .magma
                ? try algorithm(macKey).code(message) : try Kuznyechik.cmac(message.span, key: macKey.span)
            // The number is added to the IV as to a number.
            var counter = iv
            var carry = number
            for index in counter.indices.reversed() {
                carry += UInt64(counter[index])
                counter[index] = UInt8(truncatingIfNeeded: carry)
                carry >>= 8
            }
            let input = plaintext + code
            return try KeyedCipher.counter(
                input,
                KeyedCipher.sectionKeys(
                    algorithm,
                    TLSReference.tree(key, number, suite)[2],
                    section: section,
                    count: input.count
                ),
                section: section,
                from: counter + [UInt8](repeating: 0, count: counter.count)
            )
        }

        // CNT_IMIT: RFC 9189, 4.1.2.
        private mutating func continued(_ message: [UInt8], _ plaintext: [UInt8]) -> [UInt8] {
            authenticated += message
            let start = encrypted.count
            encrypted += plaintext + GOST28147Reference.paramZ.checkValue(authenticated, key: macKey)
            return Array(GOST28147Reference.paramZ.counter(encrypted, key: key, iv: iv)[start...])
        }
    }
}
