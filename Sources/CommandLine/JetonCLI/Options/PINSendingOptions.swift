internal import ArgumentParser
internal import PairingDesk
internal import TokenKit

/// What a user allows for the PINs of one command; never a setting.
struct PINSendingOptions: ParsableArguments {
    @Flag(help: "Send the PIN even if it is the last try before it is locked.")
    var lastTry = false

    @Flag(help: "Send the PIN even if the token has refused it before.")
    var sendRefused = false

    @Flag(help: "Send the PIN in clear, even in a reader where a paired token was last seen.")
    var inClear = false

    /// Decides whether a PIN may be sent to a token.
    var route: PINRoute {
        PINRoute(
            pairings: UserPairings(try? .ofThisUser()),
            policy: inClear ? .clearTextForOneCommand : .channelWherePaired
        )
    }
}
