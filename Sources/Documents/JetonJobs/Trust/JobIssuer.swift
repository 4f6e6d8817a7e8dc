package import JetonASN1
import JetonJSON
import JetonOctets
package import JetonX509

/// An issuer whose jobs are taken, and what it may ask for.
package struct JobIssuer: Hashable, Sendable {
    /// The most origins to which one issuer may relay.
    package static let relayTargetLimit = 64
    /// The most further fields that one issuer's relays may have.
    package static let relayFieldLimit = 16

    /// The origin.
    package let origin: JobOrigin
    /// The certificate of its signer, or one that issues certificates for its signers.
    package let certificate: Certificate
    /// The operations that it may ask for.
    package let operations: [String]
    /// Whether it may ask for signatures of digests whose documents are not seen.
    package let allowsBlindDigests: Bool
    /// The origins to which it may have documents relayed.
    package let relayTargets: [JobOrigin]
    /// The names of further fields that its relays may have, in lower case; see ``JobField``.
    package let relayFields: [String]
    /// Whether its jobs may have the older form.
    package var allowsOlderForm: Bool

    /// Describes an issuer.
    package init(
        origin: JobOrigin,
        certificate: Certificate,
        operations: [String],
        allowsBlindDigests: Bool,
        relayTargets: [JobOrigin] = [],
        relayFields: [String] = [],
        allowsOlderForm: Bool = false
    ) {
        self.origin = origin
        self.certificate = certificate
        self.operations = operations
        self.allowsBlindDigests = allowsBlindDigests
        self.relayTargets = relayTargets
        self.relayFields = relayFields
        self.allowsOlderForm = allowsOlderForm
    }

    /// Judges whether a job of the issuer could be taken at all.
    ///
    /// - Parameter now: The time.
    /// - Returns: Why none could, whatever it is; nil if one could.
    package func weakness(at now: UniversalTime = .now) -> String? {
        let builder = CertificatePathBuilder(trust: TrustStore([certificate]), purpose: .any, time: now)
        let path = builder.path(for: certificate)
        guard path.isTrusted else { return path.failures.first?.description ?? "the certificate is not valid" }
        let isAuthority = certificate.basicConstraints?.isAuthority == true
        guard isAuthority || allowsOlderForm || origin.isNamed(in: certificate) else {
            return "the certificate is not for \(origin)"
        }
        return nil
    }

    var encoded: [UInt8] {
        CanonicalJSON.object([
            "blindDigests": .boolean(allowsBlindDigests),
            "certificate": .string(Base64.encode(certificate.derRepresentation)),
            "olderForm": .boolean(allowsOlderForm), "operations": .array(operations.map { .string($0) }),
            "origin": .string(origin.description),
            "relayFields": .array(relayFields.map { .string($0) }),
            "relayTargets": .array(relayTargets.map { .string($0.description) }), "version": .integer(1),
        ]).encoded + [UInt8(ascii: "\n")]
    }

    init(file: [UInt8]) throws {
        var reader = JSONReader(file)
        let (value, end) = try reader.readLine()
        guard end == file.count else { throw EncodingError(.trailingOctets, at: end) }
        var object = try CanonicalJSONObject(value)
        _ = try object.integer("version", in: 1...1)
        guard let origin = JobOrigin(try object.string("origin")) else { throw EncodingError(.unexpectedValue, at: 0) }
        self.origin = origin
        certificate = try Certificate(derRepresentation: object.base64("certificate", limit: 1 << 20))
        operations = try object.strings("operations", limit: 16)
        allowsBlindDigests = try object.optionalBoolean("blindDigests") ?? false
        var targets: [JobOrigin] = []
        if object.has("relayTargets") {
            for text in try object.strings("relayTargets", limit: JobIssuer.relayTargetLimit) {
                guard let target = JobOrigin(text) else { throw EncodingError(.unexpectedValue, at: 0) }
                targets.append(target)
            }
        }
        relayTargets = targets
        relayFields =
            object.has("relayFields") ? try object.strings("relayFields", limit: JobIssuer.relayFieldLimit) : []
        guard relayFields.allSatisfy({ JobField.isExtension($0) && $0 == $0.lowercased() }) else {
            throw EncodingError(.unexpectedValue, at: 0)
        }
        allowsOlderForm = try object.optionalBoolean("olderForm") ?? false
        try object.finish()
    }
}
