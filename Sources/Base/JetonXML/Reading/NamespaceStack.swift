/// The namespace declarations in scope.
///
/// - SeeAlso: Namespaces in XML 1.0 (third edition).
struct NamespaceStack: ~Copyable {
    /// A prefix and the name that it is bound to, as places in the store; an empty prefix is the default namespace, an
    /// empty name takes it away.
    struct Binding {
        let prefix: Range<Int>
        let name: Range<Int>
        let depth: Int
    }

    /// The binding of `xml`, which is always there.
    static let xml = 0

    static let xmlName: StaticString = "http://www.w3.org/XML/1998/namespace"
    static let xmlnsName: StaticString = "http://www.w3.org/2000/xmlns/"

    private(set) var bindings: [Binding] = []
    private(set) var store = ByteStack()

    init() {
        store.push(Array("xml".utf8).span)
        store.push(Array(Self.xmlName.description.utf8).span)
        bindings.append(Binding(prefix: 0..<3, name: 3..<store.count, depth: 0))
    }

    /// Declares a prefix for the element at a depth.
    mutating func declare(_ prefix: Span<UInt8>, _ name: Span<UInt8>, depth: Int) {
        let start = store.count
        store.push(prefix)
        store.push(name)
        bindings.append(
            Binding(prefix: start..<start + prefix.count, name: start + prefix.count..<store.count, depth: depth)
        )
    }

    /// Takes back what elements from a depth on declared.
    mutating func leave(depth: Int) {
        while let last = bindings.last, last.depth >= depth, bindings.count > 1 {
            bindings.removeLast()
            store.pop(to: last.prefix.lowerBound)
        }
    }

    /// The innermost binding of a prefix; nil if there is none.
    func find(_ prefix: Span<UInt8>) -> Int? {
        var index = bindings.count - 1
        while index >= 0 {
            if store.bytes.span.extracting(bindings[index].prefix).isSame(as: prefix) { return index }
            index -= 1
        }
        return nil
    }

    /// Whether two bindings have one name.
    func sameName(_ left: Int, _ right: Int) -> Bool {
        left == right || store.isSame(bindings[left].name, bindings[right].name)
    }

    /// A binding's name.
    func name(_ binding: Int) -> ArraySlice<UInt8> { store.bytes[bindings[binding].name] }

    /// Compares two texts byte by byte: below 0, 0 or above 0.
    static func order(_ left: [UInt8], _ first: Range<Int>, _ right: [UInt8], _ second: Range<Int>) -> Int {
        for index in 0..<min(first.count, second.count) {
            let difference = Int(left[first.lowerBound + index]) - Int(right[second.lowerBound + index])
            if difference != 0 { return difference }
        }
        return first.count - second.count
    }
}
