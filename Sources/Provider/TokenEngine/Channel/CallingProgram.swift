import JetonEntitlements
import JetonKeystore
import JetonKeystoreBase
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// The program that loaded the library, as the keystore's rules see it; looked at once, when a card with a channel is
/// seen for the first time.
final class CallingProgram: Sendable {
    private let trust: TeamTrust
    private let known = Mutex<CallerExplanation?>(nil)

    /// Trusts the administrator's team keys and those of a directory of the user's.
    init(dataDirectory: String) {
        trust = TeamTrust([
            TeamTrust.systemDirectory, TeamTrust.Directory(dataDirectory + "/teams.d", owner: geteuid()),
        ])
    }

    /// Who it is, and which group follows.
    func explanation() throws(KeystoreError) -> CallerExplanation {
        try known.withLock { (known) throws(KeystoreError) in
            if let known { return known }
            guard let now = UTCTime(secondsSince1970: Timestamp.now.microseconds / 1_000_000) else {
                throw KeystoreError(.inputOutput, "the clock of this machine is out of range")
            }
            let found = try CallerExplanation(
                tokenMark: TokenGroupMark(ChannelKeyStore.groupMark),
                trust: trust,
                at: now
            )
            known = found
            return found
        }
    }
}
