/// The name of a reader, as the PC/SC service gives it and takes it back.
///
/// pcsc-lite puts a name together from the driver's name of the device, the text of the USB interface in brackets,
/// the USB serial number in parentheses, and two pairs of hexadecimal digits: which of several equal readers it is,
/// and which slot of the reader. All but the first and the last are often absent:
/// `Aktiv Rutoken ECP 00 00`, `Yubico YubiKey OTP+FIDO+CCID 01 00`,
/// `HID Global OMNIKEY 5422 [OMNIKEY 5422CL Smartcard Reader] (KT0A1B) 00 01`.
///
/// The bytes are kept as received, so that a name in any encoding reaches the service unchanged.
///
/// - SeeAlso: pcsc-lite 1.9.9, `readerfactory.c`, RFSetReaderName.
public struct ReaderName: Hashable, Sendable {
    /// The longest name of pcsc-lite, in octets, with the zero that ends it.
    public static let maximumLength = 128

    /// The name's octets without an end mark; none of them is zero.
    public let octets: [UInt8]
    /// The driver's name of the device: "Aktiv Rutoken ECP"; the whole name if it has not pcsc-lite's form.
    public let model: String
    /// The text of the USB interface, without brackets; nil if there is none.
    public let interface: String?
    /// The USB serial number as the device spells it, without parentheses; nil if there is none.
    public let serialNumber: String?
    /// Which of several equal readers it is, 0–255; nil if the name has not pcsc-lite's form.
    public let index: UInt8?
    /// Which slot of the reader it is, 0–255; nil if the name has not pcsc-lite's form.
    public let slot: UInt8?

    /// Takes a name apart, from the right.
    ///
    /// - Parameter octets: The octets; those from the first zero on are left out.
    public init(octets: [UInt8]) {
        self.octets = Array(octets.prefix { $0 != 0 })
        var rest = Substring(String(decoding: self.octets, as: UTF8.self))
        var numbers: (index: UInt8, slot: UInt8)?
        if let slot = Self.takeHexPair(&rest) {
            if let index = Self.takeHexPair(&rest) {
                numbers = (index, slot)
            } else {
                rest = Substring(String(decoding: self.octets, as: UTF8.self))
            }
        }
        index = numbers?.index
        slot = numbers?.slot
        guard numbers != nil else {
            model = String(rest)
            interface = nil
            serialNumber = nil
            return
        }
        serialNumber = Self.takeEnclosed(&rest, by: "(", ")")
        interface = Self.takeEnclosed(&rest, by: "[", "]")
        model = String(rest)
    }

    /// Takes a name apart, from the right.
    public init(_ text: String) { self.init(octets: Array(text.utf8)) }

    /// Removes " hh" from the end and gives the number.
    private static func takeHexPair(_ text: inout Substring) -> UInt8? {
        let tail = text.utf8.suffix(3)
        guard tail.count == 3, tail.first == UInt8(ascii: " "), text.utf8.count > 3,
            let number = UInt8(String(decoding: tail.dropFirst(), as: UTF8.self), radix: 16),
            tail.dropFirst().first != UInt8(ascii: "+")
        else { return nil }
        text = text.dropLast(3)
        return number
    }

    /// Removes " (text)" from the end and gives the text.
    private static func takeEnclosed(
        _ text: inout Substring,
        by opening: Character,
        _ closing: Character
    ) -> String? {
        guard text.last == closing, let start = text.lastIndex(of: opening), start > text.startIndex else { return nil }
        let before = text.index(before: start)
        guard text[before] == " ", before > text.startIndex else { return nil }
        let enclosed = text[text.index(after: start)...].dropLast()
        text = text[..<before]
        return String(enclosed)
    }
}

extension ReaderName: CustomStringConvertible {
    /// The whole name, with each octet that is not UTF-8 or is a control character replaced by U+FFFD.
    public var description: String {
        let text = String(decoding: octets, as: UTF8.self)
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? "\u{FFFD}" : $0 }
            )
        )
    }
}
