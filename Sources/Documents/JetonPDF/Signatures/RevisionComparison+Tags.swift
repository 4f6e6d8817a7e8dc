/// What was changed in the structure tree, by which screen readers read a document.
///
/// - SeeAlso: ISO 32000-2, 14.7.
extension RevisionComparison {
    /// Compares the elements that differ: new fields and comments may get elements of their own, and all else stays.
    mutating func compareTags() throws(PDFError) {
        guard let place = try old.catalog().value["StructTreeRoot"]?.reference,
            let root = try old.dictionary(.reference(place))
        else { return }
        let nodes = try parentNodes(root["ParentTree"])
        var found = false
        for number in inventory.changed.subtracting(explained) {
            let reference = PDFReference(number, old.references.entries[number]?.generation ?? 0)
            guard case .dictionary(let former) = try old.object(reference),
                case .dictionary(let present) = try new.object(reference), !present.hasDuplicateKeys
            else { continue }
            var permitted: [PDFName] = []
            if nodes.contains(number) {
                permitted = ["Nums", "Kids", "Limits"]
            } else if number == place.number {
                permitted = ["K", "ParentTree", "ParentTreeNextKey"]
            } else if former["Type"]?.name == "StructElem" {
                permitted = ["K"]
            }
            guard !permitted.isEmpty, try areExtended(former, present, permitted) else { continue }
            explained.insert(number)
            found = true
        }
        if found { add(.information, "tags of new fields or comments were added", isPermitted: true) }
    }

    /// The objects of the number tree from the pages' contents and annotations to their elements.
    private func parentNodes(_ tree: PDFObject?) throws(PDFError) -> Set<Int> {
        var nodes: Set<Int> = []
        var open = [tree ?? .null]
        while let next = open.popLast(), nodes.count < old.window.limits.nodes {
            if let number = next.reference?.number, !nodes.insert(number).inserted { continue }
            let node = try old.dictionary(next)
            for key in ["Kids", "Nums"] as [PDFName] {
                if let list = node?[key]?.reference { nodes.insert(list.number) }
            }
            open += try old.resolve(node?["Kids"]).array ?? []
        }
        return nodes
    }

    /// Whether two states of an element differ in some entries only, each of which has all that it had.
    private func areExtended(
        _ former: PDFDictionary,
        _ present: PDFDictionary,
        _ permitted: [PDFName]
    ) throws(PDFError) -> Bool {
        for (key, left, right) in Self.differences(former, present) {
            guard permitted.contains(key) else { return false }
            switch key {
            case "ParentTree", "ParentTreeNextKey", "Limits": continue
            default:
                let before = try old.resolve(left)
                let after = try new.resolve(right)
                guard
                    try isExtended(before.array ?? (left.map { [$0] } ?? []), after.array ?? (right.map { [$0] } ?? []))
                else { return false }
            }
        }
        return true
    }

    /// Whether a list has all of a former one in its order, and besides only objects that are new.
    private func isExtended(_ former: [PDFObject], _ present: [PDFObject]) throws(PDFError) -> Bool {
        var rest = former[...]
        for element in present {
            if let next = rest.first, next.isSame(as: element) {
                rest = rest.dropFirst()
                continue
            }
            switch element {
            case .integer: continue
            case .reference(let reference):
                guard inventory.added.contains(reference.number), try tagsNoContent(element) else { return false }
            default: guard try tagsNoContent(element) else { return false }
            }
        }
        return rest.isEmpty
    }

    /// Whether a new element names annotations only, and no part of a page's contents.
    private func tagsNoContent(_ element: PDFObject) throws(PDFError) -> Bool {
        var open = [element]
        var visited: Set<Int> = []
        while let next = open.popLast() {
            if let number = next.reference?.number, !visited.insert(number).inserted { continue }
            let value = try new.resolve(next)
            if case .integer = value { return false }
            guard let dictionary = value.dictionary else { continue }
            if dictionary["Type"]?.name == "MCR" { return false }
            let kids = dictionary["K"]
            if let kids { open += try new.resolve(kids).array ?? [kids] }
        }
        return true
    }
}
