internal import ASN1
internal import ArgumentParser
internal import CMS
internal import KeystoreBase
internal import Octets
internal import PDF
internal import X509
internal import XAdES
internal import XMLSignature

/// What is kept of a signature until it comes back from the machine with the key.
///
/// It says what is signed, and where the signature goes. There is no secret in it.
struct SignatureState {
    /// Where the signature goes.
    enum Target {
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
    enum XMLForm: String, CaseIterable {
        case xadesEnveloped = "xades-enveloped"
        case xadesDetached = "xades-detached"
        case xmldsigEnveloped = "xmldsig-enveloped"
        case xmldsigDetached = "xmldsig-detached"

        init(isXAdES: Bool, isDetached: Bool) {
            self =
                isXAdES
                ? (isDetached ? .xadesDetached : .xadesEnveloped) : (isDetached ? .xmldsigDetached : .xmldsigEnveloped)
        }

        var isDetached: Bool { self == .xadesDetached || self == .xmldsigDetached }
        var isXAdES: Bool { self == .xadesEnveloped || self == .xadesDetached }
    }

    private static let schema = "jeton.sign.state/1"
    private static let sizeLimit = 64 << 20
    private static let certificateLimit = 32

    /// The path of the document, as it was given.
    let document: String
    /// How many bytes the document has.
    let size: UInt64
    /// Where the signature goes.
    let target: Target
    /// How the key signs.
    let algorithm: SignatureAlgorithm
    /// The signer's certificate, and those of its issuers.
    let certificates: [Certificate]
    /// What the key signs: of CMS and PDF the signed attributes, in DER under the tag SET, of XML the canonical SignedInfo.
    let attributes: [UInt8]

    /// The signer's certificate.
    var signer: Certificate { certificates[0] }

    /// The digest that the key signs; nil if the key takes the attributes whole.
    func digest() throws(SigningError) -> [UInt8]? {
        try algorithm.hash.map { hash throws(SigningError) in
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
    /// - Throws: ``CommandError`` for a document that can't be read; `SigningError`; what `pdf` throws.
    init(
        preparing document: String,
        certificates: [Certificate],
        algorithm: SignatureAlgorithm,
        isAttached: Bool,
        pdf: ((CMSSigner) throws -> PDFSigner)?
    ) throws {
        var signer = CMSSigner(certificate: certificates[0], additionalCertificates: Array(certificates.dropFirst()))
        signer.algorithm = algorithm
        var source = try FileSource(path: document)
        guard let size = source.size else { throw Self.noFile(document) }
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
        self.document = document
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
    /// - Throws: ``CommandError`` for a document that can't be read; `SigningError`.
    init(
        preparingXML document: String,
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
        let uri = XMLFile.uri(document)
        var format = XMLSignatureFormat(signer: signer, packaging: form.isDetached ? .detached(uri: uri) : .enveloped)
        format.isParallel = isParallel
        var source = try FileSource(path: document)
        guard let size = source.size else { throw Self.noFile(document) }
        var sink = NoOutput()
        let prepared = try format.prepare(&source, size: size, algorithm: algorithm, to: &sink)
        attributes = prepared.octetsToSign
        target = .xml(XMLSignaturePlan(prepared), form)
        self.document = document
        self.size = size
        self.algorithm = algorithm
        self.certificates = certificates
    }

    private static func noFile(_ path: String) -> CommandError {
        .usage("\(path) is not a regular file, and it is read twice")
    }

    // MARK: - Completing

    /// Puts a signature in, reads the result back, and publishes it.
    ///
    /// - Parameters:
    ///   - value: What came back from the machine with the key.
    ///   - path: The document.
    ///   - out: Where the result goes.
    ///   - force: Whether a file of that name is replaced.
    /// - Returns: The size of the result in bytes.
    /// - Throws: ``CommandError`` with exit code 1 for a signature that does not fit, and a document that changed.
    func complete(_ value: [UInt8], document path: String, to out: String, force: Bool) throws -> UInt64 {
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
            case .detached: return try write(DetachedCMS(signer: signer), key, path, out, force)
            case .attached: return try write(AttachedCMS(signer: signer), key, path, out, force)
            case .pdf(let plan): return try write(PDFSigner(resuming: plan, signer: signer), key, path, out, force)
            case .xml(let plan, _):
                let maker = XMLSigner(certificate: signer.certificate)
                return try write(XMLSignatureFormat(resuming: plan, signer: maker), key, path, out, force)
            }
        } catch let error as SigningError where error.code == .contentChanged {
            throw Self.changed(path)
        } catch let error as SigningError where error.code == .signatureMismatch {
            throw CommandError(error.context, exitCode: .finding)
        } catch let error as PDFError {
            throw CommandError(error, path)
        }
    }

    private func write<Format: SignatureFormat>(
        _ format: Format,
        _ key: ReturnedSignature,
        _ path: String,
        _ out: String,
        _ force: Bool
    ) throws -> UInt64 {
        var source = try FileSource(path: path)
        guard let size = source.size else { throw Self.noFile(path) }
        guard size == self.size else { throw Self.changed(path) }
        var output = try FileOutput(path: out, force: force)
        try format.sign(&source, size: size, key: key, algorithm: algorithm, to: &output) { $0.written() }
        if case .pdf = target {
            // What was appended came from a file: the reader of PDFs must find the signature in it.
            let report = try PDFVerifier().verify(output.document())
            guard report.signatures.contains(where: { $0.coversWholeFile && $0.isIntact }) else {
                throw CommandError("the state makes no signature of \(path); nothing was written", exitCode: .finding)
            }
        }
        let count = output.count
        try output.publish()
        return count
    }

    private static func changed(_ path: String) -> CommandError {
        CommandError("\(path) is not the document that was prepared", exitCode: .finding)
    }

    // MARK: - The file

    /// Reads a state.
    ///
    /// - Throws: ``CommandError`` with exit code 7 for a file that is not one, and 1 for one that was changed.
    init(at path: String) throws {
        var octets = try FileSource.contents(of: path, limit: Self.sizeLimit)
        if octets.last == UInt8(ascii: "\n") { octets.removeLast() }
        do {
            guard case .object(var members) = try JSONReader.read(octets) else { throw Self.malformed(path) }
            guard case .string(let checksum)? = members.removeValue(forKey: "checksum") else {
                throw Self.malformed(path)
            }
            guard try Self.checksum(.object(members)) == checksum else {
                throw CommandError("\(path) was changed after it was written", exitCode: .finding)
            }
            try self.init(CanonicalJSONObject(.object(members)), path)
        } catch let error as CommandError {
            throw error
        } catch {
            throw Self.malformed(path)
        }
    }

    private init(_ object: CanonicalJSONObject, _ path: String) throws {
        var object = object
        guard try object.string("schema") == Self.schema else { throw Self.malformed(path) }
        document = try object.string("document")
        size = UInt64(try object.integer("size", in: 0...CanonicalJSON.largestInteger))
        let name = try object.string("algorithm")
        let encoded = try object.strings("certificates", limit: Self.certificateLimit)
        guard let algorithm = Self.algorithms.first(where: { Self.name($0) == name }), !encoded.isEmpty else {
            throw Self.malformed(path)
        }
        self.algorithm = algorithm
        certificates = try encoded.map { text in
            guard let octets = Base64.decode(text) else { throw Self.malformed(path) }
            return try Certificate(derRepresentation: octets)
        }
        attributes = try object.base64("attributes", limit: 1 << 20)
        switch try object.string("format") {
        case "cades-detached": target = .detached
        case "cades-attached": target = .attached
        case "pades":
            var revision = try CanonicalJSONObject(.object(object.object("revision")))
            target = .pdf(
                try PDFSignaturePlan(
                    inputSize: size,
                    head: revision.base64("head", limit: Self.sizeLimit),
                    room: Int(revision.integer("room", in: 1...Int64(PDFSignaturePlan.roomLimit))),
                    tail: revision.base64("tail", limit: Self.sizeLimit)
                )
            )
            try revision.finish()
        case let name:
            guard let form = XMLForm(rawValue: name) else { throw Self.malformed(path) }
            var element = try CanonicalJSONObject(.object(object.object("element")))
            let parts = try ["head", "tail"].map { name in
                let octets = try element.base64(name, limit: Self.sizeLimit)
                guard let text = String(validating: octets, as: UTF8.self) else { throw Self.malformed(path) }
                return text
            }
            target = .xml(XMLSignaturePlan(head: parts[0], tail: parts[1]), form)
            try element.finish()
        }
        try object.finish()
    }

    private static func malformed(_ path: String) -> CommandError {
        CommandError(
            "\(path) is not the state of a signature",
            hints: ["`jeton sign prepare` writes one"],
            exitCode: .inputOutput
        )
    }

    /// The state as a file: one line of canonical JSON.
    func encoded() throws -> [UInt8] {
        var members: [String: CanonicalJSON] = [
            "schema": .string(Self.schema), "document": .string(document), "size": .integer(Int64(clamping: size)),
            "format": .string(formatName), "algorithm": .string(Self.name(algorithm)),
            "certificates": .array(certificates.map { .string(Base64.encode($0.derRepresentation)) }),
            "attributes": .string(Base64.encode(attributes)),
        ]
        if case .pdf(let plan) = target {
            members["revision"] = .object([
                "head": .string(Base64.encode(plan.head)), "room": .integer(Int64(plan.room)),
                "tail": .string(Base64.encode(plan.tail)),
            ])
        }
        if case .xml(let plan, _) = target {
            members["element"] = .object([
                "head": .string(Base64.encode(Array(plan.head.utf8))),
                "tail": .string(Base64.encode(Array(plan.tail.utf8))),
            ])
        }
        members["checksum"] = .string(try Self.checksum(.object(members)))
        return CanonicalJSON.object(members).encoded + [UInt8(ascii: "\n")]
    }

    private static func checksum(_ value: CanonicalJSON) throws(SigningError) -> String {
        Hex.encode(try HashAlgorithm.sha256.hash(value.encoded))
    }

    /// The name of the format in the file.
    var formatName: String {
        switch target {
        case .detached: "cades-detached"
        case .attached: "cades-attached"
        case .pdf: "pades"
        case .xml(_, let form): form.rawValue
        }
    }

    /// The usual name of the result.
    func outputName(for document: String) -> String {
        switch target {
        case .detached: SigningJob.name(for: document, .cades, isAttached: false)
        case .attached: SigningJob.name(for: document, .cades, isAttached: true)
        case .pdf: SigningJob.name(for: document, .pades, isAttached: false)
        case .xml(_, let form):
            SigningJob.name(for: document, .xades, isAttached: false, isDetached: form.isDetached)
        }
    }

    // MARK: - Algorithms

    private static let algorithms: [SignatureAlgorithm] =
        [HashAlgorithm.sha256, .sha384, .sha512].flatMap { [.rsaPKCS1($0), .rsaPSS($0), .ecdsa($0)] }
        + [.ed25519] + [HashAlgorithm.gost341194, .streebog256, .streebog512].map { .gost($0) }

    /// The name of an algorithm in the file.
    static func name(_ algorithm: SignatureAlgorithm) -> String {
        switch algorithm {
        case .rsaPKCS1(let hash): "rsa-\(hash.rawValue)"
        case .rsaPSS(let hash): "rsa-pss-\(hash.rawValue)"
        case .ecdsa(let hash): "ecdsa-\(hash.rawValue)"
        case .ed25519: "ed25519"
        case .gost(let hash): "gost-\(hash.rawValue)"
        }
    }

    /// The algorithm that the key of a certificate signs by, as a token with that key would choose it.
    static func algorithm(for certificate: Certificate, hash: HashAlgorithm?) throws -> SignatureAlgorithm {
        let preferred: HashAlgorithm =
            switch certificate.publicKey.kind {
            case .ellipticCurve(.p384, _): .sha384
            case .ellipticCurve(.p521, _): .sha512
            default: .sha256
            }
        let offered = algorithms.filter { hash == nil || $0.hash == hash }
        return try certificate.publicKey.preferredAlgorithm(
            of: offered.filter { $0.hash == preferred } + offered.filter { $0.hash != preferred }
        )
    }
}

/// Takes bytes and forgets them.
private struct NoOutput: ByteSink {
    private var count: UInt64 = 0

    mutating func write(_ octets: Span<UInt8>) { count += UInt64(octets.count) }
}
