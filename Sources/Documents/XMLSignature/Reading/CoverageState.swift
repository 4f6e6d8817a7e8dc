import JetonXML

/// How far the search for elements that a signature does not cover is, while the document is read.
struct CoverageState {
    /// How many elements are named.
    static let limit = 16

    /// An element that is open.
    private struct Open {
        /// Whether it may be named: it is not covered, and no part of a signature.
        let mayBeNamed: Bool
        /// Whether it is covered, or something in it is.
        var containsCovered: Bool
        /// Whether it is an Object of a signature, whose own text and attributes are looked at elsewhere.
        var isObject = false
        var isProperties = false
        /// How many elements were found before it began; those in it follow, the first few of them.
        let first: Int
        /// How many elements were found in signatures before it began.
        let firstInside: Int
        /// How many there are in it.
        var count = 0
    }

    /// A signature that is open.
    private struct OpenSignature {
        let depth: Int
        /// Whether the parts of it that are open are content: in an Object, and not its properties.
        var isContent = false
        /// How deep its properties are, while they are open.
        var propertiesDepth: Int?
    }

    /// The elements, the first few of them.
    private(set) var uncovered: [CoverageSurvey.Element] = []
    /// How many there are.
    private(set) var uncoveredCount = 0
    private let parts: StateList<PartState>
    private var open: [Open] = []
    /// How many elements are open inside of those: covered ones, not signatures, of which nothing is kept.
    private var plainCount = 0
    /// The elements that may be named and are open.
    private var names: [CoverageSurvey.Element] = []
    private var found: [CoverageSurvey.Element] = []
    /// The outermost elements in signatures that are neither covered nor parts of the signature, and have nothing covered
    /// in them.
    private(set) var inside: [UInt64] = []
    /// How many of those are kept.
    private static let insideLimit = 4_096
    /// The signatures that are open.
    private var signatures: [OpenSignature] = []

    init(_ parts: [XMLPart]) { self.parts = unsafe StateList(parts.map { unsafe $0.state }, of: parts) }

    /// Whether a part has the element that began last.
    private var isCovered: Bool {
        for index in 0..<parts.count where unsafe parts[index].pointee.isSelected { return true }
        return false
    }

    mutating func startElement(_ tag: borrowing XMLTag) {
        let isCovered = isCovered
        let isSignature = tag.isElement("Signature", in: XMLNames.signature)
        if isCovered, !isSignature, !open.isEmpty {
            plainCount += 1
            return
        }
        while plainCount > 0 {
            open.append(
                Open(mayBeNamed: false, containsCovered: true, first: found.count, firstInside: inside.count)
            )
            plainCount -= 1
        }
        var entry = Open(
            mayBeNamed: !isCovered && mayBeNamed(tag, isSignature: isSignature),
            containsCovered: isCovered,
            first: found.count,
            firstInside: inside.count
        )
        if let last = signatures.last { entry.isObject = last.isContent && tag.depth == last.depth + 1 }
        if isSignature { signatures.append(OpenSignature(depth: tag.depth)) }
        if entry.mayBeNamed { names.append(CoverageSurvey.Element(name: tag.qualifiedName, offset: tag.offset)) }
        open.append(entry)
    }

    /// Whether an element is content: a signature is not, but what an Object of it envelops is.
    private mutating func mayBeNamed(_ tag: borrowing XMLTag, isSignature: Bool) -> Bool {
        guard let signature = signatures.last else { return !isSignature }
        let last = signatures.count - 1
        if tag.depth == signature.depth + 1 {
            signatures[last].isContent = tag.isElement("Object", in: XMLNames.signature)
        } else if signature.propertiesDepth == nil, tag.depth == signature.depth + 2, signature.isContent,
            tag.isElement("QualifyingProperties", in: XMLNames.xades)
        {
            signatures[last].propertiesDepth = tag.depth
            open[open.count - 1].isProperties = true
        }
        return signatures[last].isContent && signatures[last].propertiesDepth == nil && !isSignature
    }

    mutating func endElement(_ tag: borrowing XMLTag) {
        if plainCount > 0 {
            plainCount -= 1
            open[open.count - 1].containsCovered = true
            return
        }
        guard var entry = open.popLast() else { return }
        leaveSignature(tag.depth)
        if entry.mayBeNamed, var name = names.popLast(), !entry.isProperties {
            if !entry.containsCovered {
                // It stands for what was found in it.
                found.removeLast(found.count - entry.first)
                found.append(name)
                entry.count = 1
                if !signatures.isEmpty {
                    inside.removeLast(inside.count - entry.firstInside)
                    if inside.count < CoverageState.insideLimit { inside.append(name.offset) }
                }
            } else if !entry.isObject {
                name.isOnlyAround = true
                found.insert(name, at: entry.first)
                entry.count += 1
            }
        }
        guard !open.isEmpty else {
            uncovered = found
            uncoveredCount = entry.count
            return
        }
        let last = open.count - 1
        open[last].containsCovered = open[last].containsCovered || entry.containsCovered
        guard entry.count > 0 else { return }
        open[last].count += entry.count
        let excess = found.count - open[last].first - CoverageState.limit
        if excess > 0 { found.removeLast(excess) }
    }

    private mutating func leaveSignature(_ depth: Int) {
        guard let signature = signatures.last else { return }
        if signature.depth == depth {
            signatures.removeLast()
        } else if signature.propertiesDepth == depth {
            signatures[signatures.count - 1].propertiesDepth = nil
        }
    }
}
