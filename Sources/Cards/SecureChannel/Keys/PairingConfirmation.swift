import JetonOctets

/// The proofs of a pairing's last step: each end has its static private key, and both saw the same negotiation.
struct PairingConfirmation: Sendable {
    /// What the host sends.
    let host: [UInt8]
    /// What the card answers.
    let card: [UInt8]

    init(_ hash: SuiteHash, key: [UInt8], input: borrowing Secret) throws(ChannelError) {
        var octets = try input.withBytes { (input) throws(ChannelError) in try hash.code(input, key: key.span) }
        let derived = Secret(wiping: &octets)
        host = try hash.code([0x03], key: derived)
        card = try hash.code([0x04], key: derived)
    }
}
