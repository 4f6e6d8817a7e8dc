internal import JetonASN1
internal import JetonFiles
internal import JetonJSON
internal import JetonOctets
internal import JetonPDF
package import JetonX509
internal import XMLSignature

/// The state as a file.
extension SignatureState {
    private static let schema = "jeton.sign.state/1"
    private static let sizeLimit = 64 << 20
    private static let certificateLimit = 32

    /// Reads a state.
    ///
    /// - Throws: ``DocumentSigningError/Code/invalidState``, ``DocumentSigningError/Code/alteredState``; `FileError`.
    package init(at path: String) throws {
        var octets = try FileSource.contents(of: InputFile(path), limit: Self.sizeLimit)
        if octets.last == UInt8(ascii: "\n") { octets.removeLast() }
        do {
            guard case .object(var members) = try JSONReader.read(octets) else { throw Self.malformed(path) }
            guard case .string(let checksum)? = members.removeValue(forKey: "checksum") else {
                throw Self.malformed(path)
            }
            guard try Self.checksum(.object(members)) == checksum else {
                let context = "\(path) was changed after it was written"
                throw DocumentSigningError(.alteredState, "complete", path, context)
            }
            try self.init(CanonicalJSONObject(.object(members)), path)
        } catch let error as DocumentSigningError {
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

    private static func malformed(_ path: String) -> DocumentSigningError {
        DocumentSigningError(.invalidState, "complete", path, "\(path) is not a prepared signature state")
    }

    /// The state as a file: one line of canonical JSON.
    package func encoded() throws -> [UInt8] {
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

    private static func checksum(_ value: CanonicalJSON) throws(DocumentError) -> String {
        Hex.encode(try HashAlgorithm.sha256.hash(value.encoded))
    }

    /// The name of the format in the file.
    package var formatName: String {
        switch target {
        case .detached: "cades-detached"
        case .attached: "cades-attached"
        case .pdf: "pades"
        case .xml(_, let form): form.rawValue
        }
    }

    /// The usual name of the result.
    package func outputName(for document: String) -> String {
        switch target {
        case .detached: DocumentName.output(for: document, .cades)
        case .attached: DocumentName.output(for: document, .cades, .attached)
        case .pdf: DocumentName.output(for: document, .pades)
        case .xml(_, let form):
            DocumentName.output(for: document, .xades, form.isDetached ? .detached : nil)
        }
    }

    // MARK: - Algorithms

    private static let algorithms: [SignatureAlgorithm] =
        [HashAlgorithm.sha256, .sha384, .sha512, .sha224].flatMap { [.rsaPKCS1($0), .rsaPSS($0), .ecdsa($0)] }
        + [.ed25519] + [HashAlgorithm.gost341194, .streebog256, .streebog512].map { .gost($0) }

    /// The name of an algorithm in the file.
    package static func name(_ algorithm: SignatureAlgorithm) -> String {
        switch algorithm {
        case .rsaPKCS1(let hash): "rsa-\(hash.rawValue)"
        case .rsaPSS(let hash): "rsa-pss-\(hash.rawValue)"
        case .ecdsa(let hash): "ecdsa-\(hash.rawValue)"
        case .ed25519: "ed25519"
        case .gost(let hash): "gost-\(hash.rawValue)"
        }
    }

    /// The algorithm that the key of a certificate signs by, as a token with that key would choose it.
    package static func algorithm(for certificate: Certificate, hash: HashAlgorithm?) throws -> SignatureAlgorithm {
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
