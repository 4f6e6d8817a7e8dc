import JetonLibcrypto
import JetonOctets

/// The keys of one message of the legacy suite.
struct GOST28147Message: ~Copyable {
    private let number: UInt64
    /// `k_enc || k_mac`.
    let keys: Secret

    /// Derives the keys from those of a leaf.
    init(_ leaf: borrowing Secret, _ number: UInt64) throws(LibcryptoError) {
        let label = Array("HTSC1 rec".utf8)
        let seed = number.bigEndianOctets
        keys = try leaf.withBytes { (leaf) throws(LibcryptoError) in
            try Streebog.keyTree(key: leaf, label: label.span, seed: seed.span, counterOctets: 1, count: 64)
        }
        self.number = number
    }

    /// Encrypts or decrypts, which is the same in counter mode.
    borrowing func counterMode(_ octets: [UInt8]) throws(LibcryptoError) -> [UInt8] {
        guard !octets.isEmpty else { return [] }
        let initial = number.bigEndianOctets
        return try keys.withBytes { (keys) throws(LibcryptoError) in
            try GOST28147.counterMode(octets.span, key: keys.extracting(0..<32), iv: initial.span)
        }
    }

    /// IMIT over `SSC || header and objects, filled up with zeros to 8 || ciphertext || 80 00 …`.
    borrowing func check(_ ciphertext: [UInt8], _ authenticated: [UInt8]) throws(LibcryptoError) -> [UInt8] {
        let filler = [UInt8](repeating: 0, count: (8 - authenticated.count % 8) % 8)
        let input = number.bigEndianOctets + authenticated + filler + Padding.padded(ciphertext, to: 8)
        return try keys.withBytes { (keys) throws(LibcryptoError) in
            try GOST28147.imit(input.span, key: keys.extracting(32..<64))
        }
    }
}
