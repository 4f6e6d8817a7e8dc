internal import Cryptoki

/// A token that was paired, as the record of pairings has it.
public struct PairingRecord: Hashable, Sendable {
    /// The token's media, such as `rutoken_ecp_4894721a`; names the record.
    public var media: String
    /// The serial number as the token reports it.
    public var serial: String
    /// The token's label.
    public var label: String
    /// The token's model.
    public var model: String
    /// The token's manufacturer.
    public var manufacturer: String
    /// The name of the reader it was in, or the slot's description.
    public var reader: String
    /// The module it was paired by.
    public var module: String
    /// When the pairing was first seen, in seconds since 1970.
    public var pairedAt: Int
    /// When the pairing was last seen, in seconds since 1970.
    public var seenAt: Int

    /// Makes a record of a token as it is now.
    ///
    /// - Parameter time: Seconds since 1970.
    public init(of token: TokenEntry, at time: Int) {
        let info = token.token
        media = MediaName.name(of: info)
        serial = info.serialNumber.description
        label = info.label.description
        model = info.model.description
        manufacturer = info.manufacturer.description
        reader = token.slot.info.slotDescription.description
        module = token.modulePath
        pairedAt = time
        seenAt = time
    }

    /// Whether the record is of a token that shows itself now.
    ///
    /// One whose channel this program can't use may report less than it did: its serial number is compared then.
    public func isOf(_ entry: TokenEntry) -> Bool {
        if MediaName.name(of: entry.token) == media { return true }
        return entry.state == .unpaired && entry.modulePath == module && entry.token.serialNumber.description == serial
    }

    /// Whether a name from the command line means the record, by the rules of ``PairingTarget``.
    public func matches(name: String) -> Bool {
        if name == media || name == label { return true }
        if PairingTarget(name: name).matches(readerName: reader) { return true }
        guard let number = SerialNumber(FixedText(Array(serial.utf8)))?.value else { return name == serial }
        return SerialNumber.values(in: name).contains(number)
    }
}
