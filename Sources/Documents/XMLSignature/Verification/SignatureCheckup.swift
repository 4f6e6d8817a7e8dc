import ASN1
import CMS
import Libcrypto
import Octets
import X509
import XML

/// One signature of a document that is being checked.
struct SignatureCheckup {
    /// A reference into the document, while the document is read.
    final class Digestion {
        let digest: RunningDigest?
        private(set) var size: UInt64 = 0
        /// The part, which holds this digestion; the check holds the part.
        weak var part: XMLPart?

        init(_ hash: HashAlgorithm?) { digest = hash.flatMap { try? $0.begin() } }

        func update(_ octets: Span<UInt8>) {
            size += UInt64(octets.count)
            try? digest?.update(octets)
        }
    }

    /// Collects octets of a small part.
    final class Collection {
        var octets: [UInt8] = []

        func append(_ more: Span<UInt8>) {
            for index in more.indices { octets.append(more[index]) }
        }
    }

    let parts: [XMLPart]
    let coverage: CoverageSurvey
    let manifests: ManifestCheckup
    /// The signatures of others over this one's value.
    let countersignatures: [SignatureCheckup]
    /// Where the value begins that this signature must sign, if it is a countersignature.
    let countersigned: UInt64?
    private(set) var element: XMLElement
    private var parsed: Result<ParsedSignature, SigningError>
    let digestions: [Digestion]
    let signedInfo = Collection()

    /// Begins a check.
    ///
    /// - Parameters:
    ///   - element: The signature.
    ///   - limit: How many countersignatures are checked.
    ///   - countersigned: Where the value begins that a countersignature must sign.
    init(_ element: XMLElement, countersignatures limit: Int = 0, countersigned: UInt64? = nil) {
        self.element = element
        self.countersigned = countersigned
        do throws(SigningError) {
            parsed = .success(try ParsedSignature(element))
        } catch {
            parsed = .failure(error)
        }
        guard case .success(let signature) = parsed else {
            (parts, digestions, coverage) = ([], [], CoverageSurvey([]))
            (manifests, countersignatures) = (ManifestCheckup(), [])
            return
        }
        var parts: [XMLPart] = []
        var data: [XMLPart] = []
        var digestions: [Digestion] = []
        for reference in signature.references {
            guard case .success(let reference) = reference else {
                digestions.append(Digestion(nil))
                continue
            }
            let digestion = Digestion(reference.hash)
            digestions.append(digestion)
            if case .external = reference.target { continue }
            let part = XMLPart(reference, own: element.offset) { digestion.update($0) }
            digestion.part = part
            parts.append(part)
            let role = SignatureCheckup.role(of: reference, in: element)
            if role == .data || role == .manifest { data.append(part) }
        }
        manifests = ManifestCheckup(signature)
        data += manifests.parts
        parts += manifests.parts
        countersignatures = signature.countersignatures.prefix(limit).map {
            SignatureCheckup($0, countersigned: signature.valueElement.offset)
        }
        parts += countersignatures.flatMap(\.parts)
        let collection = signedInfo
        parts.append(
            XMLPart(
                at: signature.signedInfo.offset,
                signature.method,
                inclusivePrefixes: signature.methodPrefixes
            ) { collection.append($0) }
        )
        (self.parts, self.digestions) = (parts, digestions)
        coverage = CoverageSurvey(data)
    }

    /// What looks for elements that this signature or one over it leaves out.
    var coverages: [CoverageSurvey] { [coverage] + countersignatures.map(\.coverage) }

    /// The same check of the element that was found in the document, whose references must be those that were expected.
    func with(_ found: XMLElement) throws(SigningError) -> SignatureCheckup {
        var copy = self
        let signature = try ParsedSignature(found)
        guard case .success(let expected) = parsed, expected.signedInfo.isSame(as: signature.signedInfo),
            expected.certificates == signature.certificates
        else { throw SigningError(.signatureMismatch, "the document holds another signature") }
        copy.element = found
        copy.parsed = .success(signature)
        return copy
    }

    /// The same check of another signature than the one that was foreseen.
    ///
    /// - Parameters:
    ///   - expected: The signature.
    ///   - distance: How far it stands in front of where it was foreseen.
    /// - Returns: The check; nil for a signature that differs in more than its place, its digests and its properties, so
    ///   that it refers to something else.
    func expecting(_ expected: XMLElement, movedBack distance: UInt64) -> SignatureCheckup? {
        guard case .success(let former) = parsed, let signature = try? ParsedSignature(expected),
            former.signedInfo.offset - distance == signature.signedInfo.offset,
            former.method == signature.method, former.methodPrefixes == signature.methodPrefixes,
            former.references.count == signature.references.count, manifests.parts.isEmpty, countersignatures.isEmpty
        else { return nil }
        for pair in zip(former.references, signature.references) {
            guard case (.success(let left), .success(let right)) = pair, left.readsSame(as: right),
                SignatureCheckup.role(of: left, in: element) == SignatureCheckup.role(of: right, in: expected)
            else { return nil }
        }
        var copy = self
        copy.element = expected
        copy.parsed = .success(signature)
        return copy
    }

    // MARK: - Result

    /// Ends the check, once the document was read.
    func result(
        _ policy: VerificationPolicy,
        _ files: some ReferencedFiles,
        knownDigests: [String: [UInt8]] = [:],
        within budget: inout WorkBudget
    ) throws -> XMLSignatureResult {
        let signature: ParsedSignature
        switch parsed {
        case .success(let found): signature = found
        case .failure(let error):
            return XMLSignatureResult(
                id: element.attribute("Id"),
                offset: element.offset,
                signer: report(
                    nil,
                    nil,
                    [VerificationFinding(check: .structure, outcome: .failed, detail: error.context)]
                ),
                references: [],
                listed: [],
                uncovered: [],
                uncoveredCount: 0,
                certificates: [],
                parsed: nil
            )
        }
        var references: [ReferenceReport] = []
        for (reference, digestion) in zip(signature.references, digestions) {
            references.append(try check(reference, digestion, files, knownDigests))
        }
        let listed = try manifests.entries.map { try check($0.reference, $0.digestion, files, [:]) }
        var findings = structure(signature)
        findings.append(digests(references, listed))
        findings.append(strength(signature, references + listed))
        var signer = signer(signature, findings, policy, references, within: &budget)
        var others: [SignerReport] = []
        for other in countersignatures {
            do {
                others.append(try other.result(policy, files, within: &budget).signer)
            } catch let error as SigningError {
                // What is wrong with a countersignature is no fault of the signature.
                others.append(report(nil, nil, [Finding(check: .structure, outcome: .failed, detail: error.context)]))
            }
        }
        if !others.isEmpty { signer = signer.countersigned(by: others) }
        return XMLSignatureResult(
            id: signature.id,
            offset: element.offset,
            signer: signer,
            references: references,
            listed: listed,
            uncovered: coverage.uncovered.map { .init(name: $0.name, offset: $0.offset) },
            uncoveredCount: coverage.uncoveredCount,
            certificates: signature.certificates,
            parsed: signature
        )
    }

    // MARK: - References

    private func check(
        _ reference: Result<XMLReference, SigningError>,
        _ digestion: Digestion,
        _ files: some ReferencedFiles,
        _ knownDigests: [String: [UInt8]]
    ) throws -> ReferenceReport {
        let known: XMLReference
        switch reference {
        case .success(let found): known = found
        case .failure(let error):
            return ReferenceReport(
                uri: nil,
                role: .data,
                subject: "a reference",
                range: nil,
                hash: nil,
                digest: [],
                size: 0,
                failure: error.context
            )
        }
        var subject = "the document"
        var failure: String?
        var digest: [UInt8] = []
        var size = digestion.size
        switch known.target {
        case .document:
            if known.output == .base64 { subject = "the decoded text of the document" }
        case .element(let id):
            let matches = digestion.part?.matches ?? 0
            subject = "the element '\((digestion.part?.name ?? "?").shown)' (\(id.shown))"
            // Its attributes may say anything.
            if known.output == .base64 { subject = "the decoded text of \(subject)" }
            if matches == 0 { failure = "no element of the document has the identifier '\(id.shown)'" }
            if matches > 1 {
                failure =
                    "\(matches) elements of the document have the identifier '\(id.shown)': which was signed is unknown"
            }
        case .external(let uri?) where knownDigests[uri] != nil:
            subject = "the file '\(uri.shown)'"
            digest = knownDigests[uri] ?? []
        case .external(let uri) where known.output == .octets && digestion.digest != nil:
            let file = try known.hash.flatMap { try files.digest(uri, by: $0) }
            digest = file?.digest ?? []
            size = file?.size ?? 0
            subject = "the file '\(file?.name ?? uri ?? "?")'"
            if file == nil { failure = SignatureCheckup.missing(uri) }
        case .external(let uri):
            let name = try SignatureCheckup.read(known, files) { digestion.update($0) }
            subject = "the file '\(name ?? uri ?? "?")'"
            size = digestion.size
            if name == nil { failure = SignatureCheckup.missing(uri) }
        }
        if digestion.part?.isMalformed == true { failure = failure ?? "its text is not base64" }
        if failure == nil {
            if let running = digestion.digest {
                if digest.isEmpty { digest = try running.finish() }
                if !ConstantTime.equals(digest, known.digestValue) {
                    failure = "\(subject) is not what was signed"
                }
            } else {
                failure = "the hash '\(known.digestMethod.shown)' is not supported"
            }
        }
        return ReferenceReport(
            uri: known.uri,
            role: SignatureCheckup.role(of: known, in: element),
            subject: subject,
            range: digestion.part?.range,
            hash: known.hash,
            digest: digest,
            size: size,
            failure: failure
        )
    }

    private static func missing(_ uri: String?) -> String {
        uri.map { "the file '\($0.shown)' was not given" } ?? "the signed file was not given"
    }

    /// What a reference is about.
    static func role(of reference: XMLReference, in signature: XMLElement) -> ReferenceReport.Role {
        if reference.type == XMLNames.propertiesType { return .signedProperties }
        if reference.type == XMLNames.manifestType { return .manifest }
        guard case .element(let id) = reference.target else { return .data }
        // What a signature envelops is data; its other parts are not.
        for child in signature.children where child.name != "Object" && child.attribute("Id") == id {
            return .signaturePart
        }
        return .data
    }

    /// Reads a file that a reference leads to, by the reference's transforms.
    private static func read(
        _ reference: XMLReference,
        _ files: some ReferencedFiles,
        _ sink: @escaping (Span<UInt8>) -> Void
    ) throws -> String? {
        switch reference.output {
        case .octets: return try files.read(reference.uri) { sink($0) }
        case .base64:
            var decoder = Base64Decoder()
            var isValid = true
            let name = try files.read(reference.uri) { piece in
                var octets: [UInt8] = []
                for index in piece.indices where !decoder.take(piece[index], into: &octets) { isValid = false }
                sink(octets.span)
            }
            guard isValid, decoder.isComplete else {
                throw SigningError(.malformed, "\(name ?? "the file") is not base64")
            }
            return name
        case .canonical(let method, let prefixes):
            var reader = XMLReader(DocumentCanonicalizer(method, inclusivePrefixes: prefixes, sink: sink))
            do {
                let name = try files.read(reference.uri) { try reader.read($0) }
                guard name != nil else { return nil }
                try reader.finish()
                reader.handler.finish()
                return name
            } catch let error as XMLError {
                throw SigningError(error)
            }
        }
    }
}
