/// Why a plug has no reader for its card.
enum ReaderAbsence: Error {
    /// Nothing listens there.
    case noReader
    /// The program that listens belongs to another user, who is not root.
    case otherUser
    /// The user can't be found out: another machine or network namespace, or no procfs.
    case unknownUser
}
