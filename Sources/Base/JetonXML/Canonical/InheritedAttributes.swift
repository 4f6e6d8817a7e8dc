/// The attributes of the `xml` namespace of the open elements.
struct InheritedAttributes {
    private struct Entry {
        let depth: Int
        let name: [UInt8]
        let value: [UInt8]
    }

    private var entries: [Entry] = []
    private var depth = 0

    var isEmpty: Bool { entries.isEmpty }

    /// Notes the attributes of an element that begins.
    mutating func enter(_ tag: borrowing XMLTag) {
        for attribute in tag.attributes where attribute.binding == NamespaceStack.xml {
            let name = Array(tag.bytes[attribute.local..<attribute.name.upperBound])
            entries.append(Entry(depth: tag.depth, name: name, value: Array(tag.value(attribute))))
        }
    }

    /// Forgets those of elements from a depth on.
    mutating func leave(depth: Int) {
        while let last = entries.last, last.depth >= depth { entries.removeLast() }
    }

    /// Of each name the value that is nearest.
    ///
    /// - Parameter names: Only these; nil for all.
    /// - Returns: The attributes with their values, each name once.
    func nearest(_ names: [String]?) -> [(name: [UInt8], value: [UInt8])] {
        var found: [(name: [UInt8], value: [UInt8])] = []
        for entry in entries.reversed() where !found.contains(where: { $0.name == entry.name }) {
            if let names, !names.contains(where: { entry.name.elementsEqual($0.utf8) }) { continue }
            found.append((entry.name, entry.value))
        }
        return found
    }

    /// The values of xml:base of the ancestors that are left out between an element and the nearest selected one.
    ///
    /// - Parameter selected: Whether each open element is selected; the last is the element itself.
    /// - Returns: The values, outermost first.
    func bases(leftOutAbove selected: [Bool]) -> [[UInt8]] {
        var first = selected.count - 1
        while first > 0, !selected[first - 1] { first -= 1 }
        return entries.filter { $0.depth >= first && $0.name.elementsEqual("base".utf8) }.map(\.value)
    }
}
