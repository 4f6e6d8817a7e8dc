import CAdES
import JetonASN1
public import JetonCMS
public import JetonX509
public import SignatureLevels
import XAdES

/// Raises the level of the signatures in a container.
///
/// The files are copied as they are stored; only those with signatures are replaced.
///
/// - SeeAlso: ETSI EN 319 162-1 V1.1.1, 5.4.
public struct ContainerExtender: Sendable {
    /// Asks authorities, fetches evidence, and says to which level.
    private let extender: SignatureExtender

    /// Makes an extender.
    ///
    /// - Parameter extender: The level to reach, and how.
    public init(_ extender: SignatureExtender) { self.extender = extender }

    /// Writes a container whose signatures all have the level.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - sink: Gets the new archive; worth nothing if this call throws.
    /// - Throws: ``ContainerError`` if a signature or a file does not hold; `DocumentError` if the level cannot be
    ///   reached; what source and sink throw.
    public func extend(_ container: Container, to sink: inout (some ByteSink & ~Copyable)) throws {
        let manifests = try container.manifestsForChange()
        try ContainerExtender.check(container)
        var replaced: [String: [UInt8]] = [:]
        for entry in container.parts(.xades) {
            let octets = try container.signatures(in: entry)
            var raised = MemorySink()
            try XAdESExtender(extender).extend(
                files: container,
                rereading: { MemorySource(octets) },
                to: &raised
            )
            replaced[entry.name] = raised.octets
        }
        for entry in container.parts(.cades) {
            let octets = try container.signatures(in: entry)
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
    /// - Throws: ``ContainerError/Code/notIntact`` otherwise.
    public func readBack(_ container: Container) throws {
        let report = try ContainerExtender.check(container, extender.policy)
        for signature in report.signatures where signature.assessment.level < extender.level {
            let level = signature.assessment.level.rawValue
            throw ContainerError(
                .notIntact,
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
    /// - Throws: ``ContainerError/Code/notIntact`` if it is not.
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
            throw ContainerError(.notIntact, "the container is not valid: \(why)")
        }
        return report
    }
}
