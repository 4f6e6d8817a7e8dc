/// A session, card's side.
final class CardSession {
    let peer: CardPeer
    var messaging: SecureMessaging
    var whole: SessionUsage
    var sinceRekey: SessionUsage
    var lastUse: UInt64
    /// The host's part of new keys, between a REKEY and its answer.
    var rekeyChallenge: [UInt8] = []

    init(_ messaging: consuming SecureMessaging, _ peer: CardPeer, at now: UInt64) {
        self.messaging = messaging
        self.peer = peer
        whole = SessionUsage(since: now)
        sinceRekey = SessionUsage(since: now)
        lastUse = now
    }

    /// Counts a command and its answer by their octets of data.
    func count(command: Int, answer: Int) {
        whole.countCommand(command)
        whole.countAnswer(answer)
        sinceRekey.countCommand(command)
        sinceRekey.countAnswer(answer)
    }
}
