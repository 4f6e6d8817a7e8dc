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
        var outer = DERReader(certificate[...])
        guard let whole = outer.next(0x30), outer.isAtEnd else { return nil }
        var signed = DERReader(whole.value)
        guard let body = signed.next(0x30) else { return nil }
        var fields = DERReader(body.value)
        if fields.nextTag == 0xA0 { _ = fields.next() }
        guard let serial = fields.next(0x02), fields.next(0x30) != nil, let issuer = fields.next(0x30),
            fields.next(0x30) != nil, let subject = fields.next(0x30), let key = fields.next(0x30)
        else { return nil }
        serialNumber = Array(serial.encoded)
        self.issuer = Array(issuer.encoded)
        self.subject = Array(subject.encoded)
        publicKeyInfo = Array(key.encoded)
    }
}
