import JetonKeystoreBase

extension ProtectedFiles {
    /// Reads every file of the store to its end, as far as its class is open; nothing is changed.
    ///
    /// A file that was deleted, or put back as it was before, is not noticed: no list of them is kept.
    func verify(_ report: inout VerificationReport) throws(KeystoreError) {
        let directory = try self.directory(nil)
        _ = try protection(of: directory)
        for name in try directory.names() where !name.hasPrefix(".") {
            report.files += 1
            do throws(KeystoreError) {
                try prove(name, in: directory)
            } catch {
                if error.code == .interactionNotAllowed {
                    report.unprovenFiles += 1
                } else {
                    report.add(.file, "\(directory.name)/\(name)", error)
                }
            }
        }
    }

    /// Proves that a file of the store is whole, and lies where its name says.
    private func prove(_ file: String, in directory: Directory) throws(KeystoreError) {
        guard let opened = try open(file, in: directory) else { return }
        let header = try opened.header(store: keychain.context.store)
        if let name = try keychain.openFileName(header, opened.name), try keychain.hiddenFileName(name) != file {
            throw KeystoreError(.decoding, "\(opened.name) is damaged: another file is in its place")
        }
        try ProtectedFile(keychain, header, opened).verifyAll()
    }
}
