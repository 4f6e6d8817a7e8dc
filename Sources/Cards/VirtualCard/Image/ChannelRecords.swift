import JetonLibcrypto
import JetonOctets
import SecureChannel

/// The secure channel's records of a card image; their form is in ``ImageCodec``.
struct ChannelRecords {
    private enum Tag {
        static let channel: UInt8 = 0x20
        static let key: UInt8 = 0x21
        static let slot: UInt8 = 0x22
        static let peer: UInt8 = 0x23
    }

    private static let required: UInt8 = 0x01
    private static let saltLength = 16

    /// More octets than all records together have.
    static let maximumLength = 8192

    private var head: (isRequired: Bool, pairingModeEnds: UInt64, identifier: ChannelIdentifier, label: PeerLabel)?
    private var keys: [ChannelSuite: KeyPair] = [:]
    private var slots: [PasswordSlot] = []
    private var peers: [CardPeer] = []

    /// Whether no record was read.
    var isEmpty: Bool { head == nil && keys.isEmpty && slots.isEmpty && peers.isEmpty }

    // MARK: - Writing

    static func write(_ records: CardRecords, _ writer: inout RecordWriter, to target: inout MutableSpan<UInt8>) {
        let flags = records.isChannelRequired ? required : 0
        let head = [flags] + records.pairingModeEnds.bigEndianOctets + records.identifier.octets
        writer.write(Tag.channel, head + records.label.field, to: &target)
        for (suite, key) in records.keys.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            writer.write(Tag.key, [suite.rawValue], SharedSecret(key.privateOctets()), to: &target)
        }
        for (place, slot) in records.slots.enumerated() {
            var head = [UInt8(clamping: place + 1), slot.suite?.rawValue ?? 0, slot.isUsed ? 1 : 0]
            head += [slot.failuresLeftInARow, slot.failuresLeft] + slot.runsLeft.bigEndianOctets + [slot.waits]
            writer.write(Tag.slot, head + slot.waitEnds.bigEndianOctets + slot.salt, slot.verifier, to: &target)
        }
        for peer in records.peers {
            var value = peer.identifier.octets + [peer.suite.rawValue, peer.rights.rawValue]
            value += peer.counter.bigEndianOctets + peer.pairedAt.bigEndianOctets + peer.key
            writer.write(Tag.peer, value + peer.label.field, to: &target)
        }
    }

    // MARK: - Reading

    /// Takes a record in.
    ///
    /// - Returns: False if it is none of the channel's, or not whole.
    mutating func read(_ record: Record, _ octets: Span<UInt8>) -> Bool {
        switch record.tag {
        case Tag.channel: readHead(record, octets)
        case Tag.key: readKey(record, octets)
        case Tag.slot: readSlot(record, octets)
        case Tag.peer: readPeer(record, octets)
        default: false
        }
    }

    /// All that was read; nil if something is missing.
    func records(serialNumber: UInt32) -> CardRecords? {
        guard let head, !keys.isEmpty, slots.count == CardRecords.slotCount, peers.count <= CardRecords.maximumPeers,
            (slots.compactMap(\.suite) + peers.map(\.suite)).allSatisfy({ keys[$0] != nil })
        else { return nil }
        return CardRecords(
            identifier: head.identifier,
            serialNumber: serialNumber,
            label: head.label,
            isChannelRequired: head.isRequired,
            pairingModeEnds: head.pairingModeEnds,
            keys: keys,
            slots: slots,
            peers: peers
        )
    }

    private mutating func readHead(_ record: Record, _ octets: Span<UInt8>) -> Bool {
        var cursor = ByteCursor(record.octets(octets, from: 0))
        guard let flags = try? cursor.readByte(), let ends = try? cursor.readBigEndian(UInt64.self),
            let identifier = ChannelIdentifier((try? cursor.read(ChannelIdentifier.length)) ?? []),
            let label = PeerLabel(field: cursor.readRest())
        else { return false }
        head = (flags & Self.required != 0, ends, identifier, label)
        return true
    }

    private mutating func readKey(_ record: Record, _ octets: Span<UInt8>) -> Bool {
        guard let suite = record.octet(octets, at: 0).flatMap(ChannelSuite.init(rawValue:)),
            let key = try? KeyPair(octets: record.secret(octets, from: 1), suite)
        else { return false }
        keys[suite] = key
        return true
    }

    private mutating func readSlot(_ record: Record, _ octets: Span<UInt8>) -> Bool {
        let headLength = 16
        guard record.length >= headLength else { return false }
        let value = record.octets(octets, from: 0).prefix(headLength)
        var cursor = ByteCursor(value)
        guard let number = try? cursor.readByte(), Int(number) == slots.count + 1,
            let suite = try? cursor.readByte(), let used = try? cursor.readByte(), used <= 1,
            let inARow = try? cursor.readByte(), inARow <= PasswordSlot.maximumFailuresInARow,
            let inAll = try? cursor.readByte(), inAll <= PasswordSlot.maximumFailures,
            let runs = try? cursor.readBigEndian(UInt16.self), runs <= PasswordSlot.maximumRuns,
            let waits = try? cursor.readByte(), let waitEnds = try? cursor.readBigEndian(UInt64.self)
        else { return false }
        var slot = PasswordSlot()
        slot.suite = ChannelSuite(rawValue: suite)
        guard slot.suite != nil || suite == 0 else { return false }
        slot.isUsed = used == 1
        slot.failuresLeftInARow = inARow
        slot.failuresLeft = inAll
        slot.runsLeft = runs
        slot.waits = waits
        slot.waitEnds = waitEnds
        let hasPassword = slot.suite != nil && !slot.isUsed
        let verifierLength = hasPassword ? slot.suite?.parameters.verifierLength ?? 0 : 0
        let saltLength = hasPassword ? Self.saltLength : 0
        guard record.length == headLength + saltLength + verifierLength else { return false }
        if hasPassword {
            slot.salt = Array(record.octets(octets, from: headLength).prefix(saltLength))
            slot.verifier = SharedSecret(record.secret(octets, from: headLength + saltLength))
        }
        slots.append(slot)
        return true
    }

    private mutating func readPeer(_ record: Record, _ octets: Span<UInt8>) -> Bool {
        var cursor = ByteCursor(record.octets(octets, from: 0))
        guard let identifier = ChannelIdentifier((try? cursor.read(ChannelIdentifier.length)) ?? []),
            let suite = (try? cursor.readByte()).flatMap(ChannelSuite.init(rawValue:)),
            let rights = try? cursor.readByte(), let counter = try? cursor.readBigEndian(UInt32.self),
            let pairedAt = try? cursor.readBigEndian(UInt64.self),
            let key = try? cursor.read(suite.parameters.publicKeyLength),
            let label = PeerLabel(field: cursor.readRest())
        else { return false }
        peers.append(
            CardPeer(
                identifier: identifier,
                suite: suite,
                key: Array(key),
                rights: PeerRights(rawValue: rights),
                counter: counter,
                pairedAt: pairedAt,
                label: label
            )
        )
        return true
    }
}
