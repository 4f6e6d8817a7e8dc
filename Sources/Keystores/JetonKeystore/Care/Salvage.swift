import JetonKeystoreBase
import JetonOctets

/// Collects the authentic records of a damaged vault and of its previous generation.
struct Salvage {
    struct Outcome {
        let draft: VaultDraft
        let report: RepairReport
    }

    private let keychain: Keychain
    private let group: AccessGroup
    private let current: [UInt8]?
    private let previous: VaultImage?

    init(_ keychain: Keychain, _ group: AccessGroup, current: [UInt8]?, previous: VaultImage?) {
        self.keychain = keychain
        self.group = group
        self.current = current
        self.previous = previous
    }

    /// The next generation; nil if nothing authentic was found.
    func rebuild() throws(KeystoreError) -> Outcome? {
        let context = keychain.context
        var header: VaultHeader?
        if let current { header = try? VaultHeader(current, named: "the vault") }
        // The previous generation proves its own header; that of the damaged one is only a guess.
        guard let trusted = previous?.header ?? header else { return nil }
        let binding = VaultBinding(store: context.store, vault: trusted.vault, salt: trusted.salt, group: group)
        let keys = try VaultKeys(device: context.device, binding: binding)
        let witness = try context.witnesses.read(group.rawValue)
        let generations = [header?.generation, previous?.header.generation, witness?.generation].compactMap { $0 }
        var draft = VaultDraft(rebuilding: keys, after: generations.filter { $0 < 1 << 48 }.max() ?? 0)
        let found = try entries(keys, header)
        var kept = 0
        var restored = 0
        var lost = 0
        var seen: Set<NameTag> = []
        for entry in found {
            seen.insert(entry.tag)
            if let record = entry.record {
                draft.put(record, tag: entry.tag)
                kept += 1
            } else if let record = try previousRecord(entry.tag) {
                draft.put(record, tag: entry.tag)
                restored += 1
            } else {
                lost += 1
            }
        }
        if let previous {
            for index in 0..<previous.count where !seen.contains(previous.tag(at: index)) {
                guard isIndexDoubtful(header), let record = try previousRecord(previous.tag(at: index)) else {
                    continue
                }
                draft.put(record, tag: previous.tag(at: index))
                restored += 1
            }
        }
        guard kept + restored > 0 || found.isEmpty else { return nil }
        if lost > 0 || current.map({ isAuthentic($0) }) != true, let current {
            try Quarantine(context).keepFile(current, of: group)
        }
        return Outcome(draft: draft, report: RepairReport(kept: kept, restored: restored, lost: lost))
    }

    private struct Found {
        let tag: NameTag
        /// The record's octets, if they are authentic.
        let record: [UInt8]?
    }

    /// The records that the damaged file's index names, each proven by itself.
    private func entries(_ keys: VaultKeys, _ header: VaultHeader?) throws(KeystoreError) -> [Found] {
        guard let current, let header else { return [] }
        var found: [Found] = []
        let file = current.span
        for index in 0..<header.count {
            let start = VaultHeader.size + index * VaultHeader.entrySize
            guard start + VaultHeader.entrySize <= file.count else { break }
            let tag = NameTag(high: file.bigEndianWord(at: start), low: file.bigEndianWord(at: start + 8))
            let offset = file.littleEndian(UInt64.self, at: start + 16)
            let length = Int(file.littleEndian(UInt32.self, at: start + 24))
            var record: [UInt8]?
            if let offset = Int(exactly: offset), offset <= file.count, length <= RecordLimits.record,
                header.recordsStart <= file.count - offset, length <= file.count - offset - header.recordsStart
            {
                let octets = Array(current[header.recordsStart + offset..<header.recordsStart + offset + length])
                if isAuthentic(octets, tag, keys) { record = octets }
            }
            found.append(Found(tag: tag, record: record))
        }
        return found
    }

    private func isAuthentic(_ record: [UInt8], _ tag: NameTag, _ keys: VaultKeys) -> Bool {
        let sealer = RecordSealer(keys: keys)
        guard
            let layout = RecordLayout(record.span),
            let metadata = sealer.openMetadata(record.span, layout, tag: tag),
            let named = try? keys.nameTag(
                service: metadata.attributes.service,
                account: metadata.attributes.account,
                isSynchronizable: metadata.attributes.isSynchronizable
            ), named == tag
        else { return false }
        let classKeys = keychain.classKeys
        guard layout.header.flags.contains(.hasData), classKeys.canRead(layout.header.classKey) else { return true }
        do throws(KeystoreError) {
            let digest = try sealer.metadataDigest(record.span, layout)
            let key = try sealer.openItemKey(record.span, layout, tag: tag, digest: digest, classKeys: classKeys)
            guard let key else { return false }
            let secret = key.withBytes {
                sealer.openSecret(record.span, layout, tag: tag, digest: digest, itemKey: $0)
            }
            return secret != nil
        } catch { return false }
    }

    private func previousRecord(_ tag: NameTag) throws(KeystoreError) -> [UInt8]? {
        guard let previous, let index = previous.find(tag) else { return nil }
        let record = Array(previous.octets[previous.recordRange(at: index)])
        return isAuthentic(record, tag, previous.keys) ? record : nil
    }

    private func isAuthentic(_ file: [UInt8]) -> Bool {
        let context = keychain.context
        let image = try? VaultImage(file, group: group, store: context.store, device: context.device, name: "")
        return image != nil
    }

    // An authentic index that lacks a record lacks it on purpose.
    private func isIndexDoubtful(_ header: VaultHeader?) -> Bool {
        guard let current, header != nil else { return true }
        return !isAuthentic(current)
    }
}
