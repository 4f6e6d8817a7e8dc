import JetonKeystoreBase
import JetonOctets

/// The next generation of a vault: an image, or nothing yet, with some records put in and others taken out.
struct VaultDraft {
    let keys: VaultKeys
    let base: VaultImage?
    private var changes: [NameTag: [UInt8]?] = [:]
    private var lastGeneration: UInt64 = 0

    /// The next generation of an image.
    init(base: VaultImage) {
        self.base = base
        keys = base.keys
    }

    /// The first generation of a vault that does not exist yet.
    init(creating group: AccessGroup, store: [UInt8], device: borrowing Secret) throws(KeystoreError) {
        base = nil
        let binding = VaultBinding(
            store: store,
            vault: try Primitives.random(16),
            salt: try Primitives.random(32),
            group: group
        )
        keys = try VaultKeys(device: device, binding: binding)
    }

    /// A vault that is rebuilt from records of an older one.
    init(rebuilding keys: VaultKeys, after generation: UInt64) {
        base = nil
        self.keys = keys
        lastGeneration = generation
    }

    var generation: UInt64 { (base?.header.generation ?? lastGeneration) + 1 }

    var isChanged: Bool { !changes.isEmpty }

    /// Whether a record goes or is replaced, so that its old octets should go as well.
    private(set) var drops = false

    mutating func put(_ record: [UInt8], tag: NameTag) { changes[tag] = .some(record) }

    mutating func remove(_ tag: NameTag) {
        changes[tag] = .some(nil)
        drops = true
    }

    /// Whether this draft itself puts a record at a tag.
    func puts(_ tag: NameTag) -> Bool { (changes[tag] ?? nil) != nil }

    /// Whether this draft takes away what stands at a tag.
    func removes(_ tag: NameTag) -> Bool { changes[tag].map { $0 == nil } ?? false }

    /// The new file.
    ///
    /// - Throws: ``KeystoreError/Code/notAvailable`` if it would be too large.
    func encoded() throws(KeystoreError) -> [UInt8] {
        let parts = merged()
        let total = parts.reduce(0) { $0 + VaultHeader.aligned($1.length) }
        let header = VaultHeader(
            store: keys.binding.store,
            vault: keys.binding.vault,
            generation: generation,
            count: parts.count,
            previousRoot: base?.rootCode ?? [UInt8](repeating: 0, count: Primitives.digestSize),
            salt: keys.binding.salt
        )
        let size = header.recordsStart + total + Primitives.digestSize
        guard parts.count <= RecordLimits.records, size <= RecordLimits.vault else {
            throw KeystoreError(.notAvailable, "access group \(keys.binding.group) is full")
        }
        var file = header.encoded
        file.reserveCapacity(size)
        try appendIndex(parts, to: &file)
        let root = try keys.rootCode(file.span)
        appendRecords(parts, at: header.recordsStart, to: &file)
        file.append(contentsOf: root)
        return file
    }

    private enum Source {
        case kept(Int)
        case new(NameTag, [UInt8])
    }

    private struct Part {
        let source: Source
        let length: Int
    }

    private func merged() -> [Part] {
        var added = changes.compactMap { tag, record in record.map { (tag: tag, record: $0) } }[...]
        added.sort { $0.tag < $1.tag }
        var parts: [Part] = []
        parts.reserveCapacity((base?.count ?? 0) + added.count)
        func take(_ next: (tag: NameTag, record: [UInt8])) {
            parts.append(Part(source: .new(next.tag, next.record), length: next.record.count))
        }
        if let base {
            for index in 0..<base.count {
                let tag = base.tag(at: index)
                while let next = added.first, next.tag < tag {
                    take(next)
                    added.removeFirst()
                }
                if changes[tag] == nil {
                    parts.append(Part(source: .kept(index), length: base.recordRange(at: index).count))
                }
            }
        }
        for next in added { take(next) }
        return parts
    }

    private func appendIndex(_ parts: [Part], to file: inout [UInt8]) throws(KeystoreError) {
        var offset = 0
        for part in parts {
            let start = file.count
            switch part.source {
            case .kept(let index):
                guard let base else { continue }
                file.append(contentsOf: base.octets[base.entryRange(at: index)])
                file.replaceLittleEndian(UInt64(offset), at: start + 16)
            case .new(let tag, let record):
                file.append(contentsOf: tag.octets)
                file.appendLittleEndian(UInt64(offset))
                file.appendLittleEndian(UInt32(record.count))
                // Class, flags and version repeat the record's own header.
                file.append(record[2])
                file.append(record[4])
                file.appendLittleEndian(UInt16(0))
                file.append(contentsOf: record[24..<32])
                file.append(contentsOf: try Primitives.sha256(record.span))
            }
            offset += VaultHeader.aligned(part.length)
        }
    }

    private func appendRecords(_ parts: [Part], at start: Int, to file: inout [UInt8]) {
        file.append(contentsOf: repeatElement(0, count: start - file.count))
        for part in parts {
            switch part.source {
            case .kept(let index):
                guard let base else { continue }
                file.append(contentsOf: base.octets[base.recordRange(at: index)])
            case .new(_, let record):
                file.append(contentsOf: record)
            }
            file.append(contentsOf: repeatElement(0, count: VaultHeader.aligned(part.length) - part.length))
        }
    }
}
