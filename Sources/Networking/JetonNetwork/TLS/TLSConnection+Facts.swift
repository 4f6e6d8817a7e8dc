import CJetonTLS
import JetonASN1
import JetonX509

/// What was agreed on with a server.
extension TLSConnection {
    /// Reads what was agreed on by now.
    package func facts() throws(NetworkError) -> TLSFacts {
        var facts = unsafe ctls_facts()
        guard let open = unsafe connection, unsafe ctls_connection_facts(open, &facts) == 0 else {
            throw NetworkError(.connectionClosed, "it was already closed on this side")
        }
        var authorities: [DistinguishedName] = []
        for index in 0..<min(unsafe facts.authority_count, 1000) {
            var name = unsafe ctls_octets()
            guard unsafe ctls_connection_authority(open, index, &name) == 0 else { continue }
            let octets = unsafe Array(UnsafeBufferPointer(start: name.octets, count: name.count))
            if let name = try? DistinguishedName(derRepresentation: octets) { authorities.append(name) }
        }
        let group = unsafe withUnsafeBytes(of: facts.group) { raw in
            unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
        }
        return unsafe TLSFacts(
            version: TLSVersion(number: facts.version) ?? .tls12,
            suite: facts.suite.map { unsafe String(cString: $0) } ?? "",
            group: group.isEmpty ? nil : group,
            peerCertificates: peerCertificates.compactMap { try? Certificate(derRepresentation: $0) },
            isCertificateRequested: facts.certificate_requested != 0,
            isClientAuthenticated: isClientAuthenticated,
            authorities: authorities
        )
    }

    /// The channel binding `tls-server-end-point`: a hash of the server's certificate; nil if its signature has none.
    ///
    /// - SeeAlso: RFC 5929, 4.1.
    package var serverEndPoint: [UInt8]? {
        guard let octets = peerCertificates.first, let certificate = try? Certificate(derRepresentation: octets),
            let scheme = SignatureScheme(certificate.signatureAlgorithm), let hash = scheme.hash
        else {
            // Ed25519 and Ed448 have none; a certificate with MD5 is not trusted, so that its rule is not needed.
            return nil
        }
        return try? (hash == .sha1 ? .sha256 : hash).hash(octets)
    }

    /// Key material that only the two ends know, without a context.
    ///
    /// - SeeAlso: RFC 8446, 7.5; RFC 5705; the channel binding `tls-exporter` is 32 bytes for
    ///   `EXPORTER-Channel-Binding` (RFC 9266).
    package func export(_ label: String, count: Int) throws(NetworkError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let result = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            guard let open = unsafe connection, let base = buffer.baseAddress else { return Int32(-1) }
            return unsafe ctls_connection_export(open, label, base, buffer.count)
        }
        guard result == 0 else { throw NetworkError(.tlsFailed, "exporting key material") }
        return bytes
    }
}
