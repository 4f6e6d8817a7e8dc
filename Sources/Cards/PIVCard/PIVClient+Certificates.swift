import JetonOctets
import JetonZlib
import SmartCard

/// Certificates.
///
/// - SeeAlso: NIST SP 800-73-5, part 1, 3.1.3 and table 10.
extension PIVClient where Channel: ~Copyable {
    /// The longest certificate that is accepted, in octets; compressed ones may not grow beyond it.
    private static var maximumCertificateLength: Int { 65_536 }

    /// The certificate of a slot in DER, or nil if there is none; one in gzip form is expanded.
    ///
    /// - Throws: ``PIVError/Code/answerMalformed`` for a container that is none, or a compressed certificate that is
    ///   damaged or has more than 65,536 octets; ``PIVError/Code/unsupported`` for another form.
    public mutating func certificate(in slot: KeySlot) throws(PIVError) -> [UInt8]? {
        guard let tag = slot.certificateTag else { throw PIVError(.unsupported) }
        guard let container = try object(tag) else { return nil }
        let objects = try Self.objects(container)
        guard let stored = objects.firstValue(tag: PIVTag.Certificate.certificate) else {
            throw PIVError(.answerMalformed)
        }
        switch objects.firstValue(tag: PIVTag.Certificate.information)?.first ?? 0x00 {
        case 0x00: return stored
        // The standard says 01; bits 1 and 2 name the form, and gzip is the one that is defined.
        case 0x01: return try Self.expanded(stored)
        default: throw PIVError(.unsupported)
        }
    }

    /// Writes the certificate of a slot; the management key must have been proved.
    ///
    /// - Parameters:
    ///   - certificate: In DER; empty deletes it.
    ///   - slot: The slot.
    /// - Throws: ``PIVError``.
    public mutating func putCertificate(_ certificate: [UInt8], in slot: KeySlot) throws(PIVError) {
        guard let tag = slot.certificateTag else { throw PIVError(.unsupported) }
        let objects = [
            TLV(tag: PIVTag.Certificate.certificate, value: certificate),
            TLV(tag: PIVTag.Certificate.information, value: [0x00]),
            TLV(tag: PIVTag.Certificate.errorDetection, value: []),
        ]
        try putObject(tag, certificate.isEmpty ? [] : objects.flatMap(\.encoded))
    }

    private static func expanded(_ octets: [UInt8]) throws(PIVError) -> [UInt8] {
        do throws(ZlibError) {
            if let expanded = try Zlib.expand(octets, limit: maximumCertificateLength) { return expanded }
        } catch {
            throw PIVError(.compressionUnavailable)
        }
        throw PIVError(.answerMalformed)
    }
}
