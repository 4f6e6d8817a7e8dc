import JetonLibcrypto
import JetonOctets
import SmartCard

@testable import SecureChannel

/// A card that answers with what it gets.
private struct EchoCard: GuardedCard {
    var records: CardRecords

    mutating func update(_ change: (inout CardRecords) -> Void) throws(ChannelError) { change(&records) }

    mutating func process(_ command: [UInt8], in session: UInt8?) -> [UInt8] {
        ((try? CommandAPDU(decoding: command).data) ?? []) + [0x90, 0x00]
    }

    mutating func resetApplications(of session: UInt8) {}

    func isAdministrator(in session: UInt8) -> Bool { session == 1 }
}

/// A clock that stands still, so that a case does the same each time.
private struct StoppedTime: TimeSource {
    func seconds() -> UInt64 { 1_000_000 }
}

/// A card in pairing mode with two passwords and a paired program; made once.
private let records: CardRecords? = {
    let label = PeerLabel(truncating: "card")
    guard var records = try? CardRecords(factory: 1, .modern, label: label, isChannelRequired: true),
        let program = try? KeyPair(generatingFor: .modern)
    else { return nil }
    for suite in ChannelSuite.allCases { records.keys[suite] = try? KeyPair(generatingFor: suite) }
    // Not stretched from passwords, which takes longer than libFuzzer lets an input take on a busy machine.
    let verifiers: [ChannelSuite: [UInt8]] = [
        .modern: program.publicKey, .legacy: [UInt8](repeating: 2, count: 32),
        .p256: [UInt8](repeating: 2, count: 32) + ((try? KeyPair(generatingFor: .p256).publicKey) ?? []),
    ]
    for (place, suite) in [ChannelSuite.modern, .legacy, .p256].enumerated() {
        records.slots[place].suite = suite
        records.slots[place].salt = [UInt8](repeating: 3, count: 16)
        records.slots[place].verifier = verifiers[suite].map { SharedSecret(Secret(copying: $0.span)) }
    }
    guard let identifier = ChannelIdentifier([UInt8](repeating: 1, count: 16)) else { return nil }
    records.peers = [
        CardPeer(
            identifier: identifier,
            suite: .modern,
            key: program.publicKey,
            rights: .use,
            pairedAt: 0,
            label: PeerLabel(truncating: "program")
        )
    ]
    records.beginPairingMode(at: StoppedTime().seconds())
    return records
}()

/// A session whose keys are known; the host's end, or the card's.
private func messaging(_ suite: ChannelSuite) -> SecureMessaging {
    func direction(_ octet: UInt8) -> MessageDirection {
        let root = [UInt8](repeating: octet, count: DirectionKey.rootLength)
        let salt = [UInt8](repeating: octet, count: DirectionKey.saltLength)
        return MessageDirection(suite, DirectionKey(root: Secret(copying: root.span), salt: salt))
    }
    return SecureMessaging(suite, commands: direction(1), answers: direction(2))
}

/// Any sequence of commands to the card's end of the channel, in clear, protected, and protected rightly: always an
/// answer, no try won back, nobody paired, and no session that was not there.
///
/// The first octet says which sessions there are. Each command stands behind its length of one octet, or of two behind
/// `FF`; if its length is even and there is a session, it is protected as that session's host would.
@c(LLVMFuzzerTestOneInput)
public func fuzzChannel(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    guard let before = octets.first, let records else { return 0 }
    var card = EchoCard(records: records)
    var application = ChannelApplication(time: StoppedTime())
    let suite: ChannelSuite = before & 1 == 0 ? .modern : .legacy
    let channel: UInt8 = before & 2 == 0 ? 0 : 1
    var host: SecureMessaging? = nil
    if before & 4 != 0 {
        host = messaging(suite)
        application.sessions[channel] = CardSession(messaging(suite), records.peers[0], at: StoppedTime().seconds())
    }
    let sessions = application.sessions.count
    var cursor = ByteCursor(octets.dropFirst())
    while let length = try? cursor.readByte() {
        let wanted = length == 0xFF ? (try? cursor.readBigEndian(UInt16.self)).map(Int.init) ?? 0 : Int(length)
        guard let part = try? cursor.read(min(wanted, cursor.remaining)) else { break }
        var command = Array(part)
        if wanted.isMultiple(of: 2), var plain = try? CommandAPDU(decoding: command) {
            plain.header.cla = plain.header.cla & 0x80 | channel
            if let protected = try? host?.protect(plain).encoded() { command = protected }
        }
        let answer = application.process(command, &card)
        precondition(answer.count >= 2 && answer.count <= 65_538)
    }
    // Nobody here knows a password or a key: at most the session that was there has done something.
    precondition(application.sessions.count <= sessions)
    precondition(card.records.peers.count <= records.peers.count)
    if sessions == 0 || channel != 1 {
        for (slot, old) in zip(card.records.slots, records.slots) {
            precondition(slot.failuresLeft <= old.failuresLeft && slot.runsLeft <= old.runsLeft)
        }
    }
    return 0
}
