public import ASiC
internal import CAdES
internal import JetonCMS
public import JetonFiles
public import JetonX509
internal import SignatureLevels
internal import TokenKit
internal import VerificationDesk
public import XAdES
internal import XMLSignature

/// Signatures in containers.
extension SigningSession {
    /// Signs the files of a container, writes it, and reads it back; the output is not published.
    ///
    /// - Parameters:
    ///   - kind: The format of the signature.
    ///   - options: What the signer of XAdES states.
    ///   - hash: The hash to sign with; nil for the one that suits the key.
    ///   - additions: What else goes into the signature.
    ///   - output: Gets the container.
    ///   - draft: Reads the files, with the hash that the signature needs.
    /// - Throws: ``SigningFailure``; `DocumentError`; ``LoginError`` for a key that requires a login each time;
    ///   `CryptokiError`; what `draft`, the files and `output` throw.
    public func signContainer(
        as kind: SignatureKind,
        xades options: XAdESOptions,
        hash: HashAlgorithm? = nil,
        with additions: SignatureAdditions = SignatureAdditions(),
        to output: inout FileOutput,
        _ draft: (HashAlgorithm) throws -> ContainerDraft
    ) throws {
        do {
            var made: ContainerDraft
            switch kind {
            case .xades:
                let signer = try xmlSigner(hash, options)
                let algorithm = try signer.algorithm(for: key)
                made = try draft(algorithm.contentHash)
                try made.sign(as: signer, key: key, algorithm: algorithm, raising: additions.extender)
            case .cades:
                let (signer, algorithm) = try cmsSigner(hash, additions)
                made = try draft(algorithm.contentHash)
                try made.sign(as: signer, key: key, algorithm: algorithm)
            }
            try made.write(to: &output)
        } catch let error as DocumentError where error.code == .signatureMismatch {
            throw SigningFailure.notValid
        }
        try readBack(output.container(), additions)
    }

    /// Checks a container that was written: every signature holds, and one has the level.
    private func readBack(_ container: Container, _ additions: SignatureAdditions) throws {
        let policy = additions.extender?.policy ?? VerificationPolicy(purpose: .any)
        let report = try ContainerExtender.check(container, policy)
        let level = additions.extender?.level ?? .b
        guard report.signatures.contains(where: { $0.assessment.level >= level }) else {
            throw DocumentError(.signatureMismatch, "the signature does not have level \(level.rawValue)")
        }
    }

    /// Signs the signatures of a container, writes it, and reads it back; the output is not published.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - options: What the signer of XAdES states.
    ///   - hash: The hash to sign with; nil for the one that suits the key.
    ///   - additions: What else goes into the signatures.
    ///   - output: Gets the container.
    /// - Throws: ``SigningFailure``; `DocumentError`; ``LoginError`` for a key that requires a login each time;
    ///   `CryptokiError`; what the container's source and `output` throw.
    public func countersignContainer(
        _ container: Container,
        xades options: XAdESOptions,
        hash: HashAlgorithm? = nil,
        with additions: SignatureAdditions = SignatureAdditions(),
        to output: inout FileOutput
    ) throws {
        let made = ContainerCountersigner(
            message: try cmsSigner(hash, additions).signer,
            document: try xmlSigner(hash, options)
        )
        let former = try made.sign(container, key: key, to: &output)
        try made.readBack(output.container(), former: former)
    }
}
