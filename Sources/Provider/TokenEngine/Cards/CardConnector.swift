/// A place where a card may be: a reader, or the slot of a virtual card.
///
/// Any thread may call it.
public protocol CardConnector: Sendable {
    /// What tells this place from all others; it stays the same, whatever card is there.
    var place: String { get }
    /// What a slot for this place is called now: at most 64 bytes of UTF-8 are shown.
    var name: String { get }
    /// Who made it: at most 32 octets of UTF-8 are shown.
    var manufacturer: String { get }
    /// Whether it is a device.
    var isHardware: Bool { get }

    /// A number for the card that is there now, another one each time that a card is put in; nil without a card.
    ///
    /// Cheap, since it is asked often.
    func insertion() -> UInt64?

    /// Connects to the card; a secure channel, if it has one, is put over that.
    ///
    /// - Throws: `CKR_TOKEN_NOT_PRESENT`, `CKR_TOKEN_NOT_RECOGNIZED`, `CKR_DEVICE_ERROR`.
    func connect() throws(TokenFault) -> CardConnection
}

extension CardConnector {
    /// The name, where that never changes.
    public var place: String { name }
}
