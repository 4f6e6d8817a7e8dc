public import Cryptoki

/// One token as one module shows it.
public struct TokenEntry: Sendable {
    /// The module's path, as the registry or the user named it.
    public let modulePath: String
    /// What NSS's own modules want in C_Initialize; nil for all others.
    public let initializationString: String?
    /// The module's words on itself.
    public let moduleInfo: ModuleInfo
    /// The slot and the token in it.
    public let slot: ModuleSurvey.SlotSurvey
    /// The token.
    public let token: TokenInfo

    /// The same place with what the token says of itself now.
    func with(_ token: TokenInfo) -> TokenEntry {
        TokenEntry(
            modulePath: modulePath,
            initializationString: initializationString,
            moduleInfo: moduleInfo,
            slot: ModuleSurvey.SlotSurvey(id: slot.id, info: slot.info, token: token),
            token: token
        )
    }

    /// Whether the token's slot may be a reader: the slot's description is the reader's name, as far as 64 bytes hold it.
    package func mayBe(inReader name: String) -> Bool {
        SlotName.forms(of: name).contains(slot.info.slotDescription) || name == slot.info.slotDescription.description
    }

    /// Everything that a PKCS #11 URI can say of the token, its slot and its module.
    public var fullURI: PKCS11URI {
        var uri = PKCS11URI()
        uri.token = token.label.octets
        uri.manufacturer = token.manufacturer.octets
        uri.model = token.model.octets
        uri.serial = token.serialNumber.octets
        uri.slotDescription = slot.info.slotDescription.octets
        uri.slotManufacturer = slot.info.manufacturer.octets
        uri.slotID = slot.id.rawValue
        uri.libraryDescription = moduleInfo.libraryDescription.octets
        uri.libraryManufacturer = moduleInfo.manufacturer.octets
        return uri
    }

    /// The state of the token for the user.
    public var state: TokenState {
        if slot.isUnpaired { return .unpaired }
        return slot.tokenError == nil ? TokenState(token.flags, reportsFactoryPIN: moduleInfo.isJetonsOwn) : .unknown
    }

    /// The name of the token's media; `NO_MEDIA` while its secure channel is not set up, `unknown` if its state is.
    public var media: String {
        switch state {
        case .unpaired: MediaName.none
        case .unknown: MediaName.unknown
        default: MediaName.name(of: token)
        }
    }

    /// The serial number as a number in decimal, if it is hexadecimal of at most 16 digits.
    ///
    /// Vendors print the serial number on the case in decimal and give it to programs in hexadecimal.
    public var decimalSerial: String? {
        let text = token.serialNumber.description
        guard !text.isEmpty, text.utf8.count <= 16, let number = UInt64(text, radix: 16) else { return nil }
        return String(number)
    }
}
