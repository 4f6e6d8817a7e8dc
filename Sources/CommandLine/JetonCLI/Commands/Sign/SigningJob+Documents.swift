internal import ASN1
internal import ASiC
internal import CAdES
internal import CMS
internal import PDF
internal import SigningDesk
internal import TokenKit
internal import X509
internal import XAdES
internal import XMLSignature

/// How one file is signed, by its format.
extension SigningJob {
    func sign(_ item: Item, _ session: SigningSession) throws -> UInt64 {
        if item.format == .pades { return try signPDF(item, session) }
        if let encoding = command.encode {
            let force = replaces(item)
            let output = MemoryOutput { octets in
                try FileOutput.write(Array((encoding.text(octets) + "\n").utf8), to: item.output, force: force)
            }
            return try sign(item, session, output)
        }
        if digest != nil, item.format.isXML { return try signXMLDigest(item, session) }
        if item.format.container != nil, command.counter { return try countersignContainer(item, session) }
        if let container = item.format.container { return try signContainer(item, container, session) }
        guard item.output == "-" else {
            return try sign(item, session, open(item))
        }
        // What is read back of a large message must not be in memory.
        guard form(item) != .attachedCMS else { return try sign(item, session, FileOutput(path: "-", force: false)) }
        return try sign(item, session, MemoryOutput { try Console.write($0.span) })
    }

    func sign<Output: SignatureOutput & ~Copyable>(
        _ item: Item,
        _ session: SigningSession,
        _ output: consuming Output
    ) throws -> UInt64 {
        if let digest, let hashAlgorithm {
            return try session.sign(digest: digest, as: form(item), hash: hashAlgorithm, with: additions, to: output)
        }
        if command.counter, item.format.isXML { return try countersignXML(item, session, output) }
        if command.add || command.counter { return try signFurther(item, session, output) }
        if item.format.isXML { return try signXML(item, session, output) }
        var source = try FileSource(item.file)
        return try session.sign(
            &source,
            size: source.size,
            as: form(item),
            hash: hashAlgorithm,
            with: additions,
            to: output
        )
    }

    /// Signs the digest of a SignedInfo element, and writes what its SignatureValue holds.
    func signXMLDigest(_ item: Item, _ session: SigningSession) throws -> UInt64 {
        guard let digest, let hashAlgorithm else { return 0 }
        let publicKey = session.key.publicKey
        let force = replaces(item)
        let output = MemoryOutput { octets in
            var value = octets
            // r and s one behind the other, not in DER.
            if case .ellipticCurve = publicKey.kind {
                value = try XMLSignatureMethod(.ecdsa(hashAlgorithm)).value(octets, by: publicKey)
            }
            try FileOutput.write(Array((Base64.encode(value) + "\n").utf8), to: item.output, force: force)
        }
        return try session.sign(digest: digest, as: .raw, hash: hashAlgorithm, to: output)
    }

    func signXML<Output: SignatureOutput & ~Copyable>(
        _ item: Item,
        _ session: SigningSession,
        _ output: consuming Output
    ) throws -> UInt64 {
        var source = try FileSource(item.file)
        let packaging: XMLSignatureFormat.Packaging =
            command.attached ? .enveloping : command.detached ? .detached(uri: XMLFile.uri(item.input)) : .enveloped
        let options = try options(packaging == .enveloped ? "text/xml" : "application/octet-stream")
        let properties = item.format == .xades ? options : nil
        guard let extender = additions.extender, extender.level > .b else {
            try session.signXML(
                &source,
                packaging,
                xades: properties,
                isParallel: command.parallel,
                hash: hashAlgorithm,
                to: &output
            )
            return try output.published()
        }
        // A document of level B, which is not published, is raised into the output.
        var first = try open(item)
        try session.signXML(
            &source,
            packaging,
            xades: properties,
            isParallel: command.parallel,
            hash: hashAlgorithm,
            to: &first
        )
        let raising = XAdESExtender(extender)
        let files = XMLFile(path: item.input, files: [item.input], directory: item.file.directory)
        try raising.extend(files: files, rereading: { first.written() }, to: &output)
        try raising.readBack(files: files) { try output.written() }
        return try output.published()
    }

    /// What the signer of XAdES states.
    func options(_ mediaType: String = "text/xml") throws -> XAdESOptions {
        var options = XAdESOptions(mediaType: mediaType, policy: try command.levels.policy())
        options.statements = try command.statements.statements()
        if additions.timestampsContent { options.contentTimestamps = additions.extender }
        return options
    }

    func countersignXML<Output: SignatureOutput & ~Copyable>(
        _ item: Item,
        _ session: SigningSession,
        _ output: consuming Output
    ) throws -> UInt64 {
        // A detached signature lies beside its files.
        let files = XMLFile(path: item.input, files: try XMLFile.siblings(item.input))
        do {
            let made = try session.countersignXML(
                xades: options(),
                files: files,
                hash: hashAlgorithm,
                rereading: { try FileSource(item.file) },
                to: &output
            )
            try made.readBack(files: files) { try output.written() }
        } catch let error as SigningError where error.code == .signatureMismatch {
            throw CommandError("\(item.input) was not signed: \(error.context)", exitCode: .refused)
        }
        return try output.published()
    }

    func signContainer(
        _ item: Item,
        _ container: (kind: ContainerKind, signature: SignatureKind),
        _ session: SigningSession
    ) throws -> UInt64 {
        var output = try open(item)
        let former = item.contents.isEmpty ? try ContainerInput.container(in: item.file) : nil
        do {
            if let former { try ContainerExtender.check(former) }
            try session.signContainer(
                as: container.signature,
                xades: options(),
                hash: hashAlgorithm,
                with: additions,
                to: &output
            ) { hash in
                if let former { return try ContainerDraft(adding: former, hash: hash) }
                return try ContainerDraft(container.kind, item.contents.map { ContainedFile(file: $0) }, hash: hash)
            }
            let policy = additions.extender?.policy ?? VerificationPolicy(purpose: .any)
            let report = try ContainerExtender.check(output.container(), policy)
            let level = additions.extender?.level ?? .b
            guard report.signatures.contains(where: { $0.assessment.level >= level }) else {
                throw SigningError(.signatureMismatch, "the signature does not have level \(level.rawValue)")
            }
        } catch let error as SigningError where error.code == .signatureMismatch && former != nil {
            throw CommandError("\(item.input) was not signed: \(error.context)", exitCode: .refused)
        }
        return try output.published()
    }

    func countersignContainer(_ item: Item, _ session: SigningSession) throws -> UInt64 {
        var output = try open(item)
        do {
            let readBack = try session.countersignContainer(
                ContainerInput.container(in: item.file),
                xades: options(),
                hash: hashAlgorithm,
                with: additions,
                to: &output
            )
            try readBack(output.container())
        } catch let error as SigningError where error.code == .signatureMismatch {
            throw CommandError("\(item.input) was not signed: \(error.context)", exitCode: .refused)
        }
        return try output.published()
    }

    func signFurther<Output: SignatureOutput & ~Copyable>(
        _ item: Item,
        _ session: SigningSession,
        _ output: consuming Output
    ) throws -> UInt64 {
        let message = MessageFile(item.file)
        let report = try message.report(
            CAdESValidator(policy: VerificationPolicy(purpose: .any)),
            hashing: session.contentHash(hashAlgorithm)
        )
        return try session.sign(
            report,
            as: command.counter ? .counter : .parallel,
            hash: hashAlgorithm,
            with: additions,
            rereading: { try FileSource(item.file) },
            to: output
        )
    }

    func signPDF(_ item: Item, _ session: SigningSession) throws -> UInt64 {
        let document = try PDFInput.document(in: item.file)
        var source = try FileSource(item.file)
        var room = additions.timestampsContent ? tokenRoom : 0
        // Certificates and evidence go into the document; only the timestamp over the signature is in the message.
        var inside = additions
        if let extender = additions.extender, extender.level > .b {
            inside.extender = extender.to(.t)
            room += tokenRoom
        }
        do {
            return try session.sign(
                &source,
                size: source.size,
                hash: hashAlgorithm,
                with: inside,
                to: open(item),
                as: { signer in
                    var options = try command.pdf.options(appearance, signer: signer.certificate)
                    options.room = room
                    return try PDFSigner(document, signer: signer, options: options)
                },
                finishing: { output in
                    if let extender = additions.extender { try output.extend(extender) }
                }
            )
        } catch let error as PDFError {
            throw CommandError(error, item.input)
        }
    }

    /// Opens the output; beside a file that was found, no link is followed.
    func open(_ item: Item) throws(CommandError) -> FileOutput {
        try FileOutput(path: item.output, below: item.file.directory(of: item.output), force: replaces(item))
    }

    /// Whether a file with the output's name may be replaced.
    func replaces(_ item: Item) -> Bool {
        command.force || ((command.add || command.counter) && item.output == item.input)
    }
}
