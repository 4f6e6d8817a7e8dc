import JetonASN1
import JetonLibcrypto
import Testing

@testable import CertificateRig
@testable import JetonX509

/// Signatures whose encoded message is chosen octet by octet: the private operation on any number.
@Suite("RSA signatures at their limits")
struct RSAVerificationTests {
    private static let pair = Result { try RSAPrivateKey(generatingBits: 2048) }

    private let pair: RSAPrivateKey
    private let key: PublicKey
    private let digest: [UInt8]

    init() throws {
        pair = try RSAVerificationTests.pair.get()
        key = try .rsa(modulus: pair.modulus, exponent: RSAPrivateKey.publicExponent)
        digest = try HashAlgorithm.sha256.hash([1, 2, 3])
    }

    private func check(_ message: [UInt8], _ algorithm: SignatureAlgorithm) throws -> SignatureCheck {
        key.check(try pair.privateOperation(message), input: digest, algorithm: algorithm)
    }

    @Test("PKCS #1 v1.5 has full padding, and nothing behind the digest")
    func paddingOfPKCS1() throws {
        let info = try DigestInfo.encode(digest, hash: .sha256)
        let bare = DER.sequence(DER.sequence(DER.oid(.sha256)), DER.octetString(digest))
        let other = DER.sequence(DER.sequence(DER.oid(.sha384), DER.null), DER.octetString(digest))
        func encoded(_ info: [UInt8], first: UInt8 = 1, fill: UInt8 = 0xFF) -> [UInt8] {
            [0x00, first] + [UInt8](repeating: fill, count: 256 - info.count - 3) + [0x00] + info
        }
        #expect(try check(encoded(info), .rsaPKCS1(.sha256)) == .valid)
        let short = [0x00, 0x01] + [UInt8](repeating: 0xFF, count: 8) + [0x00] + info
        let wrong = [
            short + [UInt8](repeating: 0, count: 256 - short.count), encoded(info + [0]), encoded(info, first: 2),
            encoded(info, fill: 0xFE), encoded(bare), encoded(other), encoded(info.dropLast() + [info[50] ^ 1]),
        ]
        for message in wrong { #expect(try check(message, .rsaPKCS1(.sha256)) == .invalid) }
        #expect(try check(encoded(info), .rsaPSS(.sha256)) == .invalid)
        #expect(try check(encoded(info), .rsaPKCS1(.sha3Of256)) == .invalid)
    }

    /// The encoded message of EMSA-PSS with a data block of the test's own making (RFC 8017, 9.1.1).
    private func encoded(padding: [UInt8], separator: UInt8 = 1, trailer: UInt8 = 0xBC) throws -> [UInt8] {
        let salt = [UInt8](repeating: 7, count: 32)
        let seed = try HashAlgorithm.sha256.hash([UInt8](repeating: 0, count: 8) + digest + salt)
        let block = padding + [separator] + salt
        var mask: [UInt8] = []
        for counter in 0..<8 as Range<UInt8> { mask += try HashAlgorithm.sha256.hash(seed + [0, 0, 0, counter]) }
        var masked = zip(block, mask).map { $0 ^ $1 }
        masked[0] &= 0x7F
        return masked + seed + [trailer]
    }

    @Test("The padding of PSS is zeros, each byte of it")
    func paddingOfPSS() throws {
        let zeros = [UInt8](repeating: 0, count: 256 - 32 - 1 - 33)
        #expect(try check(encoded(padding: zeros), .rsaPSS(.sha256)) == .valid)
        for index in [0, 1, 95, zeros.count - 1] {
            var padding = zeros
            padding[index] = 1
            #expect(try check(encoded(padding: padding), .rsaPSS(.sha256)) == .invalid, "byte \(index)")
        }
        #expect(try check(encoded(padding: zeros, separator: 2), .rsaPSS(.sha256)) == .invalid)
        #expect(try check(encoded(padding: zeros, trailer: 0xBD), .rsaPSS(.sha256)) == .invalid)
    }

    @Test("The modulus added to a right signature makes a wrong one")
    func modulusAdded() throws {
        let info = try DigestInfo.encode(digest, hash: .sha256)
        let message = [0x00, 0x01] + [UInt8](repeating: 0xFF, count: 256 - info.count - 3) + [0x00] + info
        let signature = try pair.privateOperation(message)
        var carry = 0
        var sum = signature
        for index in sum.indices.reversed() {
            let value = Int(sum[index]) + Int(pair.modulus[index]) + carry
            sum[index] = UInt8(truncatingIfNeeded: value)
            carry = value >> 8
        }
        let added = carry == 0 ? sum : [UInt8(carry)] + sum
        #expect(key.check(added, input: digest, algorithm: .rsaPKCS1(.sha256)) == .invalid)
        #expect(key.check(pair.modulus, input: digest, algorithm: .rsaPKCS1(.sha256)) == .invalid)
        #expect(key.check(signature, input: digest, algorithm: .rsaPKCS1(.sha256)) == .valid)
    }

    @Test(
        "Keys with an exponent that makes no signatures are refused with a reason",
        arguments: [[1], [2]] as [[UInt8]]
    )
    func exponents(exponent: [UInt8]) throws {
        let info = DER.sequence(
            DER.sequence(DER.oid(.rsaEncryption), DER.null),
            DER.bitString(DER.sequence(DER.integer(magnitude: pair.modulus), DER.integer(magnitude: exponent)))
        )
        let key = try PublicKey(derRepresentation: info)
        let message = try pair.privateOperation([UInt8](repeating: 0, count: 255) + [2])
        #expect(
            key.check(message, input: digest, algorithm: .rsaPKCS1(.sha256))
                == .unsupported("the public key (RSA 2048) is not supported or invalid")
        )
    }

    @Test("A key that states parameters of PSS verifies within them only")
    func limitsOfPSS() throws {
        let openSSL = try OpenSSL()
        try openSSL.run(
            "genpkey",
            "-algorithm",
            "RSA-PSS",
            "-pkeyopt",
            "rsa_pss_keygen_md:sha384",
            "-pkeyopt",
            "rsa_pss_keygen_mgf1_md:sha384",
            "-pkeyopt",
            "rsa_pss_keygen_saltlen:48",
            "-out",
            "limited.key"
        )
        try openSSL.run("pkey", "-in", "limited.key", "-pubout", "-outform", "DER", "-out", "limited.der")
        try openSSL.write("message", "message")
        try openSSL.run(
            "dgst",
            "-sha384",
            "-sign",
            "limited.key",
            "-sigopt",
            "rsa_pss_saltlen:48",
            "-out",
            "s",
            "message"
        )
        let limited = try PublicKey(derRepresentation: openSSL.read("limited.der"))
        let signature = try openSSL.read("s")
        let message = Array("message".utf8)
        #expect(limited.check(signature, message: message, algorithm: .rsaPSS(.sha384)) == .valid)
        // The same numbers without limits.
        guard case .rsa(let modulus, let exponent) = limited.kind else { throw DocumentError(.unsupportedKey, "") }
        let free = try PublicKey.rsa(modulus: modulus, exponent: exponent)
        #expect(free.check(signature, message: message, algorithm: .rsaPSS(.sha384)) == .valid)
        #expect(PSSParameters(hash: .sha384).allow(PSSParameters(hash: .sha384)))
        #expect(!PSSParameters(hash: .sha384).allow(PSSParameters(hash: .sha256)))
        for scheme in [SignatureScheme.rsaPSS(PSSParameters(hash: .sha256)), .rsaPKCS1(.sha384)] {
            #expect(limited.check([UInt8](repeating: 1, count: 256), over: digest, scheme: scheme) == .invalid)
        }
    }

    @Test("Moduli of 16,376 and 16,384 bits are computed with")
    func longModulus() throws {
        // The private half is unknown: that a right signature verifies is shown for libcrypto's key.
        let modulus = [UInt8](repeating: 0xFF, count: 2047)
        let key = try PublicKey.rsa(modulus: modulus, exponent: [1, 0, 1])
        #expect(key.bitCount == 16_376)
        let signature = [UInt8](repeating: 0, count: 2046) + [2]
        #expect(key.check(signature, input: digest, algorithm: .rsaPKCS1(.sha256)) == .invalid)
        let longer = try PublicKey.rsa(modulus: modulus + [0xFF], exponent: [1, 0, 1])
        #expect(longer.check([0] + signature, input: digest, algorithm: .rsaPKCS1(.sha256)) == .invalid)
    }
}
