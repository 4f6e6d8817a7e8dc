import JetonASN1
import JetonOctets
import JetonX509

/// A message that was received, taken apart and not judged.
///
/// - SeeAlso: RFC 9810, 5.1.
public struct CMPMessage {
    /// The largest message, in bytes.
    static let sizeLimit = 1 << 20

    let header: CMPHeader
    /// The kind; nil for one that is not understood here.
    let kind: CMPBody?
    /// The content of the body, without its tag.
    let content: ASN1Element
    /// What the protection is about: header and body as they were encoded, in a SEQUENCE.
    let protectedPart: [UInt8]
    /// The MAC or signature; nil if there is none.
    let protection: [UInt8]?
    /// The certificates beside the body.
    let certificates: [Certificate]

    /// Reads a message.
    ///
    /// - Parameter octets: DER or BER, at most 1 MiB.
    /// - Throws: ``EnrollmentError/Code/malformedAnswer``.
    public init(_ octets: [UInt8]) throws(EnrollmentError) {
        do throws(EncodingError) {
            guard octets.count <= CMPMessage.sizeLimit else { throw EncodingError(.limitExceeded, at: 0) }
            try self.init(ASN1Element.parse(octets, rules: .basic))
        } catch {
            throw EnrollmentError(.malformedAnswer, "the answer is not a CMP message: \(error)")
        }
    }

    private init(_ element: ASN1Element) throws(EncodingError) {
        var reader = try element.members(of: .sequence)
        let head = try reader.next()
        let body = try reader.next()
        header = try CMPHeader(head)
        let number = body.tag.rawValue
        kind = (0xA0...0xBE).contains(number) ? CMPBody(rawValue: UInt8(number - 0xA0)) : nil
        content = try body.onlyMember()
        protectedPart = DER.sequence(Array(head.encoded), Array(body.encoded))
        protection = try reader.nextIf(.contextConstructed(0))?.onlyMember().bitStringOctets()
        var certificates: [Certificate] = []
        if let field = try reader.nextIf(.contextConstructed(1)) {
            var list = try field.onlyMember().members(of: .sequence)
            for member in try list.rest(limit: 64) { certificates.append(try Certificate(member)) }
        }
        self.certificates = certificates
        try reader.finish()
    }
}
