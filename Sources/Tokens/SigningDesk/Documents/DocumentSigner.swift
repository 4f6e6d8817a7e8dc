internal import ASiC
internal import CAdES
internal import JetonASN1
internal import JetonCMS
public import JetonFiles
internal import JetonPDF
internal import JetonX509
internal import PAdES
internal import SignatureLevels
internal import TokenKit
internal import VerificationDesk
internal import XAdES
internal import XMLSignature

/// Signs whole documents of every format with one key.
///
/// Each document is read back from where it was written and checked by a separate code path before it is published.
///
/// ```swift
/// var request = SignRequest()
/// request.extender = SignatureExtender(level: .lta, timestamps: client, collector: collector, policy: policy)
/// let signer = DocumentSigner(session, request)
/// try signer.sign(InputFile("letter.pdf"), to: DocumentOutput(at: "letter-signed.pdf"))
/// ```
///
/// May be used from any thread; blocks on files, on the token, and on servers if there is an extender.
public struct DocumentSigner: Sendable {
    /// The key in use.
    public let session: SigningSession
    /// How documents are signed.
    public let request: SignRequest
    private let warn: @Sendable (InputFile, String) -> Void

    private var additions: SignatureAdditions { request.additions }

    /// Signs with a key.
    ///
    /// - Parameters:
    ///   - session: The key in use.
    ///   - request: How documents are signed.
    ///   - warn: Takes what a signer should know of a document that can be signed all the same, as one clause.
    public init(
        _ session: SigningSession,
        _ request: SignRequest = SignRequest(),
        warn: @escaping @Sendable (InputFile, String) -> Void = { _, _ in }
    ) {
        self.session = session
        self.request = request
        self.warn = warn
    }

    /// Signs a document.
    ///
    /// - Parameters:
    ///   - file: The document; one that has signatures, if the request is for further ones.
    ///   - format: The format; nil for that of the request, or else by the document's content.
    ///   - output: Where the signature or the signed document goes.
    /// - Returns: The size of the output in bytes.
    /// - Throws: As ``SigningSession/sign(_:size:as:hash:with:to:)``; ``DocumentSigningError``; `PDFError`; `FileError`;
    ///   `VerificationError` for a document that can't be read. Nothing is written then.
    @discardableResult
    public func sign(_ file: InputFile, as format: DocumentFormat? = nil, to output: DocumentOutput) throws -> UInt64 {
        let format = try format ?? request.format(of: file)
        try request.check(format, file.path)
        if format == .pades { return try signPDF(file, output) }
        if request.digest != nil, format.isXML { return try signXMLDigest(output) }
        if let container = format.container {
            guard request.further == .counter else {
                let former = request.further == nil ? nil : try ContainerInput.container(in: file)
                return try signContainer([file], container, adding: former, output)
            }
            return try countersignContainer(file, output)
        }
        if let take = output.take { return try sign(file, format, MemoryOutput(take), output) }
        return try sign(file, format, output.open(), output)
    }

    /// Signs files in one new container.
    ///
    /// - Parameters:
    ///   - files: The files; just one for a simple container.
    ///   - format: The format of the container.
    ///   - output: Where the container goes.
    /// - Returns: The size of the container in bytes.
    /// - Throws: As ``sign(_:as:to:)``.
    @discardableResult
    public func sign(together files: [InputFile], as format: DocumentFormat, to output: DocumentOutput) throws -> UInt64
    {
        guard let container = format.container else {
            throw DocumentError(.invalidArgument, "'\(format.rawValue)' is not a container format")
        }
        try request.check(format, files.first?.path ?? "")
        return try signContainer(files, container, adding: nil, output)
    }

    private func sign<Output: SignatureOutput & ~Copyable>(
        _ file: InputFile,
        _ format: DocumentFormat,
        _ output: consuming Output,
        _ target: DocumentOutput
    ) throws -> UInt64 {
        let form = request.form(format)
        if let digest = request.digest {
            return try session.sign(digest: digest, as: form, hash: request.hash, with: additions, to: output)
        }
        if request.further == .counter, format.isXML { return try countersignXML(file, output) }
        if let further = request.further { return try signFurther(file, further, output) }
        if format.isXML { return try signXML(file, format, output, target) }
        var source = try FileSource(file)
        return try session.sign(
            &source,
            size: source.size,
            as: form,
            hash: request.hash,
            with: additions,
            to: output
        )
    }

    // MARK: - XML

    /// Signs the digest of a SignedInfo element, and writes what its SignatureValue holds.
    private func signXMLDigest(_ target: DocumentOutput) throws -> UInt64 {
        guard let digest = request.digest else { return 0 }
        let hash = try session.hash(of: digest, request.hash)
        let publicKey = session.key.publicKey
        let output = MemoryOutput { octets in
            var value = octets
            // r and s one behind the other, not in DER.
            if case .ellipticCurve = publicKey.kind {
                value = try XMLSignatureMethod(.ecdsa(hash)).value(octets, by: publicKey)
            }
            try target.write(Array((Base64.encode(value) + "\n").utf8))
        }
        return try session.sign(digest: digest, as: .raw, hash: hash, to: output)
    }

    private func signXML<Output: SignatureOutput & ~Copyable>(
        _ file: InputFile,
        _ format: DocumentFormat,
        _ output: consuming Output,
        _ target: DocumentOutput
    ) throws -> UInt64 {
        var source = try FileSource(file)
        let packaging: XMLSignatureFormat.Packaging =
            switch request.placement {
            case .attached: .enveloping
            case .detached: .detached(uri: XMLFile.uri(file.path))
            case nil: .enveloped
            }
        let options = request.options(packaging == .enveloped ? "text/xml" : "application/octet-stream")
        let properties = format == .xades ? options : nil
        guard let extender = request.extender, extender.level > .b else {
            try session.signXML(
                &source,
                packaging,
                xades: properties,
                isParallel: request.isParallel,
                hash: request.hash,
                to: &output
            )
            return try output.published()
        }
        // A document of level B, which is not published, is raised into the output.
        var first = try target.open()
        try session.signXML(
            &source,
            packaging,
            xades: properties,
            isParallel: request.isParallel,
            hash: request.hash,
            to: &first
        )
        let raising = XAdESExtender(extender)
        let files = XMLFile(file, files: [file.path])
        try raising.extend(files: files, rereading: { first.written() }, to: &output)
        try raising.readBack(files: files) { try output.written() }
        return try output.published()
    }

    private func countersignXML<Output: SignatureOutput & ~Copyable>(
        _ file: InputFile,
        _ output: consuming Output
    ) throws -> UInt64 {
        // A detached signature is next to its files.
        try session.countersignXML(
            xades: request.options(),
            files: XMLFile(file, files: try XMLFile.siblings(file.path)),
            hash: request.hash,
            rereading: { try FileSource(file) },
            to: &output
        )
        return try output.published()
    }

    // MARK: - Containers

    private func signContainer(
        _ files: [InputFile],
        _ container: (kind: ContainerKind, signature: SignatureKind),
        adding former: Container?,
        _ target: DocumentOutput
    ) throws -> UInt64 {
        var output = try target.open()
        if let former { try ContainerExtender.check(former) }
        try session.signContainer(
            as: container.signature,
            xades: request.options(),
            hash: request.hash,
            with: additions,
            to: &output
        ) { hash in
            if let former { return try ContainerDraft(adding: former, hash: hash) }
            return try ContainerDraft(container.kind, files.map { ContainedFile(file: $0) }, hash: hash)
        }
        return try output.published()
    }

    private func countersignContainer(_ file: InputFile, _ target: DocumentOutput) throws -> UInt64 {
        var output = try target.open()
        try session.countersignContainer(
            ContainerInput.container(in: file),
            xades: request.options(),
            hash: request.hash,
            with: additions,
            to: &output
        )
        return try output.published()
    }

    // MARK: - CMS and PDF

    private func signFurther<Output: SignatureOutput & ~Copyable>(
        _ file: InputFile,
        _ further: FurtherSignature,
        _ output: consuming Output
    ) throws -> UInt64 {
        let report = try MessageFile(file).report(
            CAdESValidator(policy: VerificationPolicy(purpose: .any)),
            hashing: session.contentHash(request.hash)
        )
        return try session.sign(
            report,
            as: further,
            hash: request.hash,
            with: additions,
            rereading: { try FileSource(file) },
            to: output
        )
    }

    private func signPDF(_ file: InputFile, _ target: DocumentOutput) throws -> UInt64 {
        let document = try PDFInput.document(in: file)
        var source = try FileSource(file)
        let parts = PAdESParts(
            request.extender,
            timestampsContent: request.timestampsContent,
            tokenRoom: request.timestampRoom
        )
        var inside = additions
        inside.extender = parts.message
        return try session.sign(
            &source,
            size: source.size,
            hash: request.hash,
            with: inside,
            to: target.open(),
            as: { signer in
                var options = request.pdf.options(for: signer.certificate)
                options.room = parts.room
                let pdf = try PDFSigner(document, signer: signer, options: options)
                for note in pdf.notes { warn(file, note) }
                return pdf
            },
            finishing: { output in
                if let extender = request.extender { try output.extend(extender) }
            }
        )
    }
}
