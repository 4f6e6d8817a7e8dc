import JetonKeystoreBase
import SecureChannel

extension ChannelKeys {
    /// The card in a slot as it may be used: nil for one that may be as it is, else the card without sessions.
    ///
    /// A card that shows itself as a paired token is never used in clear. An attacker between here and the card only
    /// has to refuse INFO, or to put a plain card with the serial number or the label of the token in its place, to be
    /// sent PINs in clear otherwise.
    ///
    /// - Parameters:
    ///   - connection: The way to the card, through its channel or in clear.
    ///   - serialNumber: What the card tells of itself, in hexadecimal.
    ///   - label: Its label.
    ///   - reader: The slot's name.
    ///   - named: The group that the store's owner named; nil for the program's own.
    /// - Returns: The card without sessions, with the reason.
    func refusal(
        of connection: CardConnection,
        serialNumber: String,
        label: String,
        reader: String,
        named: ChannelGroup?
    ) -> UnpairedCard? {
        guard connection.transport.channelSuite == nil, let store = userStore else { return nil }
        let known = PairedTokens(store)
        let numbers = [serialNumber] + (connection.channel.map { [UnpairedCard.serialNumber($0)] } ?? [])
        guard let claim = known.claim(serialNumbers: numbers, label: label, reader: reader) else {
            // Which token a damaged record was of is unknown: it may be this one.
            guard let damage = known.damage, connection.channel == nil else { return nil }
            return UnpairedCard(plain: connection, serialNumber: serialNumber, label: label, damage)
        }
        if let information = connection.channel {
            // Pairing proves who the card is, and needs no PIN.
            do throws(KeystoreError) {
                return UnpairedCard(connection, information, try group(named), rejected: nil)
            } catch {
                return UnpairedCard(connection, information, error)
            }
        }
        if claim.entry.isFromIndex, let problem = known.problem {
            return UnpairedCard(plain: connection, serialNumber: serialNumber, label: label, problem)
        }
        return UnpairedCard(plain: connection, serialNumber: serialNumber, label: label, claim)
    }

    /// Notes the label that a paired token shows through its channel.
    func note(label: String, of connection: CardConnection) {
        guard let pairing = connection.pairing, let known = try? pairing.load() else { return }
        var noted = known
        noted.tokenLabel = label
        guard noted.tokenLabel != known.tokenLabel else { return }
        // What can't be noted now is noted at the next connection.
        try? pairing.update { (saved: inout CardPairing?) throws(ChannelError) in saved?.tokenLabel = label }
    }
}
