import JetonX509

/// Any octets as certificates and as a request: read or refused, and what was read is read the same again.
@c(LLVMFuzzerTestOneInput)
public func fuzzCertificate(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    for certificate in (try? Certificate.parse(octets)) ?? [] { check(certificate) }
    if let store = try? TrustStore(bundle: octets) {
        let builder = CertificatePathBuilder(trust: store, purpose: .document)
        for certificate in (try? Certificate.parse(octets)) ?? [] { _ = builder.path(for: certificate) }
    }
    if let request = try? CertificationRequest.parse(octets) {
        _ = (request.checkSignature(), request.subject.description)
    }
    checkName(String(decoding: octets, as: UTF8.self))
    return 0
}

func check(_ certificate: Certificate) {
    _ = (certificate.basicConstraints, certificate.keyUsage?.description, certificate.extendedKeyUsage)
    _ = (certificate.subjectAlternativeNames.map(\.description), certificate.authorityKeyIdentifier)
    _ = (certificate.publicKey.description, certificate.notBefore.description, certificate.notAfter.description)
    for purpose in CertificatePurpose.allCases {
        _ = CertificatePathBuilder(trust: TrustStore(), intermediates: [certificate], purpose: purpose)
            .path(for: certificate)
        _ = CertificatePathBuilder(trust: TrustStore([certificate]), purpose: purpose).path(for: certificate)
    }
    do {
        let again = try Certificate.parse(Array(certificate.pemRepresentation.utf8))
        precondition(again == [certificate], "the certificate was read as another than before")
        let name = try DistinguishedName(derRepresentation: certificate.subject.derRepresentation)
        precondition(name == certificate.subject && name.matches(certificate.subject))
    } catch {
        preconditionFailure("what was written is not read: \(error)")
    }
}

func checkName(_ text: String) {
    guard let name = try? DistinguishedName(text) else { return }
    do {
        let again = try DistinguishedName(name.description)
        precondition(again.description == name.description, "a name's text is read as another name")
    } catch {
        preconditionFailure("a name's own text is not read: \(error)")
    }
}
