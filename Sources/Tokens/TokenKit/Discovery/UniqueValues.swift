internal import Cryptoki

/// The values that only one URI of a list has, attribute by attribute.
///
/// Most tokens differ from all others in one attribute. Knowing these beforehand makes naming many tokens linear
/// where comparing each with each is not: a module may show tens of thousands.
struct UniqueValues {
    /// The attributes of a token's URI in the order in which ``PKCS11URI/shortestUnique(for:among:)`` tries them.
    private static var attributes: [WritableKeyPath<PKCS11URI, [UInt8]?>] {
        [
            \.token, \.serial, \.model, \.manufacturer, \.slotDescription, \.slotManufacturer,
            \.libraryDescription, \.libraryManufacturer,
        ]
    }

    private var counts: [[[UInt8]: Int]] = []
    private var slotCounts: [UInt: Int] = [:]
    private let uris: Set<String>

    init(of uris: [PKCS11URI]) {
        self.uris = Set(uris.map(\.description))
        let attributes = UniqueValues.attributes
        counts = Array(repeating: [:], count: attributes.count)
        for uri in uris {
            for (index, attribute) in attributes.enumerated() {
                counts[index][UniqueValues.trimmed(uri[keyPath: attribute] ?? []), default: 0] += 1
            }
            if let slot = uri.slotID { slotCounts[slot, default: 0] += 1 }
        }
    }

    /// The URI of one attribute that names one of the list, or nil if that takes more than one or it is not in it.
    func uri(for candidate: PKCS11URI) -> PKCS11URI? {
        guard uris.contains(candidate.description) else { return nil }
        var uri = PKCS11URI()
        for (index, attribute) in UniqueValues.attributes.enumerated() {
            guard let value = candidate[keyPath: attribute], UniqueValues.isReadable(value),
                counts[index][UniqueValues.trimmed(value)] == 1
            else { continue }
            uri[keyPath: attribute] = value
            return uri
        }
        guard let slot = candidate.slotID, slotCounts[slot] == 1 else { return nil }
        uri.slotID = slot
        return uri
    }

    private static func isReadable(_ value: [UInt8]) -> Bool {
        !value.isEmpty && String(validating: value, as: UTF8.self) != nil && value.allSatisfy { $0 >= 0x20 }
    }

    private static func trimmed(_ value: [UInt8]) -> [UInt8] {
        Array(value[..<((value.lastIndex { $0 != 0x20 } ?? -1) + 1)])
    }
}
