import JetonASN1
import JetonOctets

/// What of a certificate another one repeats.
struct CertificateNames {
    /// The subject, encoded.
    let subject: [UInt8]
    /// The validity, encoded.
    let validity: [UInt8]

    /// Reads the certificate in a PIV certificate container (70 certificate, 71 form, FE check), not compressed.
    ///
    /// - SeeAlso: NIST SP 800-73-5, part 1, table 10; RFC 5280, 4.1.
    init(container: [UInt8]) throws(EncodingError) {
        let objects = try TLV.parse(container)
        guard let encoded = objects.firstValue(tag: PIVTag.Certificate.certificate),
            objects.firstValue(tag: PIVTag.Certificate.information) ?? [0] == [0]
        else {
            throw EncodingError(.unexpectedValue, at: 0)
        }
        var certificate = try ASN1Element.parse(encoded, rules: .basic).members(of: .sequence)
        var fields = try certificate.next(.sequence).members()
        // Version, serial number, algorithm, issuer; the version may be left out.
        _ = try fields.nextIf(.contextConstructed(0))
        for _ in 0..<3 { _ = try fields.next() }
        validity = Array(try fields.next(.sequence).encoded)
        subject = Array(try fields.next(.sequence).encoded)
    }
}
