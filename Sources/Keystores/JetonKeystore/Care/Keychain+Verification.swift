import JetonKeystoreBase
import JetonOctets

extension Keychain {
    /// Reads every file of the store again, and opens every record and protected file as far as the store's state allows.
    ///
    /// Nothing is changed. All groups are looked at, whatever the caller's entitlements; no secret is given out.
    public func verify() -> VerificationReport {
        var report = VerificationReport()
        attempt(&report, .keybag, Keybag.fileName) { (report) throws(KeystoreError) in
            let (keybag, _) = try Keychain.readKeybag(context)
            // A keybag is witnessed by its first change.
            if keybag.generation > 1 {
                try verifyWitness(StoreContext.keybagWitness, of: "the keybag", keybag.generation, &report)
            }
        }
        attempt(&report, .vault, StoreContext.vaultsName) { (report) throws(KeystoreError) in
            let names = try context.vaultsDirectory.names()
            for name in names {
                guard let group = AccessGroup(rawValue: name) else {
                    report.add(.foreign, name, "is not the name of an access group")
                    continue
                }
                verify(group, &report)
            }
            // An old copy of the whole store may be from before a group existed.
            for group in try context.witnesses.groups() where !names.contains(group.rawValue) {
                verify(group, &report)
            }
        }
        attempt(&report, .file, ProtectedFiles.directoryName) { (report) throws(KeystoreError) in
            try ProtectedFiles(self).verify(&report)
        }
        attempt(&report, .classKeys, Keybag.fileName) { (report) throws(KeystoreError) in
            let count = try countEarlierClassKeys()
            guard count > 0 else { return }
            report.add(
                .classKeys,
                Keybag.fileName,
                "\(count) item\(count == 1 ? " or file is" : "s or files are") still sealed under the keys that a "
                    + "removed "
                    + "token could open: run `jeton keystore repair` to seal them again"
            )
        }
        attempt(&report, .intent, StoreContext.intentsName) { (report) throws(KeystoreError) in
            for (file, error) in try IntentLog(context).all().damage { report.add(.intent, file, error) }
        }
        attempt(&report, .quarantine, StoreContext.quarantineName) { (report) throws(KeystoreError) in
            let count = try Quarantine(context).names().count
            if count > 0 { report.add(.quarantine, StoreContext.quarantineName, "contains \(count) damaged records") }
        }
        return report
    }

    private func verifyWitness(
        _ name: String,
        of subject: String,
        _ generation: UInt64,
        _ report: inout VerificationReport
    ) throws(KeystoreError) {
        guard context.witnesses.isKept else { return }
        let fault: String
        switch try context.witnesses.entry(name) {
        case .seen(let witness):
            guard witness.generation < generation else { return }
            fault = "has an earlier generation"
        case .missing: fault = "is missing"
        case .damaged: fault = "is damaged"
        }
        report.add(
            .witness,
            name,
            "the witness of \(subject) \(fault): an old copy would not be noticed. If the content is current, "
                + "run `jeton keystore repair --accept-rollback` to write the witness again"
        )
    }

    private func attempt(
        _ report: inout VerificationReport,
        _ kind: StoreFinding.Kind,
        _ subject: String,
        _ body: (inout VerificationReport) throws(KeystoreError) -> Void
    ) {
        do throws(KeystoreError) { try body(&report) } catch { report.add(kind, subject, error) }
    }

    private func verify(_ group: AccessGroup, _ report: inout VerificationReport) {
        report.vaults += 1
        let vault = context.vault(group)
        let image: VaultImage?
        do throws(KeystoreError) {
            image = try vault.reload()
        } catch {
            report.add(.vault, group.rawValue, error)
            return
        }
        guard let image else { return }
        attempt(&report, .witness, group.rawValue) { (report) throws(KeystoreError) in
            try verifyWitness(group.rawValue, of: vault.name, image.header.generation, &report)
        }
        for index in 0..<image.count {
            report.records += 1
            guard let fault = fault(of: image, index) else { continue }
            let name = "record \(Hex.encode(image.tag(at: index).octets))"
            report.add(fault.kind, group.rawValue, "\(name) \(fault.words)")
        }
        if !image.hasCleanPadding { report.add(.padding, group.rawValue, "octets between records are not zero") }
        attempt(&report, .previous, group.rawValue) { (report) throws(KeystoreError) in
            guard let previous = try vault.previous() else { return }
            let damaged = (0..<previous.count).count { fault(of: previous, $0)?.kind == .record }
            if damaged > 0 || !previous.hasCleanPadding {
                report.add(
                    .previous,
                    group.rawValue,
                    "the previous generation is damaged: repairs lose what it alone has"
                )
            }
        }
    }

    /// What is wrong with a record, as far as the store's state allows trying; nil if nothing is.
    private func fault(of image: VaultImage, _ index: Int) -> (kind: StoreFinding.Kind, words: String)? {
        switch image.state(at: index) {
        case .unsupported: (.unsupportedRecord, "is of a later version")
        case .damaged: (.record, "is damaged")
        case .intact(let opened): isWhole(Match(image, index, opened)) ? nil : (.record, "is damaged")
        }
    }

    /// Whether a record stands at its own name and its secret opens, if the store's state allows trying.
    func isWhole(_ match: Match) -> Bool {
        let attributes = match.metadata.attributes
        let tag = try? match.image.keys.nameTag(
            service: attributes.service,
            account: attributes.account,
            isSynchronizable: attributes.isSynchronizable
        )
        guard tag == match.tag else { return false }
        let header = match.layout.header
        guard header.flags.contains(.hasData), classKeys.canRead(header.classKey) else { return true }
        do throws(KeystoreError) {
            let secret = try match.openSecret(classKeys)
            return secret != nil
        } catch { return false }
    }
}
