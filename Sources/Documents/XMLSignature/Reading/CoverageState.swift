import XML

/// How far the search for elements that a signature does not cover is, while the document is read.
struct CoverageState {
    /// How many elements are named.
    private static let limit = 16

    private struct Open {
        var element: CoverageSurvey.Element?
        var containsCovered = false
        var isProperties = false
        var found: [CoverageSurvey.Element] = []
        var count = 0
    }

    /// The elements, the first few of them.
    private(set) var uncovered: [CoverageSurvey.Element] = []
    /// How many there are.
    private(set) var uncoveredCount = 0
    private let parts: [XMLPart]
    private var open: [Open] = []
    /// Depths of the signatures that are open.
    private var signatures: [Int] = []

    init(_ parts: [XMLPart]) { self.parts = parts }

    mutating func startElement(_ tag: XMLTag) {
        let isCovered = parts.contains { $0.isSelected }
        let isSignature = tag.isElement("Signature", in: XMLNames.signature)
        if isSignature { signatures.append(tag.depth) }
        var entry = Open()
        if !isCovered {
            if let signature = signatures.last {
                // A signature is no content; what an Object of it envelops is.
                if tag.depth == signature + 1, tag.isElement("Object", in: XMLNames.signature) {
                    entry.element = CoverageSurvey.Element(name: tag.qualifiedName, offset: tag.offset)
                } else if tag.depth == signature + 2, tag.isElement("QualifyingProperties", in: XMLNames.xades) {
                    open[open.count - 1].isProperties = true
                }
            } else {
                entry.element = CoverageSurvey.Element(name: tag.qualifiedName, offset: tag.offset)
            }
        }
        entry.containsCovered = isCovered
        open.append(entry)
    }

    mutating func endElement(_ tag: XMLTag) {
        guard var entry = open.popLast() else { return }
        if signatures.last == tag.depth { signatures.removeLast() }
        if let element = entry.element, !entry.containsCovered, !entry.isProperties {
            entry.found = [element]
            entry.count = 1
        }
        guard !open.isEmpty else {
            uncovered = entry.found
            uncoveredCount = entry.count
            return
        }
        let last = open.count - 1
        open[last].containsCovered = open[last].containsCovered || entry.containsCovered
        guard entry.count > 0 else { return }
        open[last].count += entry.count
        for element in entry.found where open[last].found.count < CoverageState.limit {
            open[last].found.append(element)
        }
    }
}
