import Testing

@testable import Signing

@Suite("RSA signatures at their limits")
struct RSAVerificationTests {
    @Test("A signature at or above the modulus is refused, whatever comes out of it")
    func aboveTheModulus() {
        let modulus = [0x80] + [UInt8](repeating: 0x11, count: 254) + [0x11]
        func opens(_ signature: [UInt8]) -> SignatureCheck {
            RSAVerification.open(signature, modulus: modulus, exponent: [3]) { _ in true }
        }
        let below = Array(modulus.dropLast()) + [0x10]
        #expect(opens(below) == .valid)
        #expect(opens([UInt8](repeating: 0, count: 256)) == .valid)
        #expect(opens(modulus) == .invalid)
        #expect(opens(Array(modulus.dropLast()) + [0x12]) == .invalid)
        #expect(opens([UInt8](repeating: 0xFF, count: 256)) == .invalid)
        #expect(opens(Array(below.dropFirst())) == .invalid)
        #expect(opens([0] + below) == .invalid)
    }

    @Test("The modulus added to a right signature makes a wrong one")
    func modulusAdded() throws {
        let key = try SoftwareKey.make(.rsa)
        guard case .rsa(let modulus, let exponent) = key.publicKey.kind else { return }
        // A signature below 2^2048 − n keeps its length; a check that always passes shows who refuses.
        let small = [UInt8](repeating: 0, count: 255) + [2]
        var sum = modulus
        sum[255] &+= 2
        try #require(sum[255] > 1)
        #expect(RSAVerification.open(small, modulus: modulus, exponent: exponent) { _ in true } == .valid)
        #expect(RSAVerification.open(sum, modulus: modulus, exponent: exponent) { _ in true } == .invalid)
    }

    /// The encoded message of EMSA-PSS with a data block of the test's own making (RFC 8017, 9.1.1).
    private func encoded(_ digest: [UInt8], padding: [UInt8], separator: UInt8 = 1, trailer: UInt8 = 0xBC) -> [UInt8] {
        let salt = [UInt8](repeating: 7, count: 32)
        let seed = HashAlgorithm.sha256.hash([UInt8](repeating: 0, count: 8) + digest + salt)
        let block = padding + [separator] + salt
        var mask: [UInt8] = []
        for counter in 0..<8 as Range<UInt8> { mask += HashAlgorithm.sha256.hash(seed + [0, 0, 0, counter]) }
        var masked = zip(block, mask).map { $0 ^ $1 }
        masked[0] &= 0x7F
        return masked + seed + [trailer]
    }

    @Test("The padding of PSS is zeros, each octet of it")
    func paddingOfPSS() {
        let digest = HashAlgorithm.sha256.hash([1, 2, 3])
        func isRight(_ message: [UInt8]) -> Bool {
            RSAVerification.checkPSS(
                message,
                digest: digest,
                parameters: PSSParameters(hash: .sha256),
                modulusBits: 2048
            )
        }
        let zeros = [UInt8](repeating: 0, count: 256 - 32 - 1 - 33)
        #expect(isRight(encoded(digest, padding: zeros)))
        for index in zeros.indices {
            var padding = zeros
            padding[index] = 1
            #expect(!isRight(encoded(digest, padding: padding)), "octet \(index)")
        }
        #expect(!isRight(encoded(digest, padding: zeros, separator: 2)))
        #expect(!isRight(encoded(digest, padding: zeros, trailer: 0xBD)))
        var high = encoded(digest, padding: zeros)
        high[0] |= 0x80
        #expect(!isRight(high))
    }
}
