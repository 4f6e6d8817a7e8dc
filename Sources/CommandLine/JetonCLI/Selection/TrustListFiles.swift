internal import EvidenceFetching
internal import JetonASN1
internal import JetonValidation
internal import JetonX509
internal import TrustLists
internal import VerificationDesk

/// The trust lists that options or settings name.
extension TrustListFiles {
    /// The anchors of trust lists.
    ///
    /// - Parameters:
    ///   - names: The lists: files, and URLs.
    ///   - signers: The files of the certificates that may have signed them.
    ///   - network: What may be reached; nil to use only lists that are kept.
    ///   - time: When the lists must be valid; nil for the present.
    /// - Returns: The anchors, each with the times at which it is trusted.
    /// - Throws: ``CommandError`` without signers; as `store(_:signers:)` of `VerificationDesk`.
    static func store(
        _ names: [String],
        signers: [String],
        network: NetworkOptions?,
        at time: UniversalTime?
    ) throws -> TrustStore {
        guard !signers.isEmpty else {
            throw CommandError.usage(
                "--trust-list requires the certificates of the list's signer",
                hints: [
                    "give them with --trust-list-signer FILE; the Official Journal of the EU publishes those of its list"
                ]
            )
        }
        let pinned = try signers.flatMap { try CertificateFile.certificates(at: $0) }
        let lists = TrustListFiles(
            names.contains(where: isURL) ? try reader(network, at: time) : nil,
            time: time ?? .now
        ) { list in
            Console.detail(
                "\(list.name): trust list \(list.sequenceNumber) of \(list.territory), until \(list.nextUpdate)"
            )
        } unused: { url, reason in
            Console.note("note: the trust list \(ItemReport.harmless(url)) is not used: \(ItemReport.harmless(reason))")
        }
        return try lists.store(names, signers: pinned)
    }

    /// The anchors of the lists that the settings name; nil where they name none, and where an option says whom to trust.
    ///
    /// - Parameters:
    ///   - files: What --trust names.
    ///   - network: What may be reached; nil without --online, so that only lists that are kept count.
    ///   - time: When the lists must be valid; nil for the present.
    /// - Returns: The anchors of the lists and of the setting `trust`.
    /// - Throws: ``CommandError``.
    static func settings(
        beside files: [String],
        _ network: NetworkOptions?,
        at time: UniversalTime?
    ) throws -> TrustStore? {
        guard files.isEmpty, let lists = try Settings.value(.trustList) else { return nil }
        let signers = try Settings.value(.trustListSigner)?.values ?? []
        guard !signers.isEmpty else {
            throw CommandError.usage(
                "the setting 'trust-list' requires the setting 'trust-list-signer'",
                hints: [
                    "`jeton config set trust-list-signer FILE` names the certificates that may have signed the lists"
                ]
            )
        }
        Console.detail("note: trusted are the trust lists that the settings name (\(lists.origin.word))")
        let store: TrustStore
        do {
            store = try Self.store(lists.values, signers: signers, network: network, at: time)
        } catch {
            var error = ErrorReport.describe(error)
            error.hints.append("the settings name this list; `jeton config list` shows where")
            throw error
        }
        guard let trust = try Settings.value(.trust) else { return store }
        return store.adding(try TrustFiles.store(trust.values))
    }

    private static func reader(_ network: NetworkOptions?, at time: UniversalTime?) throws -> TrustListReader {
        let fetcher = try network.map { try NetworkAccess($0).fetcher }
        let store = Process.dataDirectory.map { EvidenceStore(directory: $0 + "/evidence") }
        return TrustListReader(fetcher: fetcher, store: store, time: time ?? .now)
    }
}
