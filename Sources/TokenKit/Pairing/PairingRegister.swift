/// Something that knows which tokens this user's programs are paired with.
///
/// For the modules of vendors, who keep the keys to themselves, it is an index of what was seen (``PairingIndex``).
/// Where Jeton has the keys, it is the store that they are in.
public protocol PairingRegister: Sendable {
    /// The pairings, sorted by media.
    ///
    /// - Throws: ``PairingError/Code/indexUnavailable``.
    func pairings() throws(PairingError) -> [PairingRecord]

    /// Notes a pairing that was made or seen.
    ///
    /// - Throws: ``PairingError/Code/indexUnavailable``.
    func remember(_ record: PairingRecord) throws(PairingError)

    /// Forgets a pairing; does nothing if there is none.
    ///
    /// - Throws: ``PairingError/Code/indexUnavailable``.
    func forget(media: String) throws(PairingError)
}
