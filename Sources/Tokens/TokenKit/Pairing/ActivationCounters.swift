package import Cryptoki

/// How many wrong activation passwords a token still takes, and how long it wants to be left alone.
///
/// Rutoken's interface does not report them. Jeton's own module does, as two local PINs whose numbers no token has.
package struct ActivationCounters: Hashable, Sendable {
    /// The wrong passwords that the token still takes; nil if it did not report them.
    package let triesLeft: UInt?
    /// The seconds until the token takes another password; nil if it did not report them.
    package let secondsToWait: UInt?

    /// The number of the local PIN whose tries left are those of the activation password.
    package static let triesIdentifier: UInt = 0x8000_0001
    /// The number of the local PIN whose tries left are the seconds to wait.
    package static let waitIdentifier: UInt = 0x8000_0002

    /// Asks a module for them; nil unless it is Jeton's own and reports them.
    package init?(of slot: Slot) {
        guard let info = try? slot.module.info(), info.isJetonsOwn else { return nil }
        // A token that wants to be left alone tells for how long, and not what is left after that.
        triesLeft = (try? slot.localPINInfo(id: ActivationCounters.triesIdentifier))?.triesLeft
        secondsToWait = (try? slot.localPINInfo(id: ActivationCounters.waitIdentifier))?.triesLeft
        if triesLeft == nil, secondsToWait == nil { return nil }
    }
}
