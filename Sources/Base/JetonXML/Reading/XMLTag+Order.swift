extension XMLTag {
    /// Puts the attributes in canonical order.
    ///
    /// - Returns: The name of one that is there twice; nil if there is none.
    mutating func sortAttributes() -> Range<Int>? {
        var sorted = attributes
        attributes = []
        if sorted.count <= 16 {
            for index in 1..<sorted.count {
                var place = index
                while place > 0, compare(sorted[place], sorted[place - 1]) < 0 {
                    sorted.swapAt(place, place - 1)
                    place -= 1
                }
            }
        } else {
            sorted.sort { compare($0, $1) < 0 }
        }
        attributes = sorted
        for index in 1..<sorted.count where compare(sorted[index], sorted[index - 1]) == 0 { return sorted[index].name }
        return nil
    }

    /// Compares by namespace name and local name, each by its characters' numbers.
    ///
    /// - SeeAlso: Canonical XML 1.1, 2.2: attribute axis. The order of UTF-8 bytes is that of the characters' numbers.
    private func compare(_ left: Attribute, _ right: Attribute) -> Int {
        if left.binding != right.binding {
            guard let first = left.binding else { return -1 }
            guard let second = right.binding else { return 1 }
            let order = NamespaceStack.order(
                namespaces.store.bytes,
                namespaces.bindings[first].name,
                namespaces.store.bytes,
                namespaces.bindings[second].name
            )
            if order != 0 { return order }
        }
        return NamespaceStack.order(
            bytes,
            left.local..<left.name.upperBound,
            bytes,
            right.local..<right.name.upperBound
        )
    }
}
