import ASN1
public import CAdES
public import CMS
public import X509
import XAdES

/// Raises the level of the signatures in a container.
///
/// The files are copied as they are stored; only those with signatures are replaced.
///
/// - SeeAlso: ETSI EN 319 162-1 V1.1.1, 5.4.
public struct ContainerExtender: Sendable {
    /// Asks authorities, fetches evidence, and says to which level.
    private let extender: CAdESExtender

    /// Makes an extender.
    ///
    /// - Parameter extender: The level to reach, and how.
    public init(_ extender: CAdESExtender) { self.extender = extender }

    /// Writes a container whose signatures all have the level.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - sink: Gets the new archive; worth nothing if this call throws.
    /// - Throws: ``SigningError`` if a signature or a file does not hold, or the level cannot be reached; what source and
    ///   sink throw.
    public func extend(_ container: Container, to sink: inout (some ByteSink & ~Copyable)) throws {
        try ContainerExtender.check(container)
        let manifests = try container.manifests()
        var replaced: [String: [UInt8]] = [:]
        for entry in container.parts(.xades) {
            let octets = try container.changeable(entry, manifests)
            var raised = MemorySink()
            try XAdESExtender(extender).extend(
                files: container,
                rereading: { MemorySource(octets) },
                to: &raised
            )
            replaced[entry.name] = raised.octets
        }
        for entry in container.parts(.cades) {
            let octets = try container.changeable(entry, manifests)
            let content = try ContainerValidator.content(of: entry, container, manifests)
            let verifier = CAdESValidator(policy: VerificationPolicy(purpose: .any)).verifier
            let revision = try extender.extended(content.report(MemorySource(octets), verifier, container))
            var raised = MemorySink()
            try revision.write(rereading: MemorySource(octets), to: &raised)
            try revision.readBack(MemorySource(raised.octets))
            replaced[entry.name] = raised.octets
        }
        try container.write(replacing: replaced, order: [], to: &sink)
    }

    /// Checks a new container: its signatures and files hold, and each signature has the level.
    ///
    /// - Parameter container: The new container.
    /// - Throws: ``SigningError/Code/signatureMismatch`` otherwise.
    public func readBack(_ container: Container) throws {
        let report = try ContainerExtender.check(container, extender.policy)
        for signature in report.signatures where signature.assessment.level < extender.level {
            let level = signature.assessment.level.rawValue
            throw SigningError(
                .signatureMismatch,
                "the new container has level \(level) instead of \(extender.level.rawValue)"
            )
        }
    }

    /// Checks that a container is intact before it is changed, or after.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - policy: Whom to trust; trust is not required.
    /// - Returns: What checking it showed.
    /// - Throws: ``SigningError/Code/signatureMismatch`` if it is not.
    @discardableResult
    public static func check(
        _ container: Container,
        _ policy: VerificationPolicy = VerificationPolicy(purpose: .any)
    ) throws -> ContainerReport {
        let report = try ContainerValidator(policy: policy).assess(container)
        guard report.isIntact else {
            let signer = report.signatures.flatMap(\.assessment.signer.failures).first { !$0.check.isAboutTrust }
            let unsigned = report.unsigned.first.map { "no signature covers the file '\($0)'" }
            let why =
                report.faults.first ?? report.signatures.flatMap(\.failures).first ?? signer?.detail ?? unsigned
                ?? "it is not intact"
            throw SigningError(.signatureMismatch, "the container does not hold: \(why)")
        }
        return report
    }
}
