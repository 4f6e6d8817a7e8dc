/// The namespace declarations in scope.
///
/// - SeeAlso: Namespaces in XML 1.0 (third edition).
struct NamespaceStack {
    /// A prefix and the name that it is bound to, as places in the store; an empty prefix is the default namespace, an
    /// empty name takes it away.
    struct Binding {
        let prefix: Range<Int>
        let name: Range<Int>
        let depth: Int
    }

    /// The binding of `xml`, which is always there.
    static let xml = 0

    static let xmlName = "http://www.w3.org/XML/1998/namespace"
    static let xmlnsName = "http://www.w3.org/2000/xmlns/"

    private(set) var bindings: [Binding] = []
    private(set) var store: [UInt8] = []

    init() {
        store += "xml".utf8
        store += Self.xmlName.utf8
        bindings.append(Binding(prefix: 0..<3, name: 3..<store.count, depth: 0))
    }

    /// Declares a prefix for the element at a depth.
    mutating func declare(_ prefix: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>, depth: Int) {
        let start = store.count
        store += prefix
        store += name
        bindings.append(
            Binding(prefix: start..<start + prefix.count, name: start + prefix.count..<store.count, depth: depth)
        )
    }

    /// Takes back what elements from a depth on declared.
    mutating func leave(depth: Int) {
        while let last = bindings.last, last.depth >= depth, bindings.count > 1 {
            bindings.removeLast()
            store.removeLast(store.count - last.prefix.lowerBound)
        }
    }

    /// The innermost binding of a prefix; nil if there is none.
    func find(_ bytes: [UInt8], _ prefix: Range<Int>) -> Int? {
        var index = bindings.count - 1
        while index >= 0 {
            let candidate = bindings[index].prefix
            if candidate.count == prefix.count, same(bytes, prefix.lowerBound, candidate.lowerBound, prefix.count) {
                return index
            }
            index -= 1
        }
        return nil
    }

    /// Whether two bindings have one name.
    func sameName(_ left: Int, _ right: Int) -> Bool {
        left == right || store[bindings[left].name] == store[bindings[right].name]
    }

    /// A binding's name.
    func name(_ binding: Int) -> ArraySlice<UInt8> { store[bindings[binding].name] }

    /// Compares two texts byte by byte: below 0, 0 or above 0.
    static func order(_ left: [UInt8], _ first: Range<Int>, _ right: [UInt8], _ second: Range<Int>) -> Int {
        for index in 0..<min(first.count, second.count) {
            let difference = Int(left[first.lowerBound + index]) - Int(right[second.lowerBound + index])
            if difference != 0 { return difference }
        }
        return first.count - second.count
    }

    @inline(__always)
    private func same(_ bytes: [UInt8], _ start: Int, _ other: Int, _ count: Int) -> Bool {
        for index in 0..<count where bytes[start + index] != store[other + index] { return false }
        return true
    }
}
