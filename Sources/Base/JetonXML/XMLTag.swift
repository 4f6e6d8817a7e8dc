/// A start tag, an end tag, or a processing instruction's target, as the reader shows it.
///
/// Names and values are UTF-8. A tag can't be copied.
public struct XMLTag: ~Copyable {
    /// An attribute that declares no namespace; places in ``bytes``, or in ``decoded`` for a value that had references,
    /// tabs or line ends.
    struct Attribute {
        let name: Range<Int>
        /// Where the local name begins.
        let local: Int
        let value: Range<Int>
        let isDecoded: Bool
        /// The binding of the prefix; nil for a name without one.
        var binding: Int?
    }

    /// The bytes that the reader holds.
    var bytes: [UInt8] = []
    /// Attribute values that differ from how they are written.
    var decoded: [UInt8] = []
    var name = 0..<0
    var local = 0
    /// The binding of the element's namespace; nil if it has none.
    var binding: Int?
    /// In canonical order: by namespace name, then by local name; those without a namespace first.
    var attributes: [Attribute] = []
    var namespaces = NamespaceStack()

    /// Where the tag begins: an offset in bytes from the start of the document, of a UTF-16 document in its UTF-8 form.
    public internal(set) var offset: UInt64 = 0
    /// Where the tag ends, after its `>`.
    public internal(set) var endOffset: UInt64 = 0
    /// How many elements are open around this one; 0 for the root.
    public internal(set) var depth = 0
    /// Whether the element was written as one tag, so that both tags have the same offsets.
    public internal(set) var isEmptyElement = false

    /// The name after the prefix.
    public var localName: String { String(decoding: bytes[local..<name.upperBound], as: UTF8.self) }

    /// The name as it is written.
    public var qualifiedName: String { String(decoding: bytes[name], as: UTF8.self) }

    /// The namespace name; empty if the element has none.
    public var namespace: String { binding.map { String(decoding: namespaces.name($0), as: UTF8.self) } ?? "" }

    /// Whether this is an element of a namespace.
    public func isElement(_ localName: String, in namespace: String) -> Bool {
        bytes.span.extracting(local..<name.upperBound).isSame(as: localName) && isNamespace(binding, namespace)
    }

    /// The value of an attribute; nil if the element does not have it.
    ///
    /// - Parameters:
    ///   - localName: The name without prefix.
    ///   - namespace: Empty for an attribute without a prefix.
    /// - Returns: The value, with references replaced.
    public func attribute(_ localName: String, in namespace: String = "") -> String? {
        for attribute in attributes
        where bytes.span.extracting(attribute.local..<attribute.name.upperBound).isSame(as: localName)
            && isNamespace(attribute.binding, namespace)
        {
            return String(decoding: value(attribute), as: UTF8.self)
        }
        return nil
    }

    /// Calls a closure with the namespace, the local name and the value of each attribute, in canonical order.
    public func forEachAttribute(_ body: (_ namespace: String, _ localName: String, _ value: String) -> Void) {
        for attribute in attributes {
            body(
                attribute.binding.map { String(decoding: namespaces.name($0), as: UTF8.self) } ?? "",
                String(decoding: bytes[attribute.local..<attribute.name.upperBound], as: UTF8.self),
                String(decoding: value(attribute), as: UTF8.self)
            )
        }
    }

    /// The name that a prefix is bound to where this element stands; nil if it is not declared.
    ///
    /// - Parameter prefix: Empty for the default namespace.
    /// - Returns: The namespace's name.
    public func namespace(of prefix: String) -> String? {
        let prefix = Array(prefix.utf8)
        guard let binding = namespaces.find(prefix.span) else { return nil }
        let name = namespaces.name(binding)
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }

    /// Forgets the attributes of the tag before.
    mutating func clearAttributes() {
        if !attributes.isEmpty { attributes.removeAll(keepingCapacity: true) }
        if !decoded.isEmpty { decoded.removeAll(keepingCapacity: true) }
    }

    func value(_ attribute: Attribute) -> ArraySlice<UInt8> {
        attribute.isDecoded ? decoded[attribute.value] : bytes[attribute.value]
    }

    private func isNamespace(_ binding: Int?, _ name: String) -> Bool {
        guard let binding else { return name.isEmpty }
        return namespaces.store.bytes.span.extracting(namespaces.bindings[binding].name).isSame(as: name)
    }
}
