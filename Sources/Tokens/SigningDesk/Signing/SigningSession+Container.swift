public import ASiC
public import CMS
internal import TokenKit
public import X509
public import XAdES
internal import XMLSignature

/// Signatures in containers.
extension SigningSession {
    /// Signs the files of a container, and writes it; the caller reads it back.
    ///
    /// - Parameters:
    ///   - kind: The format of the signature.
    ///   - options: What the signer of XAdES states.
    ///   - hash: The hash to sign with; nil for the one that suits the key.
    ///   - additions: What else goes into the signature.
    ///   - output: Gets the container.
    ///   - draft: Reads the files, with the hash that the signature needs.
    /// - Throws: ``SigningFailure``; `SigningError`; ``LoginError`` for a key that requires a login each time;
    ///   `CryptokiError`; what `draft`, the files and `output` throw.
    public func signContainer<Output: ByteSink & ~Copyable>(
        as kind: SignatureKind,
        xades options: XAdESOptions,
        hash: HashAlgorithm? = nil,
        with additions: SignatureAdditions = SignatureAdditions(),
        to output: inout Output,
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
        } catch let error as SigningError where error.code == .signatureMismatch {
            throw SigningFailure.notValid
        }
    }

    /// Signs the signatures of a container, and writes it; the caller reads it back.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - options: What the signer of XAdES states.
    ///   - hash: The hash to sign with; nil for the one that suits the key.
    ///   - additions: What else goes into the signatures.
    ///   - output: Gets the container.
    /// - Returns: What reads the container back, and throws ``SigningError`` if a countersignature is missing in it.
    /// - Throws: ``SigningFailure``; `SigningError`; ``LoginError`` for a key that requires a login each time;
    ///   `CryptokiError`; what the container's source and `output` throw.
    public func countersignContainer<Output: ByteSink & ~Copyable>(
        _ container: Container,
        xades options: XAdESOptions,
        hash: HashAlgorithm? = nil,
        with additions: SignatureAdditions = SignatureAdditions(),
        to output: inout Output
    ) throws -> (Container) throws -> Void {
        let made = ContainerCountersigner(
            message: try cmsSigner(hash, additions).signer,
            document: try xmlSigner(hash, options)
        )
        let former = try made.sign(container, key: key, to: &output)
        return { try made.readBack($0, former: former) }
    }
}
