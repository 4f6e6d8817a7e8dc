import JetonLibcrypto
import JetonOctets

/// The form of a card image.
///
/// `JETONCARD`, a version octet, then AES-256-GCM of the records (nonce of 12 octets, encrypted records, tag
/// of 16); the ten octets in front are authenticated too. A record is a tag of 1 octet, a length of 4, most
/// significant first, and a value; records stand in ascending order of tags, and an unknown tag is refused, so that
/// nothing is lost by an older program.
///
/// | tag | value |
/// |---|---|
/// | 01 | serial number (4) |
/// | 10, 11 | PIN, PUK: tries allowed (1), tries left (1), generation (4), reference (8) |
/// | 12 | management key: algorithm (1), algorithm from the factory (1), generation (4), key (16–32) |
/// | 13 | private key: key reference (1), algorithm (1), PIN policy (1), origin (1), private octets (32–512) |
/// | 14 | data object: tag (4), value (1–16,384) |
/// | 20 | secure channel: flags (1: `01` required), pairing mode ends (8), identifier (16), name (32) |
/// | 21 | channel key: suite (1), private key (32) |
/// | 22 | password slot: number (1), suite (1), used (1), tries in a row (1), in all (1), runs (2), waits (1), wait ends (8), salt (0 or 16), verifier (0, or as the suite says) |
/// | 23 | peer: identifier (16), suite (1), rights (1), counter (4), paired at (8), public key (as the suite says), name (32) |
enum ImageCodec {
    private static let header: [UInt8] = Array("JETONCARD".utf8) + [1]

    /// The longest image, in octets: as much as one secret holds, and what sealing adds.
    static let maximumLength = 1_048_576 + header.count + SealingKey.overhead

    private enum Tag {
        static let serialNumber: UInt8 = 0x01
        static let pin: UInt8 = 0x10
        static let unblockingKey: UInt8 = 0x11
        static let managementKey: UInt8 = 0x12
        static let privateKey: UInt8 = 0x13
        static let object: UInt8 = 0x14
    }

    // MARK: - Writing

    static func encode(_ contents: CardContents, key: borrowing SealingKey) throws(VirtualCardError) -> [UInt8] {
        let records = records(contents)
        do throws(LibcryptoError) {
            return header + (try key.seal(records, associated: header))
        } catch {
            throw VirtualCardError(.cryptography)
        }
    }

    /// The records that tell contents.
    static func records(_ contents: CardContents) -> Secret {
        let piv = contents.piv
        let objectsLength = piv.objects.values.reduce(0) { $0 + 9 + $1.count }
        let keysLength = piv.keys.values.reduce(0) { $0 + 9 + $1.octets.count }
        let channelLength = contents.channel == nil ? 0 : ChannelRecords.maximumLength
        return Secret(capacity: 128 + objectsLength + keysLength + channelLength) {
            (target: inout MutableSpan<UInt8>) in
            var writer = RecordWriter()
            writer.write(Tag.serialNumber, contents.serialNumber.bigEndianOctets, to: &target)
            for (tag, pin) in [(Tag.pin, piv.pin), (Tag.unblockingKey, piv.unblockingKey)] {
                let head = [pin.maximumTries, pin.triesLeft] + pin.generation.bigEndianOctets
                writer.write(tag, head, pin.reference, to: &target)
            }
            let management = piv.managementKey
            let algorithms = [management.algorithm.rawValue, piv.factoryManagementAlgorithm.rawValue]
            let head = algorithms + management.generation.bigEndianOctets
            writer.write(Tag.managementKey, head, management.key, to: &target)
            for (reference, key) in piv.keys.sorted(by: { $0.key < $1.key }) {
                let head = [reference, key.algorithm.rawValue, key.pinPolicy.rawValue, key.origin.rawValue]
                writer.write(Tag.privateKey, head, key.octets, to: &target)
            }
            for (tag, value) in piv.objects.sorted(by: { $0.key < $1.key }) {
                writer.write(Tag.object, tag.bigEndianOctets + value, to: &target)
            }
            if let channel = contents.channel { ChannelRecords.write(channel, &writer, to: &target) }
            return writer.length
        }
    }

    // MARK: - Reading

    static func decode(_ image: [UInt8], key: borrowing SealingKey) throws(VirtualCardError) -> CardContents {
        let magic = header.dropLast()
        guard image.count >= header.count, image.starts(with: magic) else { throw VirtualCardError(.notAnImage) }
        guard image[magic.count] == header[magic.count] else { throw VirtualCardError(.unsupportedVersion) }
        let records: Secret
        do throws(LibcryptoError) {
            records = try key.open(Array(image.dropFirst(header.count)), associated: header)
        } catch {
            throw VirtualCardError(error.code == .failed ? .cryptography : .notAuthentic)
        }
        // What is sealed was written by this program, yet it is read as if it were not.
        return try records.withBytes { (octets) throws(VirtualCardError) in
            guard let contents = contents(octets) else { throw VirtualCardError(.notAnImage) }
            return contents
        }
    }

    /// The contents that records tell; nil if they are not whole, or not those of a card.
    static func contents(_ octets: Span<UInt8>) -> CardContents? {
        var reader = RecordReader()
        var serialNumber: UInt32?
        var pins: [UInt8: PINReference] = [:]
        var management: (ManagementKey, ManagementAlgorithm)?
        var keys: [UInt8: StoredKey] = [:]
        var objects: [UInt32: [UInt8]] = [:]
        var channel = ChannelRecords()
        while let record = reader.next(octets) {
            switch record.tag {
            case Tag.serialNumber: serialNumber = record.number(octets, at: 0)
            case Tag.pin, Tag.unblockingKey:
                guard let pin = pin(record, octets) else { return nil }
                pins[record.tag] = pin
            case Tag.managementKey: management = managementKey(record, octets)
            case Tag.privateKey:
                guard let (reference, key) = privateKey(record, octets) else { return nil }
                keys[reference] = key
            case Tag.object:
                guard let tag = record.number(octets, at: 0), record.length > 4 else { return nil }
                objects[tag] = record.octets(octets, from: 4)
            default: guard channel.read(record, octets) else { return nil }
            }
        }
        guard reader.isAtEnd(octets), let serialNumber, let management, let pin = pins[Tag.pin],
            let unblockingKey = pins[Tag.unblockingKey]
        else { return nil }
        let piv = PIVContents(
            pin: pin,
            unblockingKey: unblockingKey,
            managementKey: management.0,
            factoryManagementAlgorithm: management.1,
            keys: keys,
            objects: objects
        )
        var contents = CardContents(serialNumber: serialNumber, piv: piv)
        guard !channel.isEmpty else { return contents }
        guard let records = channel.records(serialNumber: serialNumber) else { return nil }
        contents.channel = records
        return contents
    }

    private static func pin(_ record: Record, _ octets: Span<UInt8>) -> PINReference? {
        guard record.length == 6 + PINFormat.paddedLength, let maximum = record.octet(octets, at: 0),
            let left = record.octet(octets, at: 1), maximum > 0, left <= maximum,
            let generation = record.number(octets, at: 2)
        else { return nil }
        return PINReference(
            reference: SharedSecret(record.secret(octets, from: 6)),
            maximumTries: maximum,
            triesLeft: left,
            generation: generation
        )
    }

    private static func managementKey(
        _ record: Record,
        _ octets: Span<UInt8>
    ) -> (ManagementKey, ManagementAlgorithm)? {
        guard let algorithm = record.octet(octets, at: 0).flatMap(ManagementAlgorithm.init(rawValue:)),
            let factory = record.octet(octets, at: 1).flatMap(ManagementAlgorithm.init(rawValue:)),
            let generation = record.number(octets, at: 2), record.length == 6 + algorithm.cipher.keyLength
        else { return nil }
        let key = SharedSecret(record.secret(octets, from: 6))
        return (ManagementKey(algorithm: algorithm, key: key, generation: generation), factory)
    }

    private static func privateKey(_ record: Record, _ octets: Span<UInt8>) -> (UInt8, StoredKey)? {
        guard let reference = record.octet(octets, at: 0), KeyReference.isPrivateKey(reference),
            let algorithm = record.octet(octets, at: 1).flatMap(KeyAlgorithm.init(onCard:)),
            let policy = record.octet(octets, at: 2).flatMap(PINPolicy.init(rawValue:)),
            let origin = record.octet(octets, at: 3).flatMap(StoredKey.Origin.init(rawValue:))
        else { return nil }
        let secret = record.secret(octets, from: 4)
        return (reference, StoredKey(algorithm, pinPolicy: policy, origin: origin, octets: secret))
    }
}
