internal import JetonOctets

/// A fixed-size text field of a PKCS #11 structure, as the module filled it.
///
/// The standard wants UTF-8 padded with blanks; modules also pad with NUL and write other encodings.
public struct FixedText: Hashable, Sendable, CustomStringConvertible {
    /// The field without trailing blanks and NULs; the octets that a PKCS #11 URI compares.
    public let octets: [UInt8]

    /// Makes a field from octets, cutting trailing blanks and NULs.
    public init(_ octets: some Sequence<UInt8>) {
        var kept = Array(octets)
        while let last = kept.last, last == 0x20 || last == 0x00 { kept.removeLast() }
        self.octets = kept
    }

    /// Whether nothing but padding was there.
    public var isEmpty: Bool { octets.isEmpty }

    /// The text for people: invalid UTF-8 and control characters are shown as U+FFFD.
    public var description: String { String(decoding: octets, as: UTF8.self).withoutControlCharacters }

    /// Whether the field holds just the UTF-8 of a text.
    public static func == (left: FixedText, right: some StringProtocol) -> Bool {
        left.octets.elementsEqual(right.utf8)
    }

    /// Whether the field holds anything but the UTF-8 of a text.
    public static func != (left: FixedText, right: some StringProtocol) -> Bool { !(left == right) }
}

extension String {
    /// The string with each control, format and line separator character replaced by U+FFFD.
    ///
    /// Text from a token must not move a terminal's cursor or reverse a line.
    public var withoutControlCharacters: String {
        guard unicodeScalars.contains(where: \.isDisruptive) else { return self }
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars { scalars.append(scalar.isDisruptive ? "\u{FFFD}" : scalar) }
        return String(scalars)
    }
}
