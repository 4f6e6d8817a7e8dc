import JetonASN1
import JetonXML

/// An element of a signature, held in memory.
package struct XMLElement: Sendable {
    /// The name of the namespace; empty for none.
    package let namespace: String
    /// The local name.
    package let name: String
    /// The name as it is written.
    package let qualifiedName: String
    /// The attributes but namespace declarations.
    package let attributes: [(namespace: String, name: String, value: String)]
    /// The prefixes in scope, of elements whose text uses them.
    package let prefixes: [String: String]
    /// Where the start tag begins.
    package private(set) var offset: UInt64
    /// Where the start tag ends.
    package private(set) var contentOffset: UInt64
    /// Whether it was written as one tag.
    package let isEmptyElement: Bool
    /// Where the end tag begins.
    package internal(set) var contentEnd: UInt64 = 0
    /// Where the end tag ends.
    package internal(set) var endOffset: UInt64 = 0
    /// The text of the element itself; comments do not divide it.
    package internal(set) var text: [UInt8] = []
    /// Whether it has text of its own that is more than white space, also where its text is not held.
    package internal(set) var hasText = false
    /// The elements in it, in order.
    package internal(set) var children: [XMLElement] = []

    init(_ tag: borrowing XMLTag) {
        namespace = tag.namespace
        name = tag.localName
        qualifiedName = tag.qualifiedName
        offset = tag.offset
        contentOffset = tag.endOffset
        isEmptyElement = tag.isEmptyElement
        // Only XPath has prefixes in its text.
        prefixes = name == "XPath" ? tag.namespacesInScope : [:]
        var found: [(namespace: String, name: String, value: String)] = []
        tag.forEachAttribute { namespace, name, value in found.append((namespace, name, value)) }
        attributes = found
    }

    /// Whether this is an element of a namespace.
    package func isElement(_ name: String, _ namespace: String) -> Bool {
        self.name == name && self.namespace == namespace
    }

    /// An attribute without namespace.
    package func attribute(_ name: String) -> String? {
        attributes.first { $0.name == name && $0.namespace.isEmpty }?.value
    }

    /// The elements in it with a name.
    package func all(_ name: String, _ namespace: String = XMLNames.signature) -> [XMLElement] {
        children.filter { $0.isElement(name, namespace) }
    }

    /// The only element in it with a name; nil for none, or more than one.
    package func only(_ name: String, _ namespace: String = XMLNames.signature) -> XMLElement? {
        let found = all(name, namespace)
        return found.count == 1 ? found[0] : nil
    }

    /// The text without white space around it.
    package var trimmedText: String {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x9 || $0 == 0xA || $0 == 0xD }
        guard let last = text.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(decoding: text[...last].drop(while: isSpace), as: UTF8.self)
    }

    /// The bytes that its text stands for in base64; nil for other text.
    package var base64: [UInt8]? { children.isEmpty ? Base64.decodeLines(text) : nil }

    /// The same element in a document in which it stands further back.
    func moved(by distance: UInt64) -> XMLElement {
        var copy = self
        copy.offset += distance
        copy.contentOffset += distance
        copy.contentEnd += distance
        copy.endOffset += distance
        copy.children = children.map { $0.moved(by: distance) }
        return copy
    }

    /// Whether both are the same at the same place.
    func isSame(as other: XMLElement) -> Bool {
        name == other.name && namespace == other.namespace && offset == other.offset && endOffset == other.endOffset
            && text == other.text && attributes.elementsEqual(other.attributes) { $0 == $1 }
            && children.count == other.children.count
            && zip(children, other.children).allSatisfy { $0.isSame(as: $1) }
    }

    /// Whether the prefixes in the texts of two elements that are the same otherwise mean the same.
    func hasSamePrefixes(as other: XMLElement) -> Bool {
        prefixes == other.prefixes && zip(children, other.children).allSatisfy { $0.hasSamePrefixes(as: $1) }
    }
}
