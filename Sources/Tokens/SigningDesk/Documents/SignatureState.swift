internal import JetonASN1
package import JetonCMS
package import JetonFiles
package import JetonPDF
package import JetonX509
internal import VerificationDesk
package import XAdES
package import XMLSignature

/// What is kept of a signature until it comes back from the machine with the key.
///
/// It says what is signed, and where the signature goes. There is no secret in it.
package struct SignatureState {
    /// Where the signature goes.
    package enum Target {
        /// Into a CMS message beside its content.
        case detached
        /// Into a CMS message around its content.
        case attached
        /// Into the revision of a PDF.
        case pdf(PDFSignaturePlan)
        /// Into an XML document, or into one beside the content.
        case xml(XMLSignaturePlan, XMLForm)
    }

    /// The form of an XML signature, as the state names it.
    package enum XMLForm: String, CaseIterable {
        case xadesEnveloped = "xades-enveloped"
        case xadesDetached = "xades-detached"
        case xmldsigEnveloped = "xmldsig-enveloped"
        case xmldsigDetached = "xmldsig-detached"

        package init(isXAdES: Bool, isDetached: Bool) {
            self =
                isXAdES
                ? (isDetached ? .xadesDetached : .xadesEnveloped) : (isDetached ? .xmldsigDetached : .xmldsigEnveloped)
        }

        package var isDetached: Bool { self == .xadesDetached || self == .xmldsigDetached }
        package var isXAdES: Bool { self == .xadesEnveloped || self == .xadesDetached }
    }

    /// The path of the document, as it was given.
    package let document: String
    /// How many bytes the document has.
    package let size: UInt64
    /// Where the signature goes.
    package let target: Target
    /// How the key signs.
    package let algorithm: SignatureAlgorithm
    /// The signer's certificate, and those of its issuers.
    package let certificates: [Certificate]
    /// What the key signs: of CMS and PDF the signed attributes, in DER under the tag SET, of XML the canonical SignedInfo.
    package let attributes: [UInt8]

    /// The signer's certificate.
    package var signer: Certificate { certificates[0] }

    /// The digest that the key signs; nil if the key takes the attributes whole.
    package func digest() throws(DocumentError) -> [UInt8]? {
        try algorithm.hash.map { hash throws(DocumentError) in
            try hash.hash(attributes)
        }
    }

    // MARK: - Preparing

    /// Reads a document and makes what is to be signed.
    ///
    /// - Parameters:
    ///   - document: Its path.
    ///   - certificates: The signer's, then those that go with it.
    ///   - algorithm: How the key signs.
    ///   - isAttached: Whether a CMS message holds the content.
    ///   - pdf: Makes the format of a PDF; nil for CMS.
    /// - Throws: `FileError`; ``DocumentSigningError/Code/notRegular``; `DocumentError`; what `pdf` throws.
    package init(
        preparing document: InputFile,
        certificates: [Certificate],
        algorithm: SignatureAlgorithm,
        isAttached: Bool,
        pdf: ((CMSSigner) throws -> PDFSigner)?
    ) throws {
        var signer = CMSSigner(certificate: certificates[0], additionalCertificates: Array(certificates.dropFirst()))
        signer.algorithm = algorithm
        var source = try FileSource(document)
        guard let size = source.size else { throw Self.noFile(document.path) }
        var sink = NoOutput()
        if let pdf {
            let format = try pdf(signer)
            attributes = try format.prepare(&source, size: size, algorithm: algorithm, to: &sink).octetsToSign
            target = .pdf(format.plan)
        } else if isAttached {
            let format = AttachedCMS(signer: signer)
            attributes = try format.prepare(&source, size: size, algorithm: algorithm, to: &sink).octetsToSign
            target = .attached
        } else {
            let format = DetachedCMS(signer: signer)
            attributes = try format.prepare(&source, size: size, algorithm: algorithm, to: &sink).octetsToSign
            target = .detached
        }
        self.document = document.path
        self.size = size
        self.algorithm = algorithm
        self.certificates = certificates
    }

    /// Reads a document and makes what is to be signed in XML.
    ///
    /// - Parameters:
    ///   - document: Its path.
    ///   - certificates: The signer's, then those that go with it.
    ///   - algorithm: How the key signs.
    ///   - form: The form of the signature.
    ///   - isParallel: Whether further signatures can be put into the document.
    ///   - options: What the signer of XAdES states.
    /// - Throws: `FileError`; ``DocumentSigningError/Code/notRegular``; `DocumentError`.
    package init(
        preparingXML document: InputFile,
        certificates: [Certificate],
        algorithm: SignatureAlgorithm,
        form: XMLForm,
        isParallel: Bool,
        options: XAdESOptions
    ) throws {
        let others = Array(certificates.dropFirst())
        let signer =
            form.isXAdES
            ? XMLSigner(certificate: certificates[0], additionalCertificates: others, xades: options)
            : XMLSigner(certificate: certificates[0], additionalCertificates: others)
        let uri = XMLFile.uri(document.path)
        var format = XMLSignatureFormat(signer: signer, packaging: form.isDetached ? .detached(uri: uri) : .enveloped)
        format.isParallel = isParallel
        var source = try FileSource(document)
        guard let size = source.size else { throw Self.noFile(document.path) }
        var sink = NoOutput()
        let prepared = try format.prepare(&source, size: size, algorithm: algorithm, to: &sink)
        attributes = prepared.octetsToSign
        target = .xml(XMLSignaturePlan(prepared), form)
        self.document = document.path
        self.size = size
        self.algorithm = algorithm
        self.certificates = certificates
    }

    private static func noFile(_ path: String) -> DocumentSigningError {
        DocumentSigningError(.notRegular, "prepare", path, "\(path) is not a regular file, but it must be read twice")
    }

    // MARK: - Completing

    /// Puts a signature in, reads the result back, and publishes it.
    ///
    /// - Parameters:
    ///   - value: What came back from the machine with the key.
    ///   - document: The document.
    ///   - open: Opens the output.
    /// - Returns: The size of the result in bytes.
    /// - Throws: ``DocumentSigningError/Code/otherSignature``, ``DocumentSigningError/Code/messageForSignature``,
    ///   ``DocumentSigningError/Code/otherDocument``; `PDFError`; `FileError`; what `open` throws.
    package func complete(
        _ value: [UInt8],
        document: InputFile,
        to open: () throws -> FileOutput
    ) throws -> UInt64 {
        let path = document.path
        var signer = CMSSigner(certificate: signer, additionalCertificates: Array(certificates.dropFirst()))
        signer.algorithm = algorithm
        signer.preparedAttributes = attributes
        do {
            let key = try ReturnedSignature(
                value,
                over: attributes,
                by: signer.certificate.publicKey,
                algorithm: algorithm
            )
            switch target {
            case .detached: return try write(DetachedCMS(signer: signer), key, document, open)
            case .attached: return try write(AttachedCMS(signer: signer), key, document, open)
            case .pdf(let plan): return try write(PDFSigner(resuming: plan, signer: signer), key, document, open)
            case .xml(let plan, _):
                let maker = XMLSigner(certificate: signer.certificate)
                return try write(XMLSignatureFormat(resuming: plan, signer: maker), key, document, open)
            }
        } catch let error as DocumentError where error.code == .contentChanged {
            throw Self.changed(path)
        } catch let error as DocumentError where error.code == .signatureMismatch {
            let code: DocumentSigningError.Code = Self.isMessage(value) ? .messageForSignature : .otherSignature
            throw DocumentSigningError(code, "complete", path, error.context)
        }
    }

    /// Whether what came back is a CMS message, in DER or PEM, and not the signature alone.
    private static func isMessage(_ value: [UInt8]) -> Bool {
        let start = Array(value.prefix(32))
        let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
        return start.starts(with: "-----BEGIN ".utf8)
            || start.first == 0x30 && start.indices.contains { start[$0...].starts(with: signedData) }
    }

    private func write<Format: SignatureFormat>(
        _ format: Format,
        _ key: ReturnedSignature,
        _ document: InputFile,
        _ open: () throws -> FileOutput
    ) throws -> UInt64 {
        let path = document.path
        var source = try FileSource(document)
        guard let size = source.size else { throw Self.noFile(path) }
        guard size == self.size else { throw Self.changed(path) }
        var output = try open()
        try format.sign(&source, size: size, key: key, algorithm: algorithm, to: &output) { $0.written() }
        if case .pdf = target {
            // What was appended came from a file: the reader of PDFs must find the signature in it.
            let report = try PDFVerifier().verify(output.document())
            guard report.signatures.contains(where: { $0.coversWholeFile && $0.isIntact }) else {
                let context = "the signing state does not yield an intact signature of \(path); nothing was written"
                throw DocumentSigningError(.otherSignature, "complete", path, context)
            }
        }
        let count = output.count
        try output.publish()
        return count
    }

    private static func changed(_ path: String) -> DocumentSigningError {
        let context = "\(path) is not the document that was prepared"
        return DocumentSigningError(.otherDocument, "complete", path, context)
    }
}

/// Takes bytes and forgets them.
private struct NoOutput: ByteSink {
    private var count: UInt64 = 0

    mutating func write(_ octets: Span<UInt8>) { count += UInt64(octets.count) }
}
