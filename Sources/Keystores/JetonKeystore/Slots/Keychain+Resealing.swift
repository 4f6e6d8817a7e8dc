public import JetonKeystoreBase
import JetonOctets

/// What follows a replacement of the class keys.
///
/// Records and files name the epoch of their class key, and the keybag keeps the keys of earlier epochs, so that this may
/// end at any point and go on later.
extension Keychain {
    /// Seals everything in the store that is still under earlier class keys under the present ones.
    ///
    /// Files outside of the store are not looked for: `ProtectedFiles.rotate` seals them again.
    ///
    /// - Throws: ``KeystoreError/Code/interactionNotAllowed`` if something is, and the store is locked.
    public func finishReplacingClassKeys() throws(KeystoreError) -> ResealingReport {
        var report = ResealingReport()
        let epoch = try currentClassKeys().epoch
        guard epoch > 0 else { return report }
        // A crash can leave the keybag before, in which the removed slot still is.
        if try isPreviousKeybagEarlier(than: epoch) { try context.root.remove(Keychain.previousKeybagName) }
        for group in try context.groupsOnDisk() {
            do throws(KeystoreError) {
                try reseal(group, epoch, &report)
            } catch {
                guard error.code == .notAvailable || error.code == .readOnly else { throw error }
                report.remaining.append(error.context)
            }
        }
        try ProtectedFiles(self).reseal(epoch, &report)
        return report
    }

    /// How many records and files of the store are under earlier class keys.
    func countEarlierClassKeys() throws(KeystoreError) -> Int {
        let (keybag, _) = try Keychain.readKeybag(context)
        guard keybag.epoch > 0 else { return 0 }
        var count = try ProtectedFiles(self).earlier(than: keybag.epoch).count
        for group in try context.groupsOnDisk() {
            guard let image = try? context.vault(group).current() else { continue }
            count += Keychain.earlier(than: keybag.epoch, image).count
        }
        return count
    }

    private func isPreviousKeybagEarlier(than epoch: UInt8) throws(KeystoreError) -> Bool {
        guard
            let file = try context.root.read(
                Keychain.previousKeybagName,
                limit: Keybag.maximumFile,
                sibling: Keybag.fileName
            )
        else { return false }
        let previous = try? Keybag.decode(
            file.octets,
            device: context.device,
            store: context.store,
            name: "the previous keybag"
        )
        return previous.map { $0.0.epoch < epoch } ?? true
    }

    private static func earlier(than epoch: UInt8, _ image: VaultImage) -> [Match] {
        (0..<image.count).compactMap { index in
            guard case .intact(let opened) = image.state(at: index) else { return nil }
            let header = opened.layout.header
            guard header.protection != .always, header.classKey.epoch != epoch else { return nil }
            return Match(image, index, opened)
        }
    }

    private func reseal(_ group: AccessGroup, _ epoch: UInt8, _ report: inout ResealingReport) throws(KeystoreError) {
        guard let image = try context.vault(group).current(), !Keychain.earlier(than: epoch, image).isEmpty else {
            return
        }
        var count = 0
        var damaged = 0
        try Transaction.run(context, groups: [group]) { (transaction) throws(KeystoreError) in
            let keys = try currentClassKeys()
            for image in transaction.images([group]) {
                for match in Keychain.earlier(than: keys.epoch, image) {
                    if try reseal(match, keys, &transaction) { count += 1 } else { damaged += 1 }
                }
            }
        }
        report.items += count
        if damaged > 0 { report.remaining.append("\(damaged) damaged record\(damaged == 1 ? "" : "s") of \(group)") }
    }

    /// Seals one record again as it is; false if its secret is damaged.
    private func reseal(
        _ match: Match,
        _ keys: ClassKeys,
        _ transaction: inout Transaction
    ) throws(KeystoreError) -> Bool {
        var header = match.layout.header
        var data: SharedSecret?
        if header.flags.contains(.hasData) {
            guard let secret = try match.openSecret(keys) else { return false }
            data = secret.withBytes { SharedSecret(copying: $0) }
        }
        header.classKey = keys.name(header.protection)
        try transaction.withDraft(match.group) { (draft) throws(KeystoreError) in
            // Under the earlier keys it must not stay in the previous generation.
            draft.remove(match.tag)
            try draft.put(match.metadata, header, data: data, keys)
        }
        return true
    }
}
