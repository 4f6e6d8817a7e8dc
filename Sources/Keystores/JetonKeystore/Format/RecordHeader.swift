import JetonKeystoreBase
import JetonOctets

/// The 64 octets at the start of a record; both sealed halves are bound to them.
struct RecordHeader: Sendable {
    static let size = 64
    static let version: UInt8 = 1
    /// AES-256-GCM with HKDF-SHA-256 and HMAC-SHA-256.
    static let suite: UInt8 = 1
    static let genericPassword: UInt8 = 1

    var wrapKind: WrapKind
    var flags: RecordFlags
    var classKey: ClassKeyName
    var identifier: [UInt8]
    var itemVersion: UInt64
    var created: Timestamp
    var modified: Timestamp
    var clock: ClockReading

    var protection: ProtectionClass { classKey.protection }

    var encoded: [UInt8] {
        var octets: [UInt8] = [RecordHeader.version, RecordHeader.suite, RecordHeader.genericPassword]
        octets.append(wrapKind.rawValue)
        octets.appendLittleEndian(flags.rawValue)
        octets.appendLittleEndian(classKey.rawValue)
        octets.append(contentsOf: identifier)
        octets.appendLittleEndian(itemVersion)
        octets.appendLittleEndian(UInt64(bitPattern: created.microseconds))
        octets.appendLittleEndian(UInt64(bitPattern: modified.microseconds))
        octets.appendLittleEndian(clock.milliseconds << 16 | UInt64(clock.counter))
        octets.appendLittleEndian(clock.device)
        return octets
    }
}

extension RecordHeader {
    /// Reads the header of a record that has at least ``size`` octets.
    ///
    /// - Returns: Nil for a version, suite, class or value that this version does not know.
    init?(_ record: Span<UInt8>) {
        guard
            record.count >= RecordHeader.size,
            record[0] == RecordHeader.version, record[1] == RecordHeader.suite,
            record[2] == RecordHeader.genericPassword,
            let wrapKind = WrapKind(rawValue: record[3]),
            let classKey = ClassKeyName(rawValue: record.littleEndian(at: 6))
        else { return nil }
        self.wrapKind = wrapKind
        flags = RecordFlags(rawValue: record.littleEndian(at: 4))
        guard flags.isSubset(of: .known) else { return nil }
        self.classKey = classKey
        identifier = [UInt8](copying: record.extracting(8..<24))
        itemVersion = record.littleEndian(at: 24)
        created = Timestamp(microseconds: Int64(bitPattern: record.littleEndian(at: 32)))
        modified = Timestamp(microseconds: Int64(bitPattern: record.littleEndian(at: 40)))
        let moment: UInt64 = record.littleEndian(at: 48)
        clock = ClockReading(
            milliseconds: moment >> 16,
            counter: UInt16(truncatingIfNeeded: moment),
            device: record.littleEndian(at: 56)
        )
    }
}
