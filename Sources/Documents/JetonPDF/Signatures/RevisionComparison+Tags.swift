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
        guard try areParentsKept() else { return }
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
        if found { add(.information, "structure tags for new fields or comments were added", isPermitted: true) }
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

    /// What the keys of pages and annotations lead to: an element, or the elements of a page's contents in order.
    func parents(in document: PDFDocument) throws(PDFError) -> [Int: PDFObject] {
        let root = try document.dictionary(document.catalog().value["StructTreeRoot"])
        var parents: [Int: PDFObject] = [:]
        var visited: Set<Int> = []
        var open = [root?["ParentTree"] ?? .null]
        while let next = open.popLast(), visited.count < document.window.limits.nodes {
            if let number = next.reference?.number, !visited.insert(number).inserted { continue }
            let node = try document.dictionary(next)
            open += try document.resolve(node?["Kids"]).array ?? []
            let pairs = try document.resolve(node?["Nums"]).array ?? []
            for index in stride(from: 0, to: pairs.count - 1, by: 2) {
                guard let key = pairs[index].integer else { continue }
                parents[key] = pairs[index + 1]
            }
        }
        return parents
    }

    /// Whether the tags of all contents and annotations are those that they had; a removed comment has none.
    private func areParentsKept() throws(PDFError) -> Bool {
        let present = try parents(in: new)
        for (key, former) in try parents(in: old) {
            guard let value = present[key] else {
                if removed.isEmpty { return false }
                continue
            }
            if former.isSame(as: value) { continue }
            guard let left = try old.resolve(former).array, let right = try new.resolve(value).array,
                PDFObject.array(left).isSame(as: .array(right))
            else { return false }
        }
        return true
    }

    /// Whether two states of an element differ in some entries only, and its elements are kept.
    private func areExtended(
        _ former: PDFDictionary,
        _ present: PDFDictionary,
        _ permitted: [PDFName]
    ) throws(PDFError) -> Bool {
        for (key, left, right) in Self.differences(former, present) {
            guard permitted.contains(key) else { return false }
            guard key == "K" else { continue }
            let before = try old.resolve(left)
            let after = try new.resolve(right)
            guard try isExtended(before.array ?? (left.map { [$0] } ?? []), after.array ?? (right.map { [$0] } ?? []))
            else { return false }
        }
        return true
    }

    /// Whether a list has all of a former one in its order but removed comments, and besides only what is new.
    private func isExtended(_ former: [PDFObject], _ present: [PDFObject]) throws(PDFError) -> Bool {
        var rest = former[...]
        for element in present {
            let kept = rest.drop(while: isRemoved)
            if let next = kept.first, next.isSame(as: element) {
                rest = kept.dropFirst()
                continue
            }
            if let number = element.reference?.number, !inventory.added.contains(number) { return false }
            guard try tagsNoContent(element) else { return false }
        }
        return rest.allSatisfy(isRemoved)
    }

    /// Whether an element of a list is a removed comment.
    private func isRemoved(_ element: PDFObject) -> Bool {
        guard case .dictionary(let dictionary) = element, dictionary["Type"]?.name == "OBJR",
            let number = dictionary["Obj"]?.reference?.number
        else { return false }
        return removed.contains(number)
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
