import JetonLibcrypto
import JetonOctets
import TestRig
import Testing

/// What a private key leaves in this process's memory once nothing holds it.
@Suite("Wiping of private keys")
struct KeyWipingTests {
    /// The most significant bytes of a number as libcrypto keeps it, least significant byte first.
    ///
    /// They lie at the end of the number: what the allocator writes into freed memory lies at its beginning.
    private static func needle(_ number: borrowing Secret, _ start: Int = 0) -> MemoryScan.Needle {
        let reversed = number.withBytes { octets in
            Secret(capacity: 16) { (target: inout MutableSpan<UInt8>) in
                for index in 0..<16 { target[index] = octets[start + 15 - index] }
                return 16
            }
        }
        return reversed.withBytes { MemoryScan.Needle($0) }
    }

    @Test("A loaded EC key leaves no copy of its scalar behind", arguments: [ECPrivateKey.Curve.p256, .p384])
    func scalar(_ curve: ECPrivateKey.Curve) throws {
        // Below the order, but for one of 2^32.
        let scalar = try Random.secret(curve.fieldLength)
        let needle = Self.needle(scalar)
        // Many, since some of what is left is overwritten by chance.
        let points = try (0..<32).map { _ in try ECPrivateKey(curve, scalar: scalar) }.map(\.publicPoint)
        #expect(Set(points).count == 1)
        #expect(try MemoryScan.count(needle) == 0)
    }

    @Test("A loaded RSA key leaves no copy of its primes behind")
    func primes() throws {
        let primes = try RSAPrivateKey(generatingBits: 2048).primes()
        let needles = [Self.needle(primes), Self.needle(primes, 128)]
        let before = try needles.map { try MemoryScan.count($0) }
        for count in try Self.counts(needles, of: primes) { #expect(count > 0, "the scan finds a key that is alive") }
        for (needle, count) in zip(needles, before) { #expect(try MemoryScan.count(needle) <= count) }
    }

    /// How often the primes of a loaded key stand in memory while it is alive.
    @inline(never)
    private static func counts(_ needles: [MemoryScan.Needle], of primes: borrowing Secret) throws -> [Int] {
        let key = try RSAPrivateKey(primes: primes, checks: false)
        defer { withExtendedLifetime(key) {} }
        return try needles.map { try MemoryScan.count($0) }
    }
}
