extension VaultImage {
    /// Opens a record as far as its metadata.
    func state(at index: Int) -> RecordState {
        switch layout(at: index) {
        case .damaged: return .damaged
        case .unsupported: return .unsupported
        case .known(let layout):
            let file = octets
            let record = file.span.extracting(recordRange(at: index))
            let tag = tag(at: index)
            guard let metadata = RecordSealer(keys: keys).openMetadata(record, layout, tag: tag) else {
                return .damaged
            }
            return .intact(layout, metadata)
        }
    }

    /// The records that a query means, at most `limit`, in the index's order.
    ///
    /// A damaged record reads as absent, and so does one whose metadata names another group than the vault's.
    func matches(_ query: ItemQuery, limit: Int) throws(KeystoreError) -> [Match] {
        var matches: [Match] = []
        for index in try candidates(query) {
            guard isTombstone(at: index) == query.findsTombstones,
                case .intact(let layout, let metadata) = state(at: index)
            else { continue }
            if let reference = query.persistentReference {
                guard layout.header.identifier == Array(reference.identifier) else { continue }
            } else {
                guard query.matches(metadata.attributes) else { continue }
            }
            matches.append(Match(image: self, index: index, layout: layout, metadata: metadata))
            if matches.count == limit { break }
        }
        return matches
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
