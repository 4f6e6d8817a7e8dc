import JetonLibcrypto
import JetonOctets
import Testing

@Suite("The key tree and MGM in packets of ESP (RFC 9227, A)")
struct ESPTests {
    /// The length of a header of IPv4.
    private static let headerLength = 20

    @Test("A packet", arguments: ESPVector.all)
    func packet(_ vector: ESPVector) throws {
        let transformKey = try Vector.octets(vector.transformKey)
        let packet = try Vector.octets(vector.packet)
        let esp = packet.dropFirst(Self.headerLength)
        // SPI, sequence number, and the IV: i1, i2, i3 and pnum.
        let header = Array(esp.prefix(8))
        let iv = Array(esp.dropFirst(8).prefix(8))
        let root = Array(transformKey.prefix(32))
        let secret = try MessageKeyTree.key(
            root: root.span,
            first: iv[0],
            second: UInt16(iv[1]) << 8 | UInt16(iv[2]),
            third: UInt16(iv[3]) << 8 | UInt16(iv[4])
        )
        #expect(Vector.text(secret) == vector.messageKey)
        let nonce = [0] + iv.suffix(3) + transformKey.dropFirst(32)
        #expect(Vector.text(nonce) == vector.nonce)

        let payload = try Vector.octets(vector.plaintext)
        let plaintext = vector.isEncrypted ? payload : []
        let associated = vector.isEncrypted ? header : header + iv + payload
        let key = try Vector.octets(vector.messageKey)
        let cipher = vector.algorithm(key)
        let whole = try cipher.sealed(plaintext, nonce: nonce, associated: associated)
        let tagCount = cipher.blockLength == 16 ? 12 : 8
        let tag = Array(whole.tag.prefix(tagCount))
        #expect(Vector.text(tag) == vector.tag)
        #expect(Array(esp) == header + iv + (vector.isEncrypted ? whole.ciphertext : payload) + tag)

        // The library has MGM over Kuznyechik only.
        guard cipher.blockLength == 16 else { return }
        let sealed = try KuznyechikMGM.seal(
            plaintext.span,
            key: key.span,
            nonce: nonce.span,
            authenticating: associated.span,
            tagCount: tagCount
        )
        #expect(sealed.ciphertext == whole.ciphertext)
        #expect(sealed.tag == tag)
        let opened = try KuznyechikMGM.open(
            sealed.ciphertext.span,
            tag: tag.span,
            key: key.span,
            nonce: nonce.span,
            authenticating: associated.span
        )
        #expect(opened == plaintext)
    }
}
