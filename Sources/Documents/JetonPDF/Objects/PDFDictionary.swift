/// A dictionary, whose entries keep the order in which they were written.
///
/// - SeeAlso: ISO 32000-2, 7.3.7.
public struct PDFDictionary: Equatable, Sendable {
    /// The entries in order.
    public private(set) var entries: [(key: PDFName, value: PDFObject)] = []
    /// Whether a key was written more than once.
    ///
    /// Readers differ in which value they take, so a signature in such a dictionary proves nothing.
    public internal(set) var hasDuplicateKeys = false

    /// Whether a key was written with the value null, which is as good as absent, and not to every reader.
    var hasNullValues = false

    /// Makes an empty dictionary.
    public init() {}

    /// Makes a dictionary of entries.
    public init(_ entries: [(PDFName, PDFObject)]) {
        for (key, value) in entries { self[key] = value }
    }

    /// The value of a key; nil if there is none.
    ///
    /// Setting nil removes the key.
    public subscript(key: PDFName) -> PDFObject? {
        get { entries.first { $0.key == key }?.value }
        set {
            let index = entries.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): entries[index].value = value
            case (let index?, nil): entries.remove(at: index)
            case (nil, let value?): entries.append((key, value))
            case (nil, nil): break
            }
        }
    }

    /// Whether both have the same entries in the same order.
    public static func == (left: PDFDictionary, right: PDFDictionary) -> Bool {
        left.entries.count == right.entries.count
            && zip(left.entries, right.entries).allSatisfy { $0.key == $1.key && $0.value == $1.value }
    }
}
