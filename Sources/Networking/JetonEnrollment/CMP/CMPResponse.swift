import JetonASN1
import JetonOctets
import JetonX509

/// What an authority says of the one request of a message.
///
/// - SeeAlso: RFC 9810, 5.3.4.
struct CMPResponse {
    /// certReqId: 0, or -1 for a request of PKCS #10.
    let requestNumber: Int
    let status: CMPStatus
    /// The certificate; nil if there is none.
    let certificate: Certificate?
    /// The certificates of issuers that the message brings.
    let issuers: [Certificate]

    /// Reads CertRepMessage.
    init(_ element: ASN1Element) throws(EncodingError) {
        var reader = try element.members(of: .sequence)
        var issuers: [Certificate] = []
        if let field = try reader.nextIf(.contextConstructed(1)) {
            var list = try field.onlyMember().members(of: .sequence)
            for member in try list.rest(limit: 64) { issuers.append(try Certificate(member)) }
        }
        self.issuers = issuers
        // One request was made, so there is one response.
        var response = try reader.next(.sequence).onlyMember().members(of: .sequence)
        try reader.finish()
        requestNumber = try response.next().int()
        guard (-1...0).contains(requestNumber) else { throw EncodingError(.unexpectedValue, at: element.offset) }
        status = try CMPStatus(response.next())
        var certificate: Certificate?
        if let pair = try response.nextIf(.sequence) {
            var members = try pair.members()
            // certOrEncCert: an encrypted certificate is for keys that decrypt, and is not read.
            if let field = try members.nextIf(.contextConstructed(0)) {
                certificate = try Certificate(field.onlyMember())
            }
        }
        self.certificate = certificate
    }
}
