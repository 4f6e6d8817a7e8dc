package import JetonEnrollment

extension PendingRequest {
    /// How often a timer asks a service at most, in seconds: every 6 hours.
    package static let timerInterval: Int64 = 6 * 3_600

    /// Whether a timer may ask for the certificate: no person is there to type a PIN, a password or a passphrase.
    ///
    /// - Parameter now: Seconds since 1970.
    /// - Returns: False for a request that needs a password or a key to be asked about, for one that was asked about within
    ///   6 hours or is to be asked about later, and for one that is decided.
    package func mayBeAskedByTimer(at now: Int64) -> Bool {
        guard state == .waiting || state == .prepared, service.user == nil, clientKey.isEmpty else { return false }
        switch service.kind {
        // CMP proves each message by a password or a key.
        case .file, .cmp: return false
        case .est, .mailbox, .helper: return nextPoll <= now && asked + PendingRequest.timerInterval <= now
        }
    }
}
