/// The path attributes of a URI with their values, in the order in which they are printed.
///
/// A sorted array: there are a handful of them, for which a hash table costs more than it saves.
struct PathValues: Hashable, Sendable {
    /// One attribute and its octets.
    struct Entry: Hashable, Sendable {
        let attribute: PKCS11URI.PathAttribute
        var value: [UInt8]
    }

    private(set) var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    var attributes: [PKCS11URI.PathAttribute] { entries.map(\.attribute) }

    subscript(attribute: PKCS11URI.PathAttribute) -> [UInt8]? {
        get { entries.first { $0.attribute == attribute }?.value }
        set {
            let place = entries.firstIndex { $0.attribute >= attribute } ?? entries.count
            let isPresent = place < entries.count && entries[place].attribute == attribute
            switch (newValue, isPresent) {
            case (let value?, true): entries[place].value = value
            case (let value?, false): entries.insert(Entry(attribute: attribute, value: value), at: place)
            case (nil, true): entries.remove(at: place)
            case (nil, false): break
            }
        }
    }
}
