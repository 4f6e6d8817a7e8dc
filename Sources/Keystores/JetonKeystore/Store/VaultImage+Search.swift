import JetonKeystoreBase

extension VaultImage {
    /// Opens a record as far as its metadata; what was opened once is remembered, as the image never changes.
    func state(at index: Int) -> RecordState {
        if let known = remembered(index) { return .intact(known) }
        switch layout(at: index) {
        case .damaged: return .damaged
        case .unsupported: return .unsupported
        case .known(let layout):
            let file = octets
            let record = file.span.extracting(recordRange(at: index))
            let sealer = RecordSealer(keys: keys)
            guard
                let metadata = sealer.openMetadata(record, layout, tag: tag(at: index)),
                let digest = try? sealer.metadataDigest(record, layout)
            else { return .damaged }
            let opened = OpenedRecord(layout, metadata, digest: digest)
            remember(opened, index)
            return .intact(opened)
        }
    }

    /// The records that a query means, at most `limit`, in the index's order.
    ///
    /// A damaged record is left out; ``obstacle(_:)`` tells of it.
    func matches(_ query: ItemQuery, limit: Int) throws(KeystoreError) -> [Match] {
        var matches: [Match] = []
        for index in try candidates(query) {
            guard isTombstone(at: index) == query.findsTombstones, case .intact(let opened) = state(at: index)
            else { continue }
            if let reference = query.persistentReference {
                guard opened.layout.header.identifier == Array(reference.identifier) else { continue }
            } else {
                guard query.matches(opened.metadata.attributes) else { continue }
            }
            matches.append(Match(self, index, opened))
            if matches.count == limit { break }
        }
        return matches
    }

    /// Why a search may have missed a record that the query means; nil if every record that it could mean is whole.
    func obstacle(_ query: ItemQuery) throws(KeystoreError) -> KeystoreError? {
        // A damaged record has lost its reference, so that any of them may be the one.
        let indices = query.persistentReference == nil ? try candidates(query) : Array(0..<count)
        for index in indices where isTombstone(at: index) == query.findsTombstones {
            switch state(at: index) {
            case .intact: continue
            case .damaged: return .damagedRecord(in: keys.binding.group)
            case .unsupported:
                return KeystoreError(
                    .decoding,
                    "a record of \(keys.binding.group) was written by a later version",
                    hint: "use the version that wrote the record; the record was not changed"
                )
            }
        }
        return nil
    }

    // A full name is looked up by its tag; everything else looks at each record.
    private func candidates(_ query: ItemQuery) throws(KeystoreError) -> [Int] {
        if let reference = query.persistentReference { return find(reference).map { [$0] } ?? [] }
        guard let service = query.service, let account = query.account else { return Array(0..<count) }
        var indices: [Int] = []
        for isSynchronizable in [false, true] where query.scope.contains(isSynchronizable) {
            let tag = try keys.nameTag(service: service, account: account, isSynchronizable: isSynchronizable)
            if let index = find(tag) { indices.append(index) }
        }
        return indices
    }

    private func find(_ reference: PersistentReference) -> Int? {
        (0..<count).first { index in
            let start = recordRange(at: index).lowerBound + 8
            return octets[start..<start + 16].elementsEqual(reference.identifier)
        }
    }
}
