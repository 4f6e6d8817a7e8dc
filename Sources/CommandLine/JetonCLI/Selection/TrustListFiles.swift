internal import ASN1
internal import ArgumentParser
internal import TrustLists
internal import Validation
internal import X509

/// The trust lists that options or settings name.
enum TrustListFiles {
    /// Whether a list is named by its URL.
    static func isURL(_ name: String) -> Bool {
        name.lowercased().hasPrefix("https://") || name.lowercased().hasPrefix("http://")
    }

    /// The anchors of trust lists.
    ///
    /// A list of lists that comes first vouches for the lists behind it. One at a URL, named alone, is followed.
    ///
    /// - Parameters:
    ///   - names: The lists: files, and URLs.
    ///   - signers: The files of the certificates that may have signed them.
    ///   - network: What may be reached; nil to use only lists that are kept.
    /// - Returns: The anchors, each with the times at which it is trusted.
    /// - Throws: ``CommandError`` with exit code 1 for a list that is not valid, and 7 for one that can't be fetched or read.
    static func store(_ names: [String], signers: [String], network: NetworkOptions?) throws -> TrustStore {
        guard !signers.isEmpty else {
            throw CommandError.usage(
                "--trust-list needs the certificates that may have signed the list",
                hints: [
                    "--trust-list-signer names a file of them; the Official Journal of the EU publishes those of its list"
                ]
            )
        }
        let pinned = try signers.flatMap { try CertificateFile.certificates(at: $0) }
        let reader = names.contains(where: isURL) ? try reader(network) : nil
        var pointers: [TrustListPointer] = []
        var store = TrustStore()
        for name in names {
            let list = try list(name, pinned + pointers.flatMap(\.signers), reader)
            // The signer of one territory's list signs no other's.
            let isNamed = pointers.contains { $0.territory == list.territory && $0.signers.contains(list.signer) }
            guard pinned.contains(list.signer) || isNamed else {
                throw notValid(name, "'\(list.signer)' may not sign the list of '\(list.territory)'")
            }
            // Only a list of lists vouches for others.
            if pinned.contains(list.signer) { pointers += list.pointers }
            store = store.adding(list.anchors())
            show(list)
            guard let reader, isURL(name), names.count == 1 else { continue }
            let others = reader.lists(of: list) { url, reason in
                Console.note(
                    "note: the trust list \(ItemReport.harmless(url)) is not used: \(ItemReport.harmless(reason))"
                )
            }
            for other in others {
                store = store.adding(other.anchors())
                show(other)
            }
        }
        return store
    }

    /// The anchors of the lists that the settings name; nil where they name none, and where an option says whom to trust.
    ///
    /// - Parameters:
    ///   - files: What --trust names.
    ///   - network: What may be reached; nil without --online, so that only lists that are kept count.
    /// - Returns: The anchors of the lists and of the setting `trust`.
    /// - Throws: ``CommandError``.
    static func settings(beside files: [String], _ network: NetworkOptions?) throws -> TrustStore? {
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
            store = try Self.store(lists.values, signers: signers, network: network)
        } catch var error as CommandError {
            error.hints.append("the settings name this list; `jeton config list` shows where")
            throw error
        }
        guard let trust = try Settings.value(.trust) else { return store }
        return store.adding(try TrustFiles.store(trust.values))
    }

    private static func reader(_ network: NetworkOptions?) throws -> TrustListReader {
        let fetcher = try network.map { try NetworkAccess($0).fetcher }
        let store = Process.dataDirectory.map { EvidenceStore(directory: $0 + "/evidence") }
        return TrustListReader(fetcher: fetcher, store: store)
    }

    private static func list(_ name: String, _ signers: [Certificate], _ reader: TrustListReader?) throws -> TrustList {
        do {
            if let reader, isURL(name) { return try reader.list(at: name, signers: signers) }
            let octets = try FileSource.contents(of: name, limit: TrustList.sizeLimit)
            return try TrustList(octets, name: name, signers: signers)
        } catch let error as SigningError {
            throw notValid(name, error.context, isUnreadable: error.isUnreadable)
        } catch let error as FetchError {
            throw CommandError(
                "the trust list can't be had: \(error)",
                hints: error.code == .notAllowed ? ["`jeton verify --online` fetches it"] : [],
                exitCode: .inputOutput
            )
        }
    }

    private static func notValid(_ name: String, _ reason: String, isUnreadable: Bool = false) -> CommandError {
        CommandError(
            "\(name) is not a valid trust list: \(reason)",
            exitCode: isUnreadable ? .inputOutput : .finding
        )
    }

    private static func show(_ list: TrustList) {
        Console.detail(
            "\(list.name): trust list \(list.sequenceNumber) of \(list.territory), until \(list.nextUpdate)"
        )
    }
}
