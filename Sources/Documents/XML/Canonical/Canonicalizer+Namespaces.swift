/// Which namespace declarations an element gets.
extension Canonicalizer {
    /// Writes the declarations that the nearest selected ancestor does not give already, sorted by prefix.
    mutating func writeNamespaces(_ tag: XMLTag, isOrphan: Bool) throws(XMLError) {
        let stack = tag.namespaces
        let depth = selected.count - 1
        pending.removeAll(keepingCapacity: true)
        if method.isExclusive {
            try addUsed(tag)
        } else if isOrphan || depth == 0 {
            for index in stack.bindings.indices.dropFirst() where isInnermost(index, stack) { try add(index, stack) }
        } else {
            var index = stack.bindings.count - 1
            while index > 0, stack.bindings[index].depth == depth {
                try add(index, stack)
                index -= 1
            }
        }
        if pending.count > 1 { pending.sort { Self.order($0, $1, stack) < 0 } }
        for binding in pending { write(binding, stack, depth) }
    }

    /// The bindings that an element uses visibly, and those of the inclusive prefixes.
    ///
    /// - SeeAlso: Exclusive XML Canonicalization 1.0, 3: an unprefixed element uses the default namespace, an attribute
    ///   only a prefix.
    private mutating func addUsed(_ tag: XMLTag) throws(XMLError) {
        let stack = tag.namespaces
        if tag.local == tag.name.lowerBound {
            try addDefault(tag)
        } else if let binding = tag.binding {
            try add(binding, stack)
        }
        for attribute in tag.attributes {
            if let binding = attribute.binding { try add(binding, stack) }
        }
        for prefix in inclusivePrefixes {
            if prefix.isEmpty {
                try addDefault(tag)
            } else if let binding = stack.find(prefix, 0..<prefix.count) {
                try add(binding, stack)
            }
        }
    }

    private mutating func addDefault(_ tag: XMLTag) throws(XMLError) {
        if let binding = tag.namespaces.find([], 0..<0) { try add(binding, tag.namespaces) }
    }

    /// Adds a binding unless it is there, or was written for an ancestor.
    private mutating func add(_ binding: Int, _ stack: NamespaceStack) throws(XMLError) {
        guard binding != NamespaceStack.xml, !pending.contains(binding) else { return }
        let written = lastRendered(binding, stack)
        if let written {
            if stack.sameName(written, binding) { return }
        } else if stack.bindings[binding].name.isEmpty {
            // xmlns="" says nothing where no default namespace was written.
            return
        }
        guard isAbsolute(stack.name(binding)) else {
            throw XMLError(.relativeNamespace, at: 0, String(decoding: stack.name(binding).prefix(80), as: UTF8.self))
        }
        pending.append(binding)
    }

    /// The binding of the same prefix that was written last for an ancestor.
    private func lastRendered(_ binding: Int, _ stack: NamespaceStack) -> Int? {
        var index = rendered.count - 1
        while index >= 0 {
            let other = rendered[index].binding
            if other == binding || Self.order(other, binding, stack) == 0 { return other }
            index -= 1
        }
        return nil
    }

    /// Whether no inner binding has the same prefix.
    private func isInnermost(_ binding: Int, _ stack: NamespaceStack) -> Bool {
        for other in (binding + 1)..<max(binding + 1, stack.bindings.count) where Self.order(other, binding, stack) == 0
        {
            return false
        }
        return true
    }

    /// Compares the prefixes of two bindings.
    private static func order(_ left: Int, _ right: Int, _ stack: NamespaceStack) -> Int {
        NamespaceStack.order(stack.store, stack.bindings[left].prefix, stack.store, stack.bindings[right].prefix)
    }

    private mutating func write(_ binding: Int, _ stack: NamespaceStack, _ depth: Int) {
        let entry = stack.bindings[binding]
        output.write(entry.prefix.isEmpty ? " xmlns" : " xmlns:")
        output.write(stack.store, entry.prefix)
        output.write("=\"")
        output.writeValue(stack.store, entry.name)
        output.write(XMLCharacter.quote)
        rendered.append(Rendered(binding: binding, depth: depth))
    }

    /// Whether a namespace name is empty or has a scheme.
    ///
    /// - SeeAlso: Canonical XML 1.0, 1.3: a document with a relative one has no canonical form.
    private func isAbsolute(_ name: ArraySlice<UInt8>) -> Bool {
        guard !name.isEmpty else { return true }
        guard let colon = name.firstIndex(of: XMLCharacter.colon), colon > name.startIndex else { return false }
        return name[..<colon].allSatisfy { byte in
            byte != XMLCharacter.colon && XMLCharacter.isNameByte(byte) && byte != UInt8(ascii: "_")
                || byte == UInt8(ascii: "+")
        }
    }
}
