internal import Glibc
internal import JetonEntitlements
internal import JetonKeystore

/// Whose signatures count for this user: the administrator's directory of team keys, and the user's own.
enum TrustAccess {
    /// The user's own directory.
    static func userDirectory() throws(CommandError) -> TeamTrust.Directory {
        TeamTrust.Directory(try Process.required(Process.dataDirectory) + "/teams.d", owner: geteuid())
    }

    /// Both.
    static func trust() throws(CommandError) -> TeamTrust {
        TeamTrust([TeamTrust.systemDirectory, try userDirectory()])
    }

    /// What marks the group of a token's channel keys.
    static let tokenMark = TokenGroupMark(ChannelKeyStore.groupMark)

    /// The current time.
    static func now() throws(CommandError) -> UTCTime {
        guard let now = UTCTime(secondsSince1970: Timestamp.now.microseconds / 1_000_000) else {
            throw CommandError("this machine's clock is out of range", exitCode: .inputOutput)
        }
        return now
    }

    /// Reads a team's ten characters from the command line.
    static func team(_ text: String) throws(CommandError) -> TeamIdentifier {
        guard let team = TeamIdentifier(rawValue: text) else {
            throw .usage("'\(text)' is not a valid team identifier: expected ten characters of A to Z and 0 to 9")
        }
        return team
    }
}
