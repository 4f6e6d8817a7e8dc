/// Which namespace declarations an element gets.
extension Canonicalizer {
    /// Writes the declarations that the nearest selected ancestor does not give already, sorted by prefix.
    mutating func writeNamespaces(_ tag: borrowing XMLTag, isOrphan: Bool) throws(XMLError) {
        let depth = selected.count - 1
        pending.removeAll(keepingCapacity: true)
        if isExclusive {
            try addUsed(tag)
        } else if isOrphan || depth == 0 {
            for index in tag.namespaces.bindings.indices.dropFirst() where isInnermost(index, tag.namespaces) {
                try add(index, tag.namespaces)
            }
        } else {
            var index = tag.namespaces.bindings.count - 1
            while index > 0, tag.namespaces.bindings[index].depth == depth {
                try add(index, tag.namespaces)
                index -= 1
            }
        }
        if pending.count > 1 { pending.sort { Self.order($0, $1, tag.namespaces) < 0 } }
        for index in 0..<pending.count { write(pending[index], tag.namespaces, depth) }
    }

    /// The bindings that an element uses visibly, and those of the inclusive prefixes.
    ///
    /// - SeeAlso: Exclusive XML Canonicalization 1.0, 3: an unprefixed element uses the default namespace, an attribute
    ///   only a prefix.
    private mutating func addUsed(_ tag: borrowing XMLTag) throws(XMLError) {
        if tag.local == tag.name.lowerBound {
            try addDefault(tag)
        } else if let binding = tag.binding {
            try add(binding, tag.namespaces)
        }
        for index in 0..<tag.attributes.count {
            if let binding = tag.attributes[index].binding { try add(binding, tag.namespaces) }
        }
        for prefix in inclusivePrefixes {
            if prefix.isEmpty {
                try addDefault(tag)
            } else if let binding = tag.namespaces.find(prefix.span) {
                try add(binding, tag.namespaces)
            }
        }
    }

    private mutating func addDefault(_ tag: borrowing XMLTag) throws(XMLError) {
        if let binding = tag.namespaces.find(Span()) { try add(binding, tag.namespaces) }
    }

    /// Adds a binding unless it is there, or was written for an ancestor.
    private mutating func add(_ binding: Int, _ stack: borrowing NamespaceStack) throws(XMLError) {
        guard binding != NamespaceStack.xml, !pending.contains(binding) else { return }
        let written = lastRendered(binding, stack)
        if let written {
            if stack.sameName(written, binding) { return }
        } else if stack.bindings[binding].name.isEmpty {
            // xmlns="" says nothing where no default namespace was written.
            return
        }
        guard isAbsolute(stack.store.bytes.span.extracting(stack.bindings[binding].name)) else {
            throw XMLError(.relativeNamespace, at: 0, String(decoding: stack.name(binding).prefix(80), as: UTF8.self))
        }
        pending.append(binding)
    }

    /// The binding of the same prefix that was written last for an ancestor.
    private func lastRendered(_ binding: Int, _ stack: borrowing NamespaceStack) -> Int? {
        var index = rendered.count - 1
        while index >= 0 {
            let other = rendered[index].binding
            if other == binding || Self.order(other, binding, stack) == 0 { return other }
            index -= 1
        }
        return nil
    }

    /// Whether no inner binding has the same prefix.
    private func isInnermost(_ binding: Int, _ stack: borrowing NamespaceStack) -> Bool {
        for other in (binding + 1)..<max(binding + 1, stack.bindings.count) where Self.order(other, binding, stack) == 0
        {
            return false
        }
        return true
    }

    /// Compares the prefixes of two bindings.
    private static func order(_ left: Int, _ right: Int, _ stack: borrowing NamespaceStack) -> Int {
        NamespaceStack.order(
            stack.store.bytes,
            stack.bindings[left].prefix,
            stack.store.bytes,
            stack.bindings[right].prefix
        )
    }

    private mutating func write(_ binding: Int, _ stack: borrowing NamespaceStack, _ depth: Int) {
        let entry = stack.bindings[binding]
        output.write(entry.prefix.isEmpty ? " xmlns" : " xmlns:")
        output.write(stack.store.bytes, entry.prefix)
        output.write("=\"")
        output.writeValue(stack.store.bytes, entry.name)
        output.write(XMLCharacter.quote)
        rendered.append(Rendered(binding: binding, depth: depth))
    }

    /// Whether a namespace name is empty or has a scheme.
    ///
    /// - SeeAlso: Canonical XML 1.0, 1.3: a document with a relative one has no canonical form.
    private func isAbsolute(_ name: Span<UInt8>) -> Bool {
        var index = 0
        while index < name.count {
            let byte = name[index]
            if byte == XMLCharacter.colon { return index > 0 }
            guard XMLCharacter.isNameByte(byte) && byte != UInt8(ascii: "_") || byte == UInt8(ascii: "+") else {
                return false
            }
            index += 1
        }
        return name.isEmpty
    }
}
