import JetonX509
import JetonXML

/// The manifests of a signature that is being checked: lists of further references, each of which must hold.
///
/// XMLDSig leaves it to the application whether what a manifest lists counts; here it does.
///
/// - SeeAlso: XMLDSig 1.1, 5.1.
struct ManifestCheckup {
    /// A reference of a manifest, while the document is read.
    struct Entry {
        let reference: Result<XMLReference, DocumentError>
        let digestion: SignatureCheckup.Digestion
        /// What becomes octets of the document; nil for another file.
        var part: XMLPart?
    }

    /// How many manifests of a signature are read.
    private static let limit = 64

    /// What the manifests list, in order.
    private(set) var entries: [Entry] = []
    /// Why a manifest is not read.
    private var unread: [String] = []
    /// Of each manifest that is read, what leads to it, and where it begins.
    private var places: [(digestion: SignatureCheckup.Digestion, offset: UInt64)] = []

    /// No manifests.
    init() {}

    /// Reads the manifests in a signature that it refers to: by a reference to the manifest, or to the Object around it,
    /// of whatever Type, which is only advice.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - digestions: Those of its references.
    ///   - budget: How many octets the parts of the document may become; nil for any number.
    /// - SeeAlso: XMLDSig 1.1, 4.4.3.1.
    init(_ signature: ParsedSignature, _ digestions: [SignatureCheckup.Digestion], _ budget: CanonicalBudget?) {
        let objects = signature.element.all("Object")
        var left = objects.flatMap { object in object.all("Manifest").map { (object: object, manifest: $0) } }
        var questions = zip(signature.references, digestions).map { ($0, $1) }
        while !questions.isEmpty {
            let (reference, digestion) = questions.removeFirst()
            guard case .success(let known) = reference else { continue }
            var id: String?
            if case .element(let name) = known.target { id = name }
            let isReached = { (element: XMLElement) in id != nil && element.attribute("Id") == id }
            let reached = left.filter { isReached($0.manifest) || isReached($0.object) }
            if reached.isEmpty, known.type == XMLNames.manifestType,
                !places.contains(where: { $0.digestion === digestion })
            {
                let isKnown = objects.flatMap { $0.all("Manifest") }.contains(where: isReached)
                if !isKnown { unread.append(ManifestCheckup.notInside(known.uri)) }
            }
            left.removeAll { isReached($0.manifest) || isReached($0.object) }
            for (_, manifest) in reached {
                let first = entries.count
                read(manifest, known, digestion, signature.element.offset, budget)
                // A manifest may list another one.
                questions += entries[first...].map { ($0.reference, $0.digestion) }
            }
        }
    }

    private mutating func read(
        _ manifest: XMLElement,
        _ reference: XMLReference,
        _ digestion: SignatureCheckup.Digestion,
        _ own: UInt64,
        _ budget: CanonicalBudget?
    ) {
        let name = (reference.uri ?? "").shown
        // What a filter or base64 leaves out of the manifest is not signed.
        guard reference.filters.isEmpty, case .canonical = reference.output else {
            unread.append("the manifest '\(name)' is not signed as a whole")
            return
        }
        let elements = manifest.all("Reference")
        guard !elements.isEmpty, elements.count == manifest.children.count else {
            unread.append("the manifest '\(name)' is not a list of references")
            return
        }
        guard places.count < ManifestCheckup.limit else {
            unread.append("the signature has more than \(ManifestCheckup.limit) manifests")
            return
        }
        if let words = ParsedSignature.excess(elements) {
            unread.append("the manifest '\(name)' has \(words)")
            return
        }
        places.append((digestion, manifest.offset))
        for reference in ParsedSignature.references(elements) {
            let (digestion, part) = SignatureCheckup.digestion(of: reference, own: own, budget)
            entries.append(Entry(reference: reference, digestion: digestion, part: part))
        }
    }

    /// What is said of a manifest that is not in its signature.
    static func notInside(_ uri: String?) -> String {
        "the manifest '\((uri ?? "").shown)' is not in the signature, and was not read"
    }

    /// What becomes octets of the document.
    var parts: [XMLPart] { entries.compactMap(\.part) }

    /// Why manifests, or references in them, are not checked.
    var refused: [String] {
        unread
            + entries.compactMap { entry in
                guard case .failure(let error) = entry.reference else { return nil }
                return "listed in the manifest: \(error.context)"
            }
    }

    /// What is wrong with the manifests, once the document was read; empty if nothing is.
    var faults: [String] {
        let isElsewhere = places.contains { $0.digestion.part?.range?.contains($0.offset) != true }
        return isElsewhere ? ["the signed manifest belongs to another signature"] : []
    }
}
