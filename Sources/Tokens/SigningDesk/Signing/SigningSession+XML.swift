public import JetonASN1
internal import JetonCMS
public import JetonX509
internal import TokenKit
public import XAdES
public import XMLSignature

/// Signatures in XML.
extension SigningSession {
    /// Signs content as XML, and reads the document back; the output is not published.
    ///
    /// - Parameters:
    ///   - content: Read to its end, once.
    ///   - packaging: Where the signature stands.
    ///   - options: The properties of XAdES; nil for plain XMLDSig.
    ///   - isParallel: Whether further signatures can be put into the document.
    ///   - hash: The hash to sign with; nil for the one that suits the key.
    ///   - output: Gets the document.
    /// - Throws: ``SigningFailure``; `DocumentError`; ``LoginError`` for a key that requires a login each time;
    ///   `CryptokiError`; what `content` and `output` throw.
    public func signXML<Content: ByteSource & ~Copyable, Output: SignatureOutput & ~Copyable>(
        _ content: inout Content,
        _ packaging: XMLSignatureFormat.Packaging,
        xades options: XAdESOptions?,
        isParallel: Bool = false,
        hash: HashAlgorithm? = nil,
        to output: inout Output
    ) throws {
        let signer = try xmlSigner(hash, options)
        var format = XMLSignatureFormat(signer: signer, packaging: packaging)
        format.isParallel = isParallel
        do {
            let algorithm = try signer.algorithm(for: key)
            if let written = output.following() {
                try format.sign(&content, key: key, algorithm: algorithm, to: &output, following: written) {
                    try $0.written()
                }
            } else {
                try format.sign(&content, key: key, algorithm: algorithm, to: &output) { try $0.written() }
            }
        } catch let error as DocumentError where error.code == .signatureMismatch {
            throw SigningFailure.notValid
        }
    }

    /// Signs the signatures of an XML document, writes it, and reads it back; the output is not published.
    ///
    /// - Parameters:
    ///   - options: The properties of XAdES.
    ///   - files: What references outside of the document lead to.
    ///   - hash: The hash to sign with; nil for the one that suits the key.
    ///   - document: Opens the document; called several times.
    ///   - output: Gets the document.
    /// - Throws: ``SigningFailure``; `DocumentError`; ``LoginError`` for a key that requires a login each time;
    ///   `CryptokiError`; what `document` and `output` throw.
    public func countersignXML<Document: ByteSource & ~Copyable, Output: SignatureOutput & ~Copyable>(
        xades options: XAdESOptions,
        files: some ReferencedFiles,
        hash: HashAlgorithm? = nil,
        rereading document: () throws -> Document,
        to output: inout Output
    ) throws {
        let signer = try xmlSigner(hash, options)
        let made = XAdESCountersigner(signer)
        let algorithm = try signer.algorithm(for: key)
        try made.sign(files: files, key: key, algorithm: algorithm, rereading: document, to: &output)
        try made.readBack(files: files) { try output.written() }
    }

    /// The signer of an XML signature.
    func xmlSigner(_ hash: HashAlgorithm?, _ options: XAdESOptions?) throws -> XMLSigner {
        guard let certificate = certificates.first else {
            throw SelectionError(.noCertificate, "an XML signature requires the certificate of key '\(record.label)'")
        }
        let others = Array(certificates.dropFirst())
        var signer =
            options.map { XMLSigner(certificate: certificate, additionalCertificates: others, xades: $0) }
            ?? XMLSigner(certificate: certificate, additionalCertificates: others)
        if let hash {
            guard let algorithm = key.algorithms.first(where: { $0.hash == hash }) else {
                throw SigningFailure.unsupportedHash(hash, offered: key.algorithms)
            }
            signer.algorithm = algorithm
        }
        return signer
    }
}
