import JetonASN1
import JetonOctets

/// What PKCS #11 tells of an X.509 certificate.
///
/// - SeeAlso: RFC 5280, 4.1.
struct CertificateFields: Sendable {
    /// The subject's name, in DER.
    let subject: [UInt8]
    /// The issuer's name, in DER.
    let issuer: [UInt8]
    /// The serial number as a DER integer.
    let serialNumber: [UInt8]
    /// The subject's public key information, in DER.
    let publicKeyInfo: [UInt8]

    /// Reads a certificate; nil if it is malformed.
    init?(_ certificate: [UInt8]) {
        do throws(EncodingError) {
            // What others have put on the card is shown, also in BER.
            var whole = try ASN1Element.parse(certificate, rules: .basic).members(of: .sequence)
            var fields = try whole.next(.sequence).members()
            _ = try fields.nextIf(.contextConstructed(0))
            serialNumber = Array(try fields.next(.integer).encoded)
            _ = try fields.next(.sequence)
            issuer = Array(try fields.next(.sequence).encoded)
            _ = try fields.next(.sequence)
            subject = Array(try fields.next(.sequence).encoded)
            publicKeyInfo = Array(try fields.next(.sequence).encoded)
        } catch {
            return nil
        }
    }
}
