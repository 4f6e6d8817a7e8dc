internal import ASN1
internal import ArgumentParser
internal import CMS
internal import Diagnostics
internal import Octets
internal import PDF
internal import SigningDesk
internal import X509
internal import XAdES

/// `jeton sign prepare`.
struct SignPrepareCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "sign prepare",
        abstract: "Print the hashes that a key elsewhere has to sign.",
        discussion: """
            For a document and a key that are on two machines. Each document gets a state file, FILE.state, which \
            `jeton sign complete` needs when the signature is back; what is printed is the hash and the name of that \
            file. No token is needed here, and the state holds no secret.
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
        name: .long,
        help: ArgumentHelp("The signer's certificate, with those of its issuers behind it.", valueName: "file"),
        completion: .file()
    )
    var certificate: String

    @Option(
        name: .long,
        help: """
            Further certificates in the signature: none, issuers (those in the file, without the root) or all (with \
            the root).
            """
    )
    var chain = SignCommand.Chain.issuers

    @Option(
        name: .long,
        help: """
            Form of the signature: one of cms, cades (the same), pades, xades, xmldsig (default: by the document's \
            content).
            """
    )
    var format: Format?

    @Flag(name: .long, help: "Put the content into the CMS message.")
    var attached = false

    @Flag(name: .long, help: "Put an XML signature beside the document.")
    var detached = false

    @Flag(
        name: .long,
        help: "Leave room in an XML document for parallel signatures, which leave each other out."
    )
    var parallel = false

    @Option(name: .long, help: "One of sha256, sha384 and sha512 (default: matches the key).")
    var hashAlgorithm: String?

    @OptionGroup var pdf: PDFSignatureFlags

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Also write what is hashed, for keys that hash by themselves (Ed25519, GOST keys of some tokens).",
            valueName: "file"
        ),
        completion: .file()
    )
    var dataOut: String?

    @Option(
        name: .long,
        help: ArgumentHelp("State: a file, or a directory for several.", valueName: "path"),
        completion: .file()
    )
    var out: String?

    @Flag(name: .long, help: "Replace files that exist.")
    var force = false

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let given = try CertificateFile.certificates(at: certificate)
        guard let signer = given.first else { throw CommandError.usage("\(certificate) holds no certificate") }
        let issuers = CertificateChain(of: signer, among: Array(given.dropFirst())).certificates(chain.choice)
        let algorithm = try SignatureState.algorithm(for: signer, hash: try SigningJob.hash(hashAlgorithm))
        guard algorithm.hash != nil || dataOut != nil else {
            throw CommandError.usage(
                "an \(algorithm) key computes the hash itself and can't sign a given one",
                hints: ["--data-out names a file for what it signs"]
            )
        }
        if dataOut != nil || out.map({ !FileSource.isDirectory($0) }) ?? false, files.count > 1 {
            throw CommandError.usage("--out and --data-out name one file, but there are \(files.count) documents")
        }
        let inputs = InputFiles(files + [certificate])
        for file in files { try inputs.refuse(path(for: file)) }
        if let dataOut { try inputs.refuse(dataOut, "--data-out names the input") }
        let appearance = try pdf.appearance()
        var results: [JSON] = []
        for file in files {
            let state = try prepare(file, [signer] + issuers, algorithm, appearance)
            let path = self.path(for: file)
            if let dataOut { try FileOutput.write(state.attributes, to: dataOut, force: force) }
            try FileOutput.write(state.encoded(), to: path, force: force)
            results.append(try show(state, path))
        }
        if output.json {
            try Console.print(
                .object([
                    ("schema", .string("jeton.sign.prepare/1")), ("signer", .string("\(signer.subject)")),
                    ("algorithm", .string(SignatureState.name(algorithm))), ("results", .array(results)),
                ])
            )
        }
        return .success
    }

    private func prepare(
        _ file: String,
        _ certificates: [Certificate],
        _ algorithm: SignatureAlgorithm,
        _ appearance: SignatureAppearance?
    ) throws -> SignatureState {
        var format = format
        if format == nil {
            switch try DocumentKind(of: InputFile(file)) {
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
            guard !attached else { throw CommandError.usage("an XML signature around its content can't be prepared") }
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
                    "\(file) gets no PDF signature, and options such as --field and --reason are for one"
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
        guard !attached else { throw CommandError.usage("a PDF holds its signature; leave out --attached") }
        let document = try PDFInput.document(in: InputFile(file))
        do {
            return try SignatureState(
                preparing: file,
                certificates: certificates,
                algorithm: algorithm,
                isAttached: false
            ) { signer in
                try PDFSigner(document, signer: signer, options: try pdf.options(appearance, signer: certificates[0]))
            }
        } catch let error as PDFError {
            throw CommandError(error, file)
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
            Console.detail("note: on the machine with the key: \(command.text)")
        }
        return .object([
            ("document", .string(state.document)), ("state", .string(path)), ("format", .string(state.formatName)),
            ("hashAlgorithm", .text(state.algorithm.hash?.rawValue)), ("hash", .text(digest)),
            ("data", .string(Hex.encode(state.attributes))),
        ])
    }
}
