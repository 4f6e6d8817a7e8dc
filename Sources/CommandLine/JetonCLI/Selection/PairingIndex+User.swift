internal import Glibc
internal import TokenKit

extension PairingIndex {
    /// The index in this user's data directory.
    static func ofThisUser() throws(CommandError) -> PairingIndex {
        PairingIndex(directory: try Process.required(Process.dataDirectory) + "/pairings")
    }

    /// Notes that a token is paired; a failure is a warning, since the token is paired all the same.
    func note(_ token: TokenEntry) {
        do {
            try remember(PairingRecord(of: token, at: time(nil)))
        } catch {
            Console.note("warning: \(error)")
        }
    }
}
