import AgeFiles
import JetonASN1
import JetonJSON
import JetonKeystoreBase
import JetonOctets

/// What one device says: a header line, its records in order of their keys, and a line with its signature.
///
/// The text is the content of an age file to all members. The signature is Ed25519 over the octets `TKSB1`, 00 and
/// SHA-256 of everything before its line.
struct SyncBundle: Sendable {
    /// The device that speaks.
    let device: SyncDeviceIdentifier
    /// Counts this device's bundles, from 1.
    let sequence: UInt64
    /// The digest of the device's bundle before, or zeros.
    let previous: [UInt8]
    /// The device's clock.
    let time: HybridTime
    /// The sequence numbers of the other devices' bundles that are merged into this one.
    let seen: [SyncDeviceIdentifier: UInt64]
    /// The records, one for each key.
    let records: [SyncKey: SyncRecord]
    /// Records that were refused, with the reason.
    let refused: [(key: SyncKey, reason: String)]
    /// SHA-256 of everything before the signature.
    let digest: [UInt8]

    /// The end of a bundle's file name.
    static let fileSuffix = ".tkb"
    /// The digest before the first bundle.
    static let noDigest = [UInt8](repeating: 0, count: 32)
    private static let recordLimit = 50_000
    private static let domain = Array("TKSB1\u{0}".utf8)

    /// Writes a bundle and encrypts it to members.
    ///
    /// - Returns: The file's octets and the bundle's digest.
    static func seal(
        sequence: UInt64,
        previous: [UInt8],
        time: HybridTime,
        seen: [SyncDeviceIdentifier: UInt64],
        records: [SyncRecord],
        keys: borrowing SyncDeviceKeys,
        to recipients: [AgeRecipient]
    ) throws(KeystoreError) -> (file: [UInt8], digest: [UInt8]) {
        guard records.count <= recordLimit else {
            throw KeystoreError(.invalidParameter, "more than \(recordLimit) items to synchronize")
        }
        let head =
            CanonicalJSON.object([
                "device": .string(keys.device.rawValue),
                "hlc": .string(time.rawValue),
                "prev": .string(Hex.encode(previous)),
                "seen": .object(
                    Dictionary(
                        uniqueKeysWithValues: seen.map { ($0.key.rawValue, .integer(Int64(clamping: $0.value))) }
                    )
                ),
                "seq": .integer(Int64(clamping: sequence)),
                "v": .integer(1),
            ]).encoded + [0x0A]
        let lines = records.sorted { $0.key < $1.key }.map(SyncRecordLine.init)
        let text = TransientSecret(capacity: head.count + lines.reduce(0) { $0 + $1.count } + 128)
        text.append(head.span)
        for line in lines { line.append(to: text) }
        let digest = SHA256.hash(text.octets.span)
        let signature = try keys.signingKey.signature(over: domain + digest)
        text.append("{\"signature\":\"\(Base64.encode(signature))\"}\n")
        return (try AgeFile.encrypt(text, to: recipients), digest)
    }

    /// Decrypts and reads a bundle of a member.
    ///
    /// - Throws: ``KeystoreError/Code/authenticationFailed`` if the file is for others or its author is not a member;
    ///   ``KeystoreError/Code/decoding`` if anything in it is not as
    /// ``seal(sequence:previous:time:seen:records:keys:to:)`` writes it.
    static func open(
        _ file: [UInt8],
        keys: borrowing SyncDeviceKeys,
        members: SyncMembership
    ) throws(KeystoreError) -> SyncBundle {
        let plain = try AgeFile.open(file, with: keys.identity)
        do throws(EncodingError) {
            return try SyncBundle(plain, members: members)
        } catch {
            throw error.code == notSigned
                ? KeystoreError(.authenticationFailed, "the bundle is not signed by a member")
                : KeystoreError(.decoding, "the content of the bundle is malformed: \(error)")
        }
    }

    private static let notSigned = EncodingError.Code(rawValue: "not signed by a member")

    private init(_ plain: TransientSecret, members: SyncMembership) throws(EncodingError) {
        let text = plain.octets
        // The last line is found from the end, so that nothing is read before its signature is verified.
        guard text.last == 0x0A, let feed = text.dropLast().lastIndex(of: 0x0A) else {
            throw EncodingError(.truncated, at: text.count)
        }
        var signatureReader = JSONReader(text, at: feed + 1)
        var last = try CanonicalJSONObject(try signatureReader.readLine().value)
        let signature = try last.base64("signature", count: 64)
        try last.finish()

        var reader = JSONReader(text)
        let head = try reader.readLine()
        var header = try CanonicalJSONObject(head.value)
        guard let device = SyncDeviceIdentifier(rawValue: try header.string("device", limit: 32)) else {
            throw EncodingError(.unexpectedValue, at: 0)
        }
        let digest = SHA256.hash(text.span.extracting(...feed))
        guard let member = members.member(device),
            member.signingKey.isValid(signature, over: SyncBundle.domain + digest)
        else { throw EncodingError(SyncBundle.notSigned, at: feed + 1) }

        _ = try header.integer("v", in: 1...1)
        sequence = UInt64(try header.integer("seq", in: 1...CanonicalJSON.largestInteger))
        previous = try header.hex("prev", count: 32)
        guard let time = HybridTime(rawValue: try header.string("hlc", limit: 64)) else {
            throw EncodingError(.unexpectedValue, at: 0)
        }
        seen = try SyncBundle.readSequences(try header.object("seen"))
        try header.finish()
        self.device = device
        self.time = time
        self.digest = digest

        var records: [SyncKey: SyncRecord] = [:]
        var refused: [(key: SyncKey, reason: String)] = []
        var position = head.next
        var previousKey: SyncKey?
        while position <= feed {
            guard records.count + refused.count < SyncBundle.recordLimit else {
                throw EncodingError(.limitExceeded, at: position)
            }
            var lineReader = JSONReader(text, at: position, deferredMember: SyncRecordLine.secretMember)
            let line = try lineReader.readLine()
            let key: SyncKey
            switch try SyncRecordLine.parse(line.value, in: text) {
            case .record(let record):
                key = record.key
                records[key] = record
            case .refused(let refusedKey, let reason):
                key = refusedKey
                refused.append((key, reason))
            }
            if let previousKey, !(previousKey < key) { throw EncodingError(.unexpectedValue, at: position) }
            previousKey = key
            position = line.next
        }
        guard position == feed + 1 else { throw EncodingError(.trailingOctets, at: position) }
        self.records = records
        self.refused = refused
    }

    static func readSequences(
        _ object: [String: CanonicalJSON]
    ) throws(EncodingError) -> [SyncDeviceIdentifier: UInt64] {
        var sequences: [SyncDeviceIdentifier: UInt64] = [:]
        for (name, value) in object {
            guard let device = SyncDeviceIdentifier(rawValue: name), case .integer(let sequence) = value,
                sequence >= 1
            else { throw EncodingError(.unexpectedValue, at: 0) }
            sequences[device] = UInt64(sequence)
        }
        return sequences
    }
}
