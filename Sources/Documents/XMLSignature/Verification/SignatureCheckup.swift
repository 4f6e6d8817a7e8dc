import JetonASN1
import JetonCMS
import JetonLibcrypto
import JetonOctets
import JetonX509
import JetonXML

/// One signature of a document that is being checked.
struct SignatureCheckup {
    /// A reference into the document, while the document is read.
    final class Digestion {
        let digest: RunningDigest?
        private(set) var size: UInt64 = 0
        /// The part, which holds this digestion; the check holds the part.
        weak var part: XMLPart?
        private let budget: CanonicalBudget?

        init(_ hash: HashAlgorithm?, _ budget: CanonicalBudget? = nil) {
            digest = hash.flatMap { try? $0.begin() }
            self.budget = budget
        }

        func update(_ octets: Span<UInt8>) {
            size += UInt64(octets.count)
            budget?.take(octets.count)
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
    private var parsed: Result<ParsedSignature, DocumentError>
    let digestions: [(digestion: Digestion, part: XMLPart?)]
    let signedInfo = Collection()

    /// Begins a check.
    ///
    /// - Parameters:
    ///   - element: The signature.
    ///   - limit: How many countersignatures are checked.
    ///   - countersigned: Where the value begins that a countersignature must sign.
    ///   - budget: How many octets the parts of the document may become; nil for any number.
    init(
        _ element: XMLElement,
        countersignatures limit: Int = 0,
        countersigned: UInt64? = nil,
        budget: CanonicalBudget? = nil
    ) {
        self.element = element
        self.countersigned = countersigned
        do throws(DocumentError) {
            parsed = .success(try ParsedSignature(element))
        } catch {
            parsed = .failure(error)
        }
        guard case .success(let signature) = parsed else {
            (parts, digestions, coverage) = ([], [], CoverageSurvey([]))
            (manifests, countersignatures) = (ManifestCheckup(), [])
            return
        }
        digestions = signature.references.map { SignatureCheckup.digestion(of: $0, own: element.offset, budget) }
        manifests = ManifestCheckup(signature, digestions.map(\.digestion), budget)
        countersignatures = signature.countersignatures.prefix(limit).map {
            SignatureCheckup($0, countersigned: signature.valueElement.offset, budget: budget)
        }
        var data = manifests.parts
        for (reference, digestion) in zip(signature.references, digestions) {
            guard case .success(let known) = reference, let part = digestion.part else { continue }
            let role = SignatureCheckup.role(of: known, in: element)
            if role == .data || role == .manifest { data.append(part) }
        }
        coverage = CoverageSurvey(data)
        let collection = signedInfo
        let own = XMLPart(
            at: signature.signedInfo.offset,
            signature.method,
            inclusivePrefixes: signature.methodPrefixes
        ) {
            budget?.take($0.count)
            collection.append($0)
        }
        parts = digestions.compactMap(\.part) + manifests.parts + countersignatures.flatMap(\.parts) + [own]
    }

    /// Begins to digest what a reference leads to.
    ///
    /// - Returns: The digestion, and what becomes octets of the document; nil for another file.
    static func digestion(
        of reference: Result<XMLReference, DocumentError>,
        own: UInt64,
        _ budget: CanonicalBudget?
    ) -> (digestion: Digestion, part: XMLPart?) {
        guard case .success(let known) = reference else { return (Digestion(nil), nil) }
        let digestion = Digestion(known.hash, budget)
        if case .external = known.target { return (digestion, nil) }
        let part = XMLPart(known, own: own) { digestion.update($0) }
        digestion.part = part
        return (digestion, part)
    }

    /// What looks for elements that this signature or one over it leaves out.
    var coverages: [CoverageSurvey] { [coverage] + countersignatures.map(\.coverage) }

    /// The same check of the element that was found in the document, whose references must be those that were expected.
    func with(_ found: XMLElement) throws(DocumentError) -> SignatureCheckup {
        var copy = self
        let signature = try ParsedSignature(found)
        guard case .success(let expected) = parsed, expected.signedInfo.isSame(as: signature.signedInfo),
            expected.certificates == signature.certificates
        else { throw DocumentError(.signatureMismatch, "the document contains another signature") }
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
        case .failure(let error): return unreadable(error)
        }
        var references: [ReferenceReport] = []
        for (reference, digestion) in zip(signature.references, digestions) {
            references.append(try check(reference, digestion.digestion, files, knownDigests))
        }
        let listed = try manifests.entries.map { try check($0.reference, $0.digestion, files, [:]) }
        let content = UnsignedContent(signature, signed: signedRanges(signature))
        let findings =
            structure(signature, content) + digests(references, listed) + [strength(signature, references + listed)]
        var signer = signer(signature, findings, policy, references, within: &budget)
        var others: [XMLSignatureResult] = []
        for other in countersignatures {
            do {
                others.append(try other.result(policy, files, within: &budget))
            } catch let error as DocumentError {
                // What is wrong with a countersignature is no fault of the signature.
                others.append(other.unreadable(error))
            }
        }
        if !others.isEmpty { signer = signer.countersigned(by: others.map(\.signer)) }
        let (uncovered, count) = uncovered(content, others)
        return XMLSignatureResult(
            id: signature.id,
            offset: element.offset,
            signer: signer,
            references: references,
            listed: listed,
            uncovered: uncovered,
            uncoveredCount: count,
            foreign: content.found + others.flatMap(\.foreign),
            certificates: signature.certificates,
            parsed: signature
        )
    }

    /// The ranges of the document that the references and those of manifests lead to, without filters.
    private func signedRanges(_ signature: ParsedSignature) -> [Range<UInt64>] {
        let own = zip(signature.references, digestions).map { ($0, $1.part) }
        return (own + manifests.entries.map { ($0.reference, $0.part) }).compactMap { reference, part in
            guard case .success(let known) = reference, known.filters.isEmpty else { return nil }
            return part?.range
        }
    }

    /// What the signature leaves out of the document, and what it and its countersignatures hold unsigned, in the order of
    /// the document; the first few of them, and how many there are.
    private func uncovered(
        _ content: UnsignedContent,
        _ others: [XMLSignatureResult]
    ) -> ([XMLSignatureResult.UncoveredElement], Int) {
        var found = coverage.uncovered.map {
            XMLSignatureResult.UncoveredElement(name: $0.name, offset: $0.offset, isOnlyAround: $0.isOnlyAround)
        }
        found += content.found + others.flatMap(\.foreign)
        let count = coverage.uncoveredCount + found.count - coverage.uncovered.count
        return (Array(found.sorted { $0.offset < $1.offset }.prefix(CoverageState.limit)), count)
    }

    /// What is said of a signature that is not whole.
    private func unreadable(_ error: DocumentError) -> XMLSignatureResult {
        let isUnknown = error.code == .limitExceeded || error.code == .unsupportedAlgorithm
        let finding = Finding(
            check: .structure,
            outcome: isUnknown ? .notChecked : .failed,
            detail: error.context
        )
        return XMLSignatureResult(
            id: element.attribute("Id"),
            offset: element.offset,
            signer: report(nil, nil, [finding]),
            references: [],
            listed: [],
            uncovered: [],
            uncoveredCount: 0,
            foreign: [],
            certificates: [],
            parsed: nil
        )
    }
}
