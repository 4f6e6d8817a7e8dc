/// The attributes of an element.
extension Canonicalizer {
    /// Writes the attributes in canonical order, with those that an element without its parent inherits.
    func writeAttributes(_ tag: borrowing XMLTag, isOrphan: Bool) {
        if isOrphan, !isExclusive, !inherited.isEmpty {
            writeWithInherited(tag)
        } else {
            for index in 0..<tag.attributes.count { write(tag.attributes[index], tag) }
        }
    }

    private func write(_ attribute: XMLTag.Attribute, _ tag: borrowing XMLTag) {
        let (name, value) = (attribute.name, attribute.value)
        // As it is written, where nothing differs: in quotes, and without references, tabs and line ends.
        if !attribute.isDecoded, value.lowerBound == name.upperBound + 2,
            tag.bytes[value.lowerBound - 1] == XMLCharacter.quote,
            tag.bytes[name.lowerBound - 1] == XMLCharacter.space
        {
            output.write(tag.bytes, name.lowerBound - 1..<value.upperBound + 1)
            return
        }
        output.write(XMLCharacter.space)
        output.write(tag.bytes, name)
        output.write("=\"")
        output.writeValue(attribute.isDecoded ? tag.decoded : tag.bytes, value)
        output.write(XMLCharacter.quote)
    }

    /// Merges the element's attributes with the `xml:` attributes of its ancestors.
    ///
    /// - SeeAlso: Canonical XML 1.0, 2.4: all of them; 1.1, 2.4: only xml:lang and xml:space, and xml:base joined.
    private func writeWithInherited(_ tag: borrowing XMLTag) {
        var own: [(name: [UInt8], value: [UInt8])] = []
        for attribute in tag.attributes where attribute.binding == NamespaceStack.xml {
            own.append((Array(tag.bytes[attribute.local..<attribute.name.upperBound]), Array(tag.value(attribute))))
        }
        let base = Array("base".utf8)
        var all = own.filter { !(method.isVersion11 && $0.name == base) }
        for (name, value) in inherited.nearest(method.isVersion11 ? ["lang", "space"] : nil)
        where !all.contains(where: { $0.name == name }) {
            all.append((name, value))
        }
        if method.isVersion11 {
            let outer = inherited.bases(leftOutAbove: selected)
            let joined = XMLBase.join(outer + own.filter { $0.name == base }.map(\.value))
            if let joined, !joined.isEmpty { all.append((base, joined)) }
        }
        all.sort { $0.name.lexicographicallyPrecedes($1.name) }
        var isWritten = false
        let xml = tag.namespaces.name(NamespaceStack.xml)
        for attribute in tag.attributes {
            // Where xml: attributes stand among the others: by the namespace's name.
            if !isWritten, let binding = attribute.binding,
                !tag.namespaces.name(binding).lexicographicallyPrecedes(xml)
            {
                write(all)
                isWritten = true
            }
            if attribute.binding != NamespaceStack.xml { write(attribute, tag) }
        }
        if !isWritten { write(all) }
    }

    private func write(_ attributes: [(name: [UInt8], value: [UInt8])]) {
        for attribute in attributes {
            output.write(" xml:")
            output.write(attribute.name.span)
            output.write("=\"")
            output.writeValue(attribute.value.span)
            output.write(XMLCharacter.quote)
        }
    }
}
