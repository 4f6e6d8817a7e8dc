internal import Cryptoki

/// A token that was paired, as the record of pairings has it.
package struct PairingRecord: Hashable, Sendable {
    /// The token's media, such as `rutoken_ecp_4894721a`; names the record.
    package var media: String
    /// The serial number as the token reports it.
    package var serial: String
    /// The token's label.
    package var label: String
    /// The token's model.
    package var model: String
    /// The token's manufacturer.
    package var manufacturer: String
    /// The name of the reader it was in, or the slot's description.
    package var reader: String
    /// The module it was paired by.
    package var module: String
    /// When the pairing was first seen, in seconds since 1970.
    package var pairedAt: Int
    /// When the pairing was last seen, in seconds since 1970.
    package var seenAt: Int

    /// Makes a record of a token as it is now.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - time: Seconds since 1970.
    package init(of token: TokenEntry, at time: Int) {
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
    package func isOf(_ entry: TokenEntry) -> Bool {
        if MediaName.name(of: entry.token) == media { return true }
        return entry.state == .unpaired && entry.modulePath == module && entry.token.serialNumber.description == serial
    }

    /// Whether a name from the command line means the record, by the rules of ``PairingTarget``.
    package func matches(name: String) -> Bool {
        if name == media || name == label { return true }
        if PairingTarget(name: name).matches(readerName: reader) { return true }
        guard let number = SerialNumber(FixedText(Array(serial.utf8)))?.value else { return name == serial }
        return SerialNumber.values(in: name).contains(number)
    }
}
