/// What a piece of work does to a card: how it begins, and what of it may be done twice.
///
/// After a reset, or a refusal that another program's use of the card explains, a piece of work starts over only if it
/// has sent nothing but commands of ``RepeatableCommand``. What changes the card therefore begins with such a command,
/// in the same transaction, and is done once from there.
enum CardWork: Sendable {
    /// Reads.
    case reading
    /// Lets a key compute that asks for neither a touch nor the PIN: a second time harms no one.
    case computing
    /// Lets a key compute for which the PIN was given just before, so that no command may come in between: once.
    case confirmed
    /// Sends a PIN or PUK: begins with SELECT, so that no other application gets it.
    case sendingPIN
    /// Changes the card, or asks for a touch: begins with a VERIFY without a PIN, which tells whether the login is
    /// there.
    case changing

    /// Whether no other program may change any card meanwhile.
    var isExclusive: Bool { self == .sendingPIN || self == .changing }
}
