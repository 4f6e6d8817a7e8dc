internal import Cryptoki

/// What tells a token from all others; its label may be changed.
struct TokenIdentity: Hashable, Sendable {
    let manufacturer: FixedText
    let model: FixedText
    let serialNumber: FixedText
    /// For people only.
    let label: FixedText

    init(_ info: TokenInfo) {
        manufacturer = info.manufacturer
        model = info.model
        serialNumber = info.serialNumber
        label = info.label
    }

    static func == (left: TokenIdentity, right: TokenIdentity) -> Bool {
        left.manufacturer == right.manufacturer && left.model == right.model && left.serialNumber == right.serialNumber
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(manufacturer)
        hasher.combine(model)
        hasher.combine(serialNumber)
    }

    /// The path attributes of RFC 7512 that name a token.
    var uri: PKCS11URI {
        var uri = PKCS11URI()
        uri.token = label.octets
        uri.serial = serialNumber.octets
        uri.model = model.octets
        uri.manufacturer = manufacturer.octets
        return uri
    }
}
