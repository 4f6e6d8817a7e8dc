import CAdES
import JetonASN1
public import JetonCMS
public import JetonX509
import SignatureLevels
import XAdES
public import XMLSignature

/// Signs the signatures of a container: each gets a countersignature, in the file that holds it.
///
/// All other files are copied as they are stored.
///
/// - SeeAlso: ETSI EN 319 132-1 V1.3.1, 5.2.7.2; RFC 5652, 11.4.
public struct ContainerCountersigner: Sendable {
    /// Who signs CAdES signatures.
    public let message: CMSSigner
    /// Who signs XAdES signatures: the same signer, with the properties of XAdES.
    public let document: XMLSigner

    /// Makes a countersigner.
    public init(message: CMSSigner, document: XMLSigner) {
        self.message = message
        self.document = document
    }

    /// Writes a container whose signatures each have one more countersignature.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - key: The private key of the signer's certificate.
    ///   - sink: Gets the new archive; worth nothing if this call throws.
    /// - Returns: How many intact countersignatures of this signer each signature had before, in their order, for
    ///   ``readBack(_:former:)``.
    /// - Throws: ``ContainerError`` if a signature or a file does not hold, or a signature has no place for a
    ///   countersignature; what key, source and sink throw.
    public func sign(
        _ container: Container,
        key: borrowing (some SigningKey & ~Copyable),
        to sink: inout (some ByteSink & ~Copyable)
    ) throws -> [Int] {
        let manifests = try container.manifestsForChange()
        let former = try own(container)
        var replaced: [String: [UInt8]] = [:]
        for entry in container.parts(.xades) {
            let octets = try container.signatures(in: entry)
            var signed = MemorySink()
            try XAdESCountersigner(document).sign(
                files: container,
                key: key,
                algorithm: document.algorithm(for: key),
                rereading: { MemorySource(octets) },
                to: &signed
            )
            replaced[entry.name] = signed.octets
        }
        for entry in container.parts(.cades) {
            let octets = try container.signatures(in: entry)
            let content = try ContainerValidator.content(of: entry, container, manifests)
            let verifier = CAdESValidator(policy: VerificationPolicy(purpose: .any)).verifier
            var revision = try MessageRevision(content.report(MemorySource(octets), verifier, container))
            try revision.countersign(as: message, key: key, algorithm: message.algorithm(for: key))
            var signed = MemorySink()
            try revision.write(rereading: MemorySource(octets), to: &signed)
            replaced[entry.name] = signed.octets
        }
        try container.write(replacing: replaced, order: [], to: &sink)
        return former
    }

    /// Checks a new container: its signatures and files hold, and each signature has one more intact countersignature of
    /// this signer than before.
    ///
    /// - Parameters:
    ///   - container: The new container.
    ///   - former: What ``sign(_:key:to:)`` returned.
    /// - Throws: ``ContainerError/Code/notIntact`` otherwise.
    public func readBack(_ container: Container, former: [Int]) throws {
        guard try own(container) == former.map({ $0 + 1 }) else {
            throw ContainerError(
                .notIntact,
                "the new container does not contain the countersignature",
                function: "sign"
            )
        }
    }

    /// How many intact countersignatures of this signer each signature has; the signatures and files must hold.
    private func own(_ container: Container) throws -> [Int] {
        try ContainerExtender.check(container).signatures.map { signature in
            signature.assessment.signer.counterSignatures.count {
                $0.isIntact && $0.certificate == document.certificate
            }
        }
    }
}

extension Container {
    /// The manifests, which must all be readable.
    func manifests() throws -> [ContainerManifest] {
        try parts(.manifest).map { entry in
            try ContainerManifest(name: entry.name, archive.contents(of: entry, limit: Container.manifestLimit))
        }
    }

    /// The manifests of a container whose files with signatures will be replaced.
    ///
    /// - Throws: ``ContainerError/Code/refused`` if a timestamp covers one of those files; what the source throws.
    func manifestsForChange() throws -> [ContainerManifest] {
        let manifests = try manifests()
        let covered = Set(manifests.flatMap(\.files).map(\.name))
        guard let entry = (parts(.xades) + parts(.cades)).first(where: { covered.contains($0.name) }) else {
            return manifests
        }
        throw ContainerError(
            .refused,
            "a timestamp in the container covers '\(entry.name)', and a change to the file would break the timestamp",
            function: "extend"
        )
    }

    /// The octets of a file with signatures.
    func signatures(in entry: ZIPEntry) throws -> [UInt8] {
        try archive.contents(of: entry, limit: Container.partLimit)
    }
}
