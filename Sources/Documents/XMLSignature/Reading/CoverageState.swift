import XML

/// How far the search for elements that a signature does not cover is, while the document is read.
struct CoverageState {
    /// How many elements are named.
    private static let limit = 16

    /// An element that is open.
    private struct Open {
        /// Whether it may be named: it is not covered, and no part of a signature.
        let mayBeNamed: Bool
        /// Whether it is covered, or something in it is.
        var containsCovered: Bool
        var isProperties = false
        /// How many elements were found before it began; those in it follow, the first few of them.
        let first: Int
        /// How many there are in it.
        var count = 0
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
    /// Depths of the signatures that are open.
    private var signatures: [Int] = []

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
            open.append(Open(mayBeNamed: false, containsCovered: true, first: found.count))
            plainCount -= 1
        }
        var mayBeNamed = false
        if !isCovered {
            if let signature = signatures.last {
                // A signature is no content; what an Object of it envelops is.
                if tag.depth == signature + 1, tag.isElement("Object", in: XMLNames.signature) {
                    mayBeNamed = true
                } else if tag.depth == signature + 2, tag.isElement("QualifyingProperties", in: XMLNames.xades) {
                    open[open.count - 1].isProperties = true
                }
            } else {
                mayBeNamed = !isSignature
            }
        }
        if isSignature { signatures.append(tag.depth) }
        if mayBeNamed { names.append(CoverageSurvey.Element(name: tag.qualifiedName, offset: tag.offset)) }
        open.append(Open(mayBeNamed: mayBeNamed, containsCovered: isCovered, first: found.count))
    }

    mutating func endElement(_ tag: borrowing XMLTag) {
        if plainCount > 0 {
            plainCount -= 1
            open[open.count - 1].containsCovered = true
            return
        }
        guard var entry = open.popLast() else { return }
        if signatures.last == tag.depth { signatures.removeLast() }
        if entry.mayBeNamed, let name = names.popLast(), !entry.containsCovered, !entry.isProperties {
            // It stands for what was found in it.
            found.removeLast(found.count - entry.first)
            found.append(name)
            entry.count = 1
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
}
