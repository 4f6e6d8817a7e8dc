import JetonKeystoreBase
import JetonOctets
import Synchronization

/// A vault file as it was read: header and index are proven, records are proven one by one as they are used.
///
/// Never changes; a writer makes a new file.
final class VaultImage: Sendable {
    let octets: [UInt8]
    let header: VaultHeader
    let keys: VaultKeys
    let rootCode: [UInt8]
    private let recordsStart: Int
    private let opened = Mutex<[Int: OpenedRecord]>([:])
    private static let maximumRemembered = 65536

    /// Proves header and index.
    ///
    /// - Parameters:
    ///   - octets: The whole file, from outside.
    ///   - group: The group that the file's directory is named after.
    ///   - store: The store's identifier, from the keybag.
    ///   - device: The key that index and header are authenticated with.
    ///   - name: What to call the file in an error.
    /// - Throws: ``KeystoreError/Code/notAvailable``.
    init(
        _ octets: [UInt8],
        group: AccessGroup,
        store: [UInt8],
        device: borrowing Secret,
        name: String
    ) throws(KeystoreError) {
        header = try VaultHeader(octets, named: name)
        guard header.store == store else { throw KeystoreError.damaged(name, "it belongs to another store") }
        let binding = VaultBinding(store: store, vault: header.vault, salt: header.salt, group: group)
        keys = try VaultKeys(device: device, binding: binding)
        self.octets = octets
        recordsStart = header.recordsStart
        let indexEnd = VaultHeader.size + header.count * VaultHeader.entrySize
        guard octets.count >= recordsStart + Primitives.digestSize else {
            throw KeystoreError.damaged(name, "it is truncated")
        }
        rootCode = Array(octets.suffix(Primitives.digestSize))
        let expected = try keys.rootCode(octets.span.extracting(0..<indexEnd))
        guard ConstantTime.equals(expected, rootCode) else {
            throw KeystoreError.damaged(name, "header and index are not authentic")
        }
        guard VaultImage.isCanonical(octets.span, count: header.count, recordsStart: recordsStart) else {
            throw KeystoreError.damaged(name, "the index does not match the file")
        }
    }

    /// How many records there are, damaged ones and tombstones included.
    var count: Int { header.count }

    func remembered(_ index: Int) -> OpenedRecord? { opened.withLock { $0[index] } }

    func remember(_ record: OpenedRecord, _ index: Int) {
        guard index < VaultImage.maximumRemembered else { return }
        opened.withLock { $0[index] = record }
    }

    func tag(at index: Int) -> NameTag {
        let file = octets
        return VaultImage.tag(file.span, index)
    }

    /// Whether the index says that a record is a tombstone.
    func isTombstone(at index: Int) -> Bool {
        octets[VaultImage.entryStart(index) + 29] & UInt8(RecordFlags.tombstone.rawValue) != 0
    }

    func itemVersion(at index: Int) -> UInt64 {
        let file = octets
        return file.span.littleEndian(at: VaultImage.entryStart(index) + 32)
    }

    func entryRange(at index: Int) -> Range<Int> {
        let start = VaultImage.entryStart(index)
        return start..<start + VaultHeader.entrySize
    }

    /// Where a record lies in the file.
    func recordRange(at index: Int) -> Range<Int> {
        let file = octets
        let entry = VaultImage.entryStart(index)
        let start = recordsStart + Int(file.span.littleEndian(UInt64.self, at: entry + 16))
        return start..<start + Int(file.span.littleEndian(UInt32.self, at: entry + 24))
    }

    /// The place of a tag in the index, by binary search; nil if no record has it.
    func find(_ tag: NameTag) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            let found = self.tag(at: middle)
            if found == tag { return middle }
            if found < tag { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// What a record's bytes are, before anything is opened.
    enum Layout {
        case known(RecordLayout)
        case damaged
        /// Authentic, but of a version, suite or class that is not known here.
        case unsupported
    }

    /// The parts of a record, if its bytes are those that the index names.
    func layout(at index: Int) -> Layout {
        let file = octets
        let record = file.span.extracting(recordRange(at: index))
        let entry = VaultImage.entryStart(index)
        guard let digest = try? Primitives.sha256(record) else { return .damaged }
        for offset in 0..<Primitives.digestSize where octets[entry + 40 + offset] != digest[offset] {
            return .damaged
        }
        guard RecordHeader(record) != nil else { return .unsupported }
        guard
            let layout = RecordLayout(record),
            layout.header.itemVersion == itemVersion(at: index),
            layout.header.flags.contains(.tombstone) == isTombstone(at: index)
        else { return .damaged }
        return .known(layout)
    }

    /// Whether every octet between and behind the records is zero.
    var hasCleanPadding: Bool {
        var end = VaultHeader.size + count * VaultHeader.entrySize
        for index in 0..<count {
            let range = recordRange(at: index)
            guard octets[end..<range.lowerBound].allSatisfy({ $0 == 0 }) else { return false }
            end = range.upperBound
        }
        return octets[end..<octets.count - Primitives.digestSize].allSatisfy { $0 == 0 }
    }

    private static func entryStart(_ index: Int) -> Int { VaultHeader.size + index * VaultHeader.entrySize }

    private static func tag(_ file: Span<UInt8>, _ index: Int) -> NameTag {
        let start = entryStart(index)
        return NameTag(high: file.bigEndianWord(at: start), low: file.bigEndianWord(at: start + 8))
    }

    // Records follow each other in the order of their tags without gaps: nothing can overlap or lie outside.
    private static func isCanonical(_ file: Span<UInt8>, count: Int, recordsStart: Int) -> Bool {
        var end = 0
        let available = file.count - Primitives.digestSize - recordsStart
        var previous: NameTag?
        for index in 0..<count {
            let tag = tag(file, index)
            if let previous, !(previous < tag) { return false }
            previous = tag
            let entry = entryStart(index)
            let offset = file.littleEndian(UInt64.self, at: entry + 16)
            let length = Int(file.littleEndian(UInt32.self, at: entry + 24))
            guard offset == UInt64(end), length >= RecordHeader.size, length <= RecordLimits.record else {
                return false
            }
            end = VaultHeader.aligned(end + length)
            guard end <= available else { return false }
        }
        return end == available
    }
}
