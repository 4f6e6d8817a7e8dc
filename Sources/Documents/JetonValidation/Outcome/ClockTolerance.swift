package import JetonASN1

/// How far the clocks of signers, authorities and responders may be ahead of this machine's.
///
/// - SeeAlso: RFC 6960, 4.2.2.1.
package enum ClockTolerance {
    /// The tolerance in seconds: 5 minutes.
    package static let seconds: Int64 = 300

    /// Whether a stated time lies in the future.
    ///
    /// - Parameters:
    ///   - stated: The time that a signature or a piece of evidence states.
    ///   - time: The time of the validation; the clock counts if that is later.
    ///   - clock: The present.
    /// - Returns: Whether it is more than ``seconds`` later than both.
    package static func isAhead(_ stated: UniversalTime, of time: UniversalTime, clock: UniversalTime = .now) -> Bool {
        stated.secondsSince1970 > max(time, clock).secondsSince1970 + seconds
    }
}
