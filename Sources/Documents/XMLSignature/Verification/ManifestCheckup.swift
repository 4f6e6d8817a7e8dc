import X509
import XML

/// The manifests of a signature that is being checked: lists of further references, each of which must hold.
///
/// XMLDSig leaves it to the application whether what a manifest lists counts; here it does.
///
/// - SeeAlso: XMLDSig 1.1, 5.1.
struct ManifestCheckup {
    /// A reference of a manifest, while the document is read.
    struct Entry {
        let reference: Result<XMLReference, SigningError>
        let digestion: SignatureCheckup.Digestion
        /// What becomes octets of the document; nil for another file.
        var part: XMLPart?
    }

    /// What the manifests list, in order.
    private(set) var entries: [Entry] = []
    /// Why a manifest is not read.
    private var unread: [String] = []
    /// Of each manifest that is read, which reference of the signature leads to it, and where it begins.
    private var places: [(reference: Int, offset: UInt64)] = []

    /// No manifests.
    init() {}

    /// Reads the manifests in a signature that it refers to.
    init(_ signature: ParsedSignature) {
        let manifests = signature.element.all("Object").flatMap { $0.all("Manifest") }
        for (index, reference) in signature.references.enumerated() {
            guard case .success(let known) = reference, known.type == XMLNames.manifestType else { continue }
            let name = (known.uri ?? "").shown
            guard case .element(let id) = known.target,
                let manifest = manifests.first(where: { $0.attribute("Id") == id })
            else {
                unread.append("the manifest '\(name)' is not in the signature, and is not read")
                continue
            }
            // What a filter or base64 leaves out of the manifest is not signed.
            guard known.filters.isEmpty, case .canonical = known.output else {
                unread.append("the manifest '\(name)' is not signed whole")
                continue
            }
            let elements = manifest.all("Reference")
            guard !elements.isEmpty, elements.count == manifest.children.count else {
                unread.append("the manifest '\(name)' is not a list of references")
                continue
            }
            if let words = ParsedSignature.excess(elements) {
                unread.append("the manifest '\(name)' has \(words)")
                continue
            }
            places.append((index, manifest.offset))
            for reference in ParsedSignature.references(elements) {
                entries.append(ManifestCheckup.entry(reference, signature.element.offset))
            }
        }
    }

    private static func entry(_ reference: Result<XMLReference, SigningError>, _ own: UInt64) -> Entry {
        guard case .success(let known) = reference else {
            return Entry(reference: reference, digestion: SignatureCheckup.Digestion(nil))
        }
        let digestion = SignatureCheckup.Digestion(known.hash)
        if case .external = known.target { return Entry(reference: reference, digestion: digestion) }
        let part = XMLPart(known, own: own) { digestion.update($0) }
        digestion.part = part
        return Entry(reference: reference, digestion: digestion, part: part)
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

    /// What is wrong with the manifests, once the document was read.
    ///
    /// - Parameter digestions: Those of the signature's own references.
    /// - Returns: The faults; empty if there are none.
    func faults(_ digestions: [SignatureCheckup.Digestion]) -> [String] {
        let isElsewhere = places.contains { digestions[$0.reference].part?.range?.lowerBound != $0.offset }
        return isElsewhere ? ["the manifest that is signed is not that of this signature"] : []
    }
}
