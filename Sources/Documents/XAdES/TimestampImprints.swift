import JetonASN1
import JetonCMS
import JetonLibcrypto
import JetonValidation
import JetonX509
import JetonXML
import XMLSignature

/// Computes what the timestamps of a signature are over, from the document that holds the signature.
///
/// The document is read once for each reference and each object, and once for all other parts: memory stays constant.
///
/// - SeeAlso: ETSI EN 319 132-1 V1.3.1, 5.2.8, 5.3 and 5.5.2.
struct TimestampImprints {
    /// What is asked: the imprint of a timestamp, by a hash.
    struct Question {
        let kind: Kind
        let method: Canonicalization
        let hash: HashAlgorithm

        enum Kind {
            /// What the references with these identifiers lead to; nil for all of them.
            case content(Set<String>?)
            case signature
            /// How many of the unsigned signature properties are covered, and what further ones, in canonical form.
            case archive(covered: Int, further: [UInt8], isOld: Bool)
        }
    }

    /// How many objects of a signature are read: the whole document for each.
    private static let objectLimit = 64
    /// How many unsigned properties of a signature are read.
    private static let propertyLimit = 1_024

    /// Takes bytes of a document, which a pass over it can't stop at.
    private final class Running {
        private let digest: RunningDigest
        private let budget: CanonicalBudget?
        private var failure: LibcryptoError?

        init(_ digest: RunningDigest, _ budget: CanonicalBudget?) { (self.digest, self.budget) = (digest, budget) }

        func update(_ bytes: Span<UInt8>) {
            budget?.take(bytes.count)
            guard failure == nil else { return }
            do throws(LibcryptoError) { try digest.update(bytes) } catch { failure = error }
        }

        func finish() throws(LibcryptoError) -> [UInt8] {
            if let failure { throw failure }
            return try digest.finish()
        }
    }

    /// The octets of a small part.
    final class Collected {
        var octets: [UInt8] = []

        func append(_ more: Span<UInt8>) {
            for index in more.indices { octets.append(more[index]) }
        }
    }

    /// Computes imprints.
    ///
    /// - Parameters:
    ///   - questions: The timestamps.
    ///   - signature: The signature that they belong to.
    ///   - properties: Its unsigned signature properties.
    ///   - files: What references outside of the document lead to.
    ///   - budget: How many octets the document may become for all its timestamps; nil for any number.
    ///   - document: Opens the document.
    /// - Returns: The digests, in the order of the questions.
    /// - Throws: `DocumentError` if something is missing; what the sources throw.
    static func digests<Document: ByteSource & ~Copyable>(
        _ questions: [Question],
        _ signature: ParsedSignature,
        _ properties: [XMLElement],
        files: some ReferencedFiles,
        budget: CanonicalBudget? = nil,
        rereading document: () throws -> Document
    ) throws -> [[UInt8]] {
        guard !questions.isEmpty else { return [] }
        guard properties.count <= propertyLimit else {
            throw DocumentError(.limitExceeded, "the signature has more than \(propertyLimit) unsigned properties")
        }
        let running = try questions.map { Running(try $0.hash.begin(), budget) }
        // References first, in their order.
        for reference in signature.references {
            let known = try reference.get()
            let isProperties = known.type == XMLNames.propertiesType
            var receivers: [(method: Canonicalization, digest: Running)] = []
            for (question, digest) in zip(questions, running) {
                switch question.kind {
                case .signature: continue
                case .content where isProperties: continue
                case .content(let included?) where !included.contains(known.id ?? ""): continue
                default: receivers.append((question.method, digest))
                }
            }
            guard !receivers.isEmpty else { continue }
            if case .external(let uri) = known.target {
                guard !known.hasOutputTransform else {
                    throw DocumentError(.unsupportedAlgorithm, "a timestamp over a transformed file is not supported")
                }
                let name = try files.read(uri) { piece in
                    for receiver in receivers { receiver.digest.update(piece) }
                }
                guard name != nil else { throw DocumentError(.malformed, "the file '\(uri ?? "")' was not given") }
                continue
            }
            let parts = receivers.map { receiver in
                XMLPart(known, own: signature.element.offset, method: receiver.method) {
                    receiver.digest.update($0)
                }
            }
            try read(document, parts, budget)
        }
        try addParts(questions, running, signature, properties, budget, document)
        try addObjects(questions, running, signature, budget, document)
        return try running.map { try $0.finish() }
    }

    /// The parts of the signature but its objects; those of archive timestamps behind the references.
    private static func addParts<Document: ByteSource & ~Copyable>(
        _ questions: [Question],
        _ running: [Running],
        _ signature: ParsedSignature,
        _ properties: [XMLElement],
        _ budget: CanonicalBudget?,
        _ document: () throws -> Document
    ) throws {
        var parts: [XMLPart] = []
        var collected: [String: Collected] = [:]
        func collect(_ element: XMLElement, _ method: Canonicalization) -> Collected {
            let key = "\(element.offset) \(method.rawValue)"
            if let known = collected[key] { return known }
            let collection = Collected()
            collected[key] = collection
            parts.append(
                XMLPart(at: element.offset, method) {
                    budget?.take($0.count)
                    collection.append($0)
                }
            )
            return collection
        }
        let lists = questions.map { question in
            var list: [Collected] = []
            switch question.kind {
            case .content: break
            case .signature: list.append(collect(signature.valueElement, question.method))
            case .archive(let covered, _, _):
                list.append(collect(signature.signedInfo, question.method))
                list.append(collect(signature.valueElement, question.method))
                if let keyInfo = signature.keyInfo { list.append(collect(keyInfo, question.method)) }
                for element in properties.prefix(covered) { list.append(collect(element, question.method)) }
            }
            return list
        }
        guard !parts.isEmpty else { return }
        try read(document, parts, budget)
        for (index, list) in lists.enumerated() {
            for collection in list { running[index].update(collection.octets.span) }
            if case .archive(_, let further, _) = questions[index].kind { running[index].update(further.span) }
        }
    }

    /// The objects but the one with the properties, which end the imprint of an archive timestamp.
    private static func addObjects<Document: ByteSource & ~Copyable>(
        _ questions: [Question],
        _ running: [Running],
        _ signature: ParsedSignature,
        _ budget: CanonicalBudget?,
        _ document: () throws -> Document
    ) throws {
        let referred = signature.references.compactMap { reference -> String? in
            guard case .success(let known) = reference, case .element(let id) = known.target else { return nil }
            return id
        }
        let objects = signature.element.all("Object")
        guard objects.count <= objectLimit else {
            throw DocumentError(.limitExceeded, "the signature has more than \(objectLimit) objects")
        }
        for object in objects where object.all("QualifyingProperties", XMLNames.xades).isEmpty {
            let isReferred = object.attribute("Id").map(referred.contains) ?? false
            var parts: [XMLPart] = []
            for (question, digest) in zip(questions, running) {
                guard case .archive(_, _, let isOld) = question.kind, !(isOld && isReferred) else { continue }
                parts.append(XMLPart(at: object.offset, question.method) { digest.update($0) })
            }
            guard !parts.isEmpty else { continue }
            try read(document, parts, budget)
        }
    }

    /// Reads the document for parts.
    ///
    /// - Throws: `DocumentError` for more octets than the budget has; what the source throws.
    private static func read<Document: ByteSource & ~Copyable>(
        _ document: () throws -> Document,
        _ parts: [XMLPart],
        _ budget: CanonicalBudget?
    ) throws {
        var source = try document()
        try DocumentPass.read(&source, parts: parts, budget: budget) { piece, _ in budget?.take(piece.count) }
    }
}
