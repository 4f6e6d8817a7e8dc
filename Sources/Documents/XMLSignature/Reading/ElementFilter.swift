import JetonX509
import JetonXML

/// Which elements a transform leaves of a document, decided as they begin.
///
/// - SeeAlso: XMLDSig 1.1, 6.6.3 and 6.6.4; XPath Filter 2.0, 3.
enum ElementFilter: Hashable, Sendable {
    /// Everything but the signature that has the transform.
    case enveloped
    /// Everything but all signatures: `not(ancestor-or-self::ds:Signature)`.
    case withoutSignatures
    /// XPath Filter 2: steps over the elements that paths select, each with all inside of it.
    case steps([Step])

    /// One step of XPath Filter 2.
    struct Step: Hashable, Sendable {
        enum Kind: String, Hashable, Sendable {
            case intersect
            case subtract
            case union
        }

        let kind: Kind
        let path: ElementPath
    }
}

/// A location path of the few forms that signatures use.
enum ElementPath: Hashable, Sendable {
    /// `here()/ancestor::ds:Signature[1]`: the signature itself.
    case ownSignature
    /// `/`: the whole document.
    case root
    /// `//p:name`, `/descendant::p:name`: elements anywhere; a name of nil is `*`.
    case anywhere(ElementName)
    /// `/p:a/p:b`: elements at a place.
    case steps([ElementName])

    /// A name test.
    struct ElementName: Hashable, Sendable {
        let namespace: String
        /// nil for `*`.
        let name: String?

        func matches(_ tag: borrowing XMLTag) -> Bool {
            guard let name else { return true }
            return tag.isElement(name, in: namespace)
        }
    }

    /// Reads a path.
    ///
    /// - Parameters:
    ///   - text: The expression.
    ///   - prefixes: The namespaces in scope.
    /// - Throws: `DocumentError` for any other form.
    init(_ text: String, _ prefixes: [String: String]) throws(DocumentError) {
        let expression = text.withoutBlanks
        func refuse() -> DocumentError {
            DocumentError(.unsupportedAlgorithm, "the XPath expression '\(text.shown)' is not supported")
        }
        func name(_ test: Substring) throws(DocumentError) -> ElementName {
            if test == "*" { return ElementName(namespace: "", name: nil) }
            let parts = test.split(separator: ":", omittingEmptySubsequences: false)
            guard let local = parts.last, !local.isEmpty, parts.count <= 2,
                local.utf8.allSatisfy({ $0 >= 0x80 || XMLNameByte.isNameByte($0) })
            else { throw refuse() }
            guard parts.count == 2 else { return ElementName(namespace: "", name: String(local)) }
            guard let namespace = prefixes[String(parts[0])] else { throw refuse() }
            return ElementName(namespace: namespace, name: String(local))
        }
        if expression == "/" {
            self = .root
        } else if expression.hasPrefix("here()/ancestor::"), expression.hasSuffix("[1]") {
            let test = try name(expression.dropFirst(17).dropLast(3))
            guard test == ElementName(namespace: XMLNames.signature, name: "Signature") else { throw refuse() }
            self = .ownSignature
        } else if expression.hasPrefix("//") {
            self = .anywhere(try name(expression.dropFirst(2)))
        } else if expression.hasPrefix("/descendant::") {
            self = .anywhere(try name(expression.dropFirst(13)))
        } else if expression.hasPrefix("/") {
            var names: [ElementName] = []
            for step in expression.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
                names.append(try name(step.hasPrefix("child::") ? step.dropFirst(7) : step))
            }
            guard names.count <= 32 else { throw refuse() }
            self = .steps(names)
        } else {
            throw refuse()
        }
    }
}

/// The bytes of names without a colon.
enum XMLNameByte {
    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

/// Follows filters along the elements of a document.
struct FilterState {
    private let filters: [ElementFilter]
    /// Where the start tag of the signature with the transforms is.
    var own: UInt64
    /// Of each filter's steps, how deep the outermost selected element is that is open.
    private var inside: [[Int?]]
    /// Of paths of several steps, how many are matched by the open elements.
    private var matched: [[Int]]
    /// Whether the only filter leaves out the signature itself, as in most documents.
    private let isEnveloped: Bool
    /// How deep the signature is, while it is open and the only thing that is left out.
    private var envelopedDepth: Int?
    /// How deep the signature with the transforms is, while it is open.
    private var ownDepth: Int?
    /// Whether an Object of that signature is open.
    private var isInOwnObject = false

    /// Whether the element that began last is that signature or a part of it, but for what its Objects envelop.
    var isInOwnParts: Bool { ownDepth != nil && !isInOwnObject }

    init(_ filters: [ElementFilter], own: UInt64) {
        self.filters = filters
        self.own = own
        isEnveloped = filters == [.enveloped]
        inside = filters.map { filter in
            if case .steps(let steps) = filter { [Int?](repeating: nil, count: steps.count) } else { [nil] }
        }
        matched = inside.map { [Int](repeating: 0, count: $0.count) }
    }

    /// Whether an element that begins is left by all filters.
    mutating func enter(_ tag: borrowing XMLTag) -> Bool {
        if isEnveloped {
            if tag.offset == own { envelopedDepth = tag.depth }
            return envelopedDepth == nil
        }
        if tag.offset == own { ownDepth = tag.depth }
        if let depth = ownDepth, tag.depth == depth + 1 {
            isInOwnObject = tag.isElement("Object", in: XMLNames.signature)
        }
        var isLeft = true
        for (index, filter) in filters.enumerated() {
            switch filter {
            case .enveloped:
                note(tag.offset == own, tag.depth, index, 0)
                if inside[index][0] != nil { isLeft = false }
            case .withoutSignatures:
                note(
                    inside[index][0] == nil && tag.isElement("Signature", in: XMLNames.signature),
                    tag.depth,
                    index,
                    0
                )
                if inside[index][0] != nil { isLeft = false }
            case .steps(let steps):
                var isIn = true
                for (place, step) in steps.enumerated() {
                    note(inside[index][place] == nil && selects(step.path, tag, index, place), tag.depth, index, place)
                    let isSelected = inside[index][place] != nil
                    switch step.kind {
                    case .intersect: isIn = isIn && isSelected
                    case .subtract: isIn = isIn && !isSelected
                    case .union: isIn = isIn || isSelected
                    }
                }
                if !isIn { isLeft = false }
            }
        }
        return isLeft
    }

    private mutating func note(_ isSelected: Bool, _ depth: Int, _ filter: Int, _ step: Int) {
        if isSelected, inside[filter][step] == nil { inside[filter][step] = depth }
    }

    private mutating func selects(_ path: ElementPath, _ tag: borrowing XMLTag, _ filter: Int, _ place: Int) -> Bool {
        switch path {
        case .ownSignature: return tag.offset == own
        case .root: return tag.depth == 0
        case .anywhere(let name): return name.matches(tag)
        case .steps(let names):
            guard matched[filter][place] == tag.depth, tag.depth < names.count, names[tag.depth].matches(tag) else {
                return false
            }
            matched[filter][place] += 1
            return matched[filter][place] == names.count
        }
    }

    /// Forgets an element that ends.
    mutating func leave(_ depth: Int) {
        if isEnveloped {
            if envelopedDepth == depth { envelopedDepth = nil }
            return
        }
        if let own = ownDepth, depth <= own + 1 {
            isInOwnObject = false
            if depth == own { ownDepth = nil }
        }
        for filter in inside.indices {
            for place in inside[filter].indices {
                if inside[filter][place] == depth { inside[filter][place] = nil }
                matched[filter][place] = min(matched[filter][place], depth)
            }
        }
    }
}
