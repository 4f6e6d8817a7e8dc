/// What signatures ask of a tag.
extension XMLTag {
    /// Whether a value names the element: of `Id`, `ID`, `id` or `xml:id`.
    ///
    /// Without a document type nothing else says which attributes are identifiers.
    package func isIdentified(by identifier: [UInt8]) -> Bool {
        for index in 0..<attributes.count {
            let attribute = attributes[index]
            guard attribute.name.upperBound - attribute.local == 2, bytes[attribute.local] | 0x20 == UInt8(ascii: "i"),
                bytes[attribute.local + 1] | 0x20 == UInt8(ascii: "d")
            else { continue }
            let isXML = attribute.binding == NamespaceStack.xml
            // `iD` and `xml:ID` are not in use.
            guard attribute.binding == nil || isXML,
                isXML || bytes[attribute.local + 1] == UInt8(ascii: "d")
                    || bytes[attribute.local] == UInt8(ascii: "I")
            else { continue }
            let values = attribute.isDecoded ? decoded.span : bytes.span
            if values.extracting(attribute.value).isSame(as: identifier.span) { return true }
        }
        return false
    }

    /// The prefixes that are declared where the element stands, with their names; the innermost of each.
    package var namespacesInScope: [String: String] {
        var found: [String: String] = [:]
        for index in namespaces.bindings.indices {
            let prefix = String(decoding: namespaces.store.bytes[namespaces.bindings[index].prefix], as: UTF8.self)
            found[prefix] = String(decoding: namespaces.name(index), as: UTF8.self)
        }
        return found
    }
}

extension XMLReader {
    /// How many bytes of the document's UTF-8 form were read as whole parts.
    package var finishedCount: UInt64 { consumed }

    /// Whether the document is in UTF-16, so that offsets are not those of its bytes.
    package var isTranscoded: Bool { isUTF16 }
}
