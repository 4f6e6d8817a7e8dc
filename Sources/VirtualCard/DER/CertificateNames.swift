import Octets

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
        guard let encoded = objects.firstValue(tag: 0x70), objects.firstValue(tag: 0x71) ?? [0] == [0] else {
            throw EncodingError(.unexpectedValue, at: 0)
        }
        let certificate = try TLV.parse(encoded)
        guard certificate.count == 1, let body = try certificate[0].members().first else {
            throw EncodingError(.unexpectedValue, at: 0)
        }
        // Version, serial number, algorithm, issuer, validity, subject; the version may be left out.
        var members = try body.members()[...]
        if members.first?.tag == 0xA0 { members = members.dropFirst() }
        members = members.dropFirst(3)
        guard let validity = members.popFirst(), let subject = members.popFirst(), validity.tag == 0x30,
            subject.tag == 0x30
        else { throw EncodingError(.unexpectedValue, at: 0) }
        self.validity = validity.encoded
        self.subject = subject.encoded
    }
}
