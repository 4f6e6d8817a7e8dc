/// Something that a person should know about a login that goes on.
public enum LoginNotice: Hashable, Sendable {
    /// A wrong PIN was entered since the last right one.
    case countLow
    /// One more wrong PIN locks it, and the last try was allowed.
    case finalTry
    /// The PIN is the factory's or has expired.
    case toBeChanged
    /// The token waits for the PIN on its reader.
    case enterOnReader
    /// The PIN travels in clear, in the reader in which a paired token, which is another one, was seen last.
    case inClear(besidePairedToken: String)
    /// The record of refused PINs was damaged and counts as empty.
    case recordDamaged
    /// The refused PIN could not be recorded, with the system's reason.
    case notRecorded(String)
}
