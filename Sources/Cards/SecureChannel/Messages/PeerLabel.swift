/// A name for people that one end gives the other at pairing: at most 32 octets of UTF-8.
public struct PeerLabel: Hashable, Sendable, CustomStringConvertible {
    /// Length of the field, in octets; a shorter name is filled up with zeros.
    public static let length = MessageField.label

    /// The name.
    public let text: String

    /// Makes a label; nil if the text has more than 32 octets, or control characters.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.length, Self.isPrintable(text) else { return nil }
        self.text = text
    }

    /// Makes a label of as much of a text as fits, without its control characters.
    public init(truncating text: String) {
        var kept = ""
        for character in text where Self.isPrintable(String(character)) {
            guard kept.utf8.count + String(character).utf8.count <= Self.length else { break }
            kept.append(character)
        }
        self.text = kept
    }

    /// Reads the field of a message or record: 32 octets, UTF-8 and then nothing but zeros.
    public init?(field: some Collection<UInt8>) {
        let octets = field.prefix { $0 != 0 }
        guard field.count == Self.length, field.dropFirst(octets.count).allSatisfy({ $0 == 0 }),
            let text = String(validating: octets, as: UTF8.self)
        else { return nil }
        self.init(text)
    }

    /// The 32 octets of a message or record.
    public var field: [UInt8] {
        let octets = Array(text.utf8)
        return octets + [UInt8](repeating: 0, count: Self.length - octets.count)
    }

    /// The name.
    public var description: String { text }

    private static func isPrintable(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: false
            default: true
            }
        }
    }
}
