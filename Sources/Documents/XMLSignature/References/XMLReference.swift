package import JetonX509
package import JetonXML

/// A Reference of a signature or manifest, as it is written.
///
/// - SeeAlso: XMLDSig 1.1, 4.4.3.
package struct XMLReference: Sendable {
    /// How many transforms a reference may have.
    private static let transformLimit = 5

    /// What is referred to.
    package enum Target: Hashable, Sendable {
        /// The document that holds the signature: an empty URI, or `#xpointer(/)`.
        case document
        /// The element of the document with an identifier.
        case element(id: String)
        /// Something outside of the document; nil without a URI.
        case external(uri: String?)
    }

    /// How what is referred to becomes the octets that are digested.
    package enum Output: Hashable, Sendable {
        /// As they are.
        case octets
        /// By a method of canonicalization.
        case canonical(Canonicalization, prefixes: [String])
        /// The text, decoded.
        case base64
    }

    /// The reference's own identifier.
    package let id: String?
    /// The URI as it is written; nil for none.
    package let uri: String?
    /// The type that is stated.
    package let type: String?
    /// What is referred to.
    package let target: Target
    /// Whether comments are a part of it.
    package let keepsComments: Bool
    /// Which elements are left of it.
    let filters: [ElementFilter]
    /// How it becomes octets.
    package let output: Output
    /// Whether a transform says how, so that it does not depend on who asks.
    package let hasOutputTransform: Bool
    /// The name of the hash.
    package let digestMethod: String
    /// The digest that is stated.
    package let digestValue: [UInt8]
    /// Where the element begins.
    package let offset: UInt64

    /// The hash; nil for one that is not known here.
    package var hash: HashAlgorithm? { HashAlgorithm(uri: digestMethod) }

    /// Whether no signature is a part of what is signed.
    var leavesOutSignatures: Bool {
        filters.contains { filter in
            guard case .steps(let steps) = filter else { return filter == .withoutSignatures }
            let name = ElementPath.ElementName(namespace: XMLNames.signature, name: "Signature")
            return steps.last == ElementFilter.Step(kind: .subtract, path: .anywhere(name))
        }
    }

    /// Whether a filter leaves out more than signatures.
    var isSelection: Bool {
        filters.contains { filter in
            guard case .steps(let steps) = filter else { return false }
            let name = ElementPath.ElementName(namespace: XMLNames.signature, name: "Signature")
            return !steps.allSatisfy {
                $0.kind == .subtract && ($0.path == .ownSignature || $0.path == .anywhere(name))
            }
        }
    }

    /// Whether both digest the same octets by the same hash.
    func readsSame(as other: XMLReference) -> Bool {
        target == other.target && keepsComments == other.keepsComments && filters == other.filters
            && output == other.output && digestMethod == other.digestMethod
    }

    /// Reads the element.
    ///
    /// - Throws: `DocumentError` for one that is malformed, or uses what is not supported; the reason names it.
    package init(_ element: XMLElement) throws(DocumentError) {
        offset = element.offset
        id = element.attribute("Id")
        uri = element.attribute("URI")
        type = element.attribute("Type")
        let lists = element.all("Transforms")
        // XMLDSig 1.1, 4.4.3: these elements, in this order.
        let parts = lists.isEmpty ? ["DigestMethod", "DigestValue"] : ["Transforms", "DigestMethod", "DigestValue"]
        guard let method = element.only("DigestMethod")?.attribute("Algorithm"),
            let value = element.only("DigestValue")?.base64, lists.count <= 1, element.children.map(\.name) == parts
        else { throw DocumentError(.malformed, "a Reference does not have exactly one digest method and value") }
        digestMethod = method
        digestValue = value
        (target, keepsComments) = try XMLReference.target(uri)
        let transforms = lists.first?.all("Transform") ?? []
        guard transforms.count <= XMLReference.transformLimit,
            lists.first.map({ $0.children.count == transforms.count }) ?? true
        else {
            throw DocumentError(
                .limitExceeded,
                "a Reference has more than \(XMLReference.transformLimit) transforms, or elements other than Transform"
            )
        }
        var filters: [ElementFilter] = []
        var output: Output?
        for transform in transforms {
            guard let name = transform.attribute("Algorithm") else {
                throw DocumentError(.malformed, "a Transform does not name its algorithm")
            }
            guard output == nil else {
                throw DocumentError(.unsupportedAlgorithm, "a byte transform ('\(name.shown)') is not supported")
            }
            if let method = Canonicalization(rawValue: name) {
                output = .canonical(method, prefixes: XMLReference.prefixes(transform))
            } else if name == XMLNames.base64 {
                output = .base64
            } else {
                filters.append(try XMLReference.filter(name, transform))
            }
        }
        if case .external(uri: nil) = target, !filters.isEmpty {
            throw DocumentError(.unsupportedAlgorithm, "a Reference without a URI does not state its target")
        }
        if case .external = target, !filters.isEmpty {
            throw DocumentError(
                .unsupportedAlgorithm,
                "a transform of an XML file outside the document is not supported"
            )
        }
        self.filters = filters
        hasOutputTransform = output != nil
        if case .external = target {
            self.output = output ?? .octets
        } else {
            // XMLDSig 1.1, 4.4.3.2: a node set becomes octets by Canonical XML 1.0.
            self.output = output ?? .canonical(.inclusive, prefixes: [])
        }
    }

    /// The prefixes of an `InclusiveNamespaces` element.
    static func prefixes(_ element: XMLElement) -> [String] {
        guard let list = element.only("InclusiveNamespaces", XMLNames.exclusive)?.attribute("PrefixList") else {
            return []
        }
        return list.unicodeScalars.split { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }.map(String.init)
    }

    private static func target(_ uri: String?) throws(DocumentError) -> (Target, Bool) {
        guard let uri else { return (.external(uri: nil), true) }
        if uri.isEmpty { return (.document, false) }
        guard uri.hasPrefix("#") else { return (.external(uri: uri), true) }
        let fragment = uri.dropFirst()
        if fragment == "xpointer(/)" { return (.document, true) }
        if fragment.hasPrefix("xpointer(id("), fragment.hasSuffix("))"), fragment.count > 16 {
            let quoted = fragment.dropFirst(12).dropLast(2)
            let id = quoted.dropFirst().dropLast()
            guard let mark = quoted.first, mark == "'" || mark == "\"", quoted.last == mark, !id.contains(mark) else {
                throw DocumentError(.unsupportedAlgorithm, "the reference '\(uri.shown)' is not supported")
            }
            return (.element(id: String(id)), true)
        }
        guard !fragment.isEmpty, !fragment.contains("(") else {
            throw DocumentError(.unsupportedAlgorithm, "the reference '\(uri.shown)' is not supported")
        }
        return (.element(id: String(fragment)), false)
    }

    private static func filter(_ name: String, _ transform: XMLElement) throws(DocumentError) -> ElementFilter {
        switch name {
        case XMLNames.enveloped: return .enveloped
        case XMLNames.xpath:
            guard let path = transform.only("XPath") else {
                throw DocumentError(.malformed, "an XPath transform does not have exactly one expression")
            }
            return try xpath(path)
        case XMLNames.filter:
            let paths = transform.all("XPath", XMLNames.filter)
            guard !paths.isEmpty, paths.count <= 8 else {
                throw DocumentError(.malformed, "an XPath Filter 2 transform has \(paths.count) expressions")
            }
            var steps: [ElementFilter.Step] = []
            for path in paths {
                guard let kind = path.attribute("Filter").flatMap(ElementFilter.Step.Kind.init(rawValue:)) else {
                    throw DocumentError(.malformed, "an XPath Filter 2 expression has no valid Filter")
                }
                steps.append(ElementFilter.Step(kind: kind, path: try ElementPath(path.trimmedText, path.prefixes)))
            }
            return .steps(steps)
        default:
            throw DocumentError(.unsupportedAlgorithm, "the transform '\(name.shown)' is not supported")
        }
    }

    /// The two expressions of XPath 1.0 that signatures use in practice.
    private static func xpath(_ element: XMLElement) throws(DocumentError) -> ElementFilter {
        let expression = element.trimmedText.withoutBlanks
        for (prefix, namespace) in element.prefixes where namespace == XMLNames.signature && !prefix.isEmpty {
            let name = "\(prefix):Signature"
            if expression == "not(ancestor-or-self::\(name))" { return .withoutSignatures }
            let own =
                "count(ancestor-or-self::\(name)|here()/ancestor::\(name)[1])>count(ancestor-or-self::\(name))"
            if expression == own { return .enveloped }
        }
        throw DocumentError(
            .unsupportedAlgorithm,
            "the XPath expression '\(element.trimmedText.shown)' is not supported"
        )
    }
}
