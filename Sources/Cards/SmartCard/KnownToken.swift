/// A token or card whose answer to reset is known.
///
/// For hints only: models that share an answer can't be told apart by it, and a card may claim any.
///
/// - SeeAlso: OpenSC's card drivers and pcsc-tools' smartcard_list, from which the answers are taken.
public struct KnownToken: Hashable, Sendable {
    /// Who makes it: "Aktiv".
    public let manufacturer: String
    /// The product or product line: "Rutoken ECP Bluetooth".
    public let product: String

    /// What the answer to reset belongs to, or nil if it is not in the list.
    public init?(_ answer: AnswerToReset) {
        let match =
            Self.byAnswer[answer.description]
            ?? answer.historical.text.flatMap { Self.byHistoricalText[$0] }
        guard let match else { return nil }
        self = match
    }

    private init(_ manufacturer: String, _ product: String) {
        self.manufacturer = manufacturer
        self.product = product
    }

    /// Tokens that write their name into the historical bytes; the interface bytes vary with card and reader.
    private static let byHistoricalText: [String: KnownToken] = [
        "Rutoken DS ": KnownToken("Aktiv", "Rutoken ECP"),
        "Rutoken ECP": KnownToken("Aktiv", "Rutoken ECP"),
        "RutokenDSBT": KnownToken("Aktiv", "Rutoken ECP Bluetooth"),
        "Rutokenlite": KnownToken("Aktiv", "Rutoken Lite"),
        "RutokenltSD": KnownToken("Aktiv", "Rutoken Lite SD"),
        "RtPINPad  2": KnownToken("Aktiv", "Rutoken PINPad"),
        "RutokenECPsc": KnownToken("Aktiv", "Rutoken ECP SC"),
        "RutokenLiteSC2": KnownToken("Aktiv", "Rutoken Lite SC"),
        "rutokenm": KnownToken("Aktiv", "Rutoken Mikron"),
        "rutokenmsc": KnownToken("Aktiv", "Rutoken Mikron SC"),
        "ESMARTGOST10": KnownToken("ISBC", "ESMART Token GOST"),
    ]

    /// Tokens known by their whole answer, in upper-case hexadecimal.
    private static let byAnswer: [String: KnownToken] = [
        "3B88800152745343778183206A": KnownToken("Aktiv", "Rutoken ECP 3.0 NFC"),
        "3B8C8001505C4B71A152745343778183D9": KnownToken("Aktiv", "Rutoken ECP 3.0 NFC"),
        "3B88800152744D430081C10061": KnownToken("Aktiv", "Rutoken 2151"),
        "3B6F00FF00567275546F6B6E73302000009000": KnownToken("Aktiv", "Rutoken S"),
        "3B9896008031C072F7418107": KnownToken("Aktiv", "Rutoken Magistra"),
        "3BD5180081313A7D8073C8211030": KnownToken("Thales", "SafeNet eToken 5110"),
        "3BD518008131FE7D8073C82110F4": KnownToken("Thales", "SafeNet eToken 5100"),
        "3BFE1800008131FE458031815448534D31738021408107FA": KnownToken("Nitrokey", "Nitrokey HSM"),
        "3B9813400AA503010101AD1311": KnownToken("Zetes", "Belgian eID"),
        "3B7F960000006A444E4965200101550410039000": KnownToken("FNMT", "Spanish DNIe"),
        "3BFD1300008131FE158073C021C057597562694B657940": KnownToken("Yubico", "YubiKey 4 or 5"),
    ]
}

extension KnownToken: CustomStringConvertible {
    /// Manufacturer and product.
    public var description: String { "\(manufacturer) \(product)" }
}
