internal import ArgumentParser
internal import JetonASN1
internal import JetonCMS
internal import JetonDiagnostics
internal import JetonFiles
internal import JetonOctets
internal import JetonPDF
internal import JetonX509
internal import SigningDesk
internal import VerificationDesk
internal import XAdES

/// `jeton sign prepare`.
struct SignPrepareCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "sign prepare",
        abstract: "Print hashes for a key on another machine to sign.",
        discussion: """
            For a document and a key on two machines. Prints the hash of each document and the name of its state file, \
            FILE.state, which `jeton sign complete` needs later. No token is needed, and the state holds no secret.
            """
    )

    /// The form of a signature that can be prepared.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case cms
        case cades
        case pades
        case xades
        case xmldsig
    }

    @Argument(help: ArgumentHelp("The documents.", valueName: "file"), completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp("The signer's certificate, followed by those of its issuers.", valueName: "file"),
        completion: .file()
    )
    var certificate: String

    @Option(
        help: """
            Further certificates in the signature: none, issuers (those in the file, without the root) or all (with \
            the root).
            """
    )
    var chain = SignerCertificateOptions.Chain.issuers

    @Option(
        help: """
            Signature format: one of cms, cades (the same), pades, xades, xmldsig (default: by the document's \
            content).
            """
    )
    var format: Format?

    @Flag(help: "Put the content into the CMS message.")
    var attached = false

    @Flag(help: "Write an XML signature to a file next to the document.")
    var detached = false

    @Flag(help: "Sign an XML document so that others can sign it in parallel; such signatures exclude each other.")
    var parallel = false

    @Option(help: "The hash algorithm (default: matches the key).")
    var hashAlgorithm: SigningHash?

    @OptionGroup var pdf: PDFSignatureFlags

    @Option(
        help: ArgumentHelp(
            "Also write the data to be hashed, for keys that hash it themselves (Ed25519, GOST keys of some tokens).",
            valueName: "file"
        ),
        completion: .file()
    )
    var dataOut: String?

    @Option(help: ArgumentHelp("State: a file, or a directory for several.", valueName: "path"), completion: .file())
    var out: String?

    @Flag(help: "Overwrite existing files.")
    var force = false

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let given = try CertificateFile.certificates(at: certificate)
        guard let signer = given.first else { throw CommandError.usage("\(certificate) holds no certificate") }
        let issuers = CertificateChain(of: signer, among: Array(given.dropFirst())).certificates(chain.choice)
        let algorithm = try SignatureState.algorithm(for: signer, hash: hashAlgorithm?.algorithm)
        guard algorithm.hash != nil || dataOut != nil else {
            throw CommandError.usage(
                "an \(algorithm) key hashes the data itself and can't sign a given hash",
                hints: ["use --data-out to write the data that it signs"]
            )
        }
        if dataOut != nil || out.map({ !FileSource.isDirectory($0) }) ?? false, files.count > 1 {
            throw CommandError.usage("--out and --data-out are single files, but there are \(files.count) documents")
        }
        let inputs = InputFiles(files + [certificate])
        for file in files { try inputs.refuse(path(for: file)) }
        if let dataOut { try inputs.refuse(dataOut, "--data-out names the input") }
        let pdfRequest = try pdf.request()
        var results: [JSON] = []
        for file in files {
            let state = try prepare(.named(file), [signer] + issuers, algorithm, pdfRequest)
            let path = self.path(for: file)
            if let dataOut { try FileOutput.write(state.attributes, to: dataOut, force: force) }
            try FileOutput.write(state.encoded(), to: path, force: force)
            results.append(try show(state, path))
        }
        return try answer(
            "jeton.sign.prepare/1",
            ["signer": "\(signer.subject)", "algorithm": SignatureState.name(algorithm), "results": results]
        ) {}
    }

    private func prepare(
        _ file: InputFile,
        _ certificates: [Certificate],
        _ algorithm: SignatureAlgorithm,
        _ request: PDFRequest
    ) throws -> SignatureState {
        var format = format
        if format == nil {
            switch try DocumentKind(of: file) {
            case .pdf where !attached: format = .pades
            case .xml where !attached: format = .xades
            default: format = .cades
            }
        }
        let isXML = format == .xades || format == .xmldsig
        if detached || parallel, !isXML || detached && parallel {
            throw CommandError.usage("--detached or --parallel requires an XML signature")
        }
        if isXML, !pdf.isGiven {
            guard !attached else { throw CommandError.usage("an enveloping XML signature can't be prepared") }
            return try SignatureState(
                preparingXML: file,
                certificates: certificates,
                algorithm: algorithm,
                form: SignatureState.XMLForm(isXAdES: format == .xades, isDetached: detached),
                isParallel: parallel,
                options: XAdESOptions(mediaType: detached ? "application/octet-stream" : "text/xml")
            )
        }
        guard format == .pades else {
            if pdf.isGiven {
                throw CommandError.usage(
                    "options such as --field and --reason require a PDF signature, and \(file.path) does not get one"
                )
            }
            return try SignatureState(
                preparing: file,
                certificates: certificates,
                algorithm: algorithm,
                isAttached: attached,
                pdf: nil
            )
        }
        guard !attached else { throw CommandError.usage("a PDF contains its signature; leave out --attached") }
        let document = try PDFInput.document(in: file)
        do {
            return try SignatureState(
                preparing: file,
                certificates: certificates,
                algorithm: algorithm,
                isAttached: false
            ) { signer in
                let pdf = try PDFSigner(document, signer: signer, options: request.options(for: certificates[0]))
                for note in pdf.notes { Console.note("warning: \(file.path): \(note)") }
                return pdf
            }
        } catch let error as PDFError {
            throw CommandError(error, file.path)
        }
    }

    /// Where the state of a document goes.
    private func path(for file: String) -> String {
        guard let out else { return file + ".state" }
        guard FileSource.isDirectory(out) else { return out }
        return out + "/" + (file.split(separator: "/").last.map(String.init) ?? file) + ".state"
    }

    private func show(_ state: SignatureState, _ path: String) throws -> JSON {
        let digest = try state.digest().map { Hex.encode($0) }
        if !output.json, let hash = state.algorithm.hash, let digest {
            try Console.print("\(digest)  \(path)")
            let command: ShellCommand =
                "jeton sign --format raw --hash-algorithm \(hash.rawValue) --encode base64 --hash \(digest)"
            let next: ShellCommand = "jeton sign complete \(path) --signature FILE"
            Console.note("hint: on the machine with the key, `\(command.text) --out FILE` signs it")
            Console.note("hint: with that file, `\(next.text)` completes the document")
        }
        return .object([
            "document": state.document, "state": path, "format": state.formatName,
            "hashAlgorithm": state.algorithm.hash?.rawValue, "hash": digest, "data": Hex.encode(state.attributes),
        ])
    }
}
