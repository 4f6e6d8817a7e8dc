internal import ArgumentParser
internal import JetonASN1
internal import JetonX509
internal import VerificationDesk

/// The trust lists whose services are trusted.
struct TrustListOptions: ParsableArguments {
    @Option(
        name: .customLong("trust-list"),
        help: ArgumentHelp(
            "A trust list (ETSI TS 119 612) whose services are trusted by their status; may be repeated.",
            discussion: """
                Give a list of lists before the lists that it names. A list of lists given alone, by its URL, is \
                followed to all of them.
                """,
            valueName: "file|url"
        ),
        completion: .file()
    )
    var lists: [String] = []

    @Option(
        name: .customLong("trust-list-signer"),
        help: ArgumentHelp(
            "A file of certificates whose signature on the first trust list is accepted; may be repeated.",
            valueName: "file"
        ),
        completion: .file()
    )
    var signers: [String] = []

    /// Whether one of the options is given.
    var isGiven: Bool { !lists.isEmpty || !signers.isEmpty }

    /// The anchors of the trust lists, and of the files that --trust names.
    ///
    /// - Parameters:
    ///   - files: What --trust names.
    ///   - network: What may be reached where a list is named by its URL.
    ///   - time: When the lists must be valid; nil for the present.
    /// - Returns: The anchors.
    /// - Throws: ``CommandError``.
    func store(beside files: [String], network: NetworkOptions, at time: UniversalTime?) throws -> TrustStore {
        guard !lists.isEmpty else { throw CommandError.usage("--trust-list-signer requires --trust-list") }
        let named = try signers.isEmpty ? Settings.value(.trustListSigner)?.values ?? [] : signers
        let store = try TrustListFiles.store(lists, signers: named, network: network, at: time)
        return files.isEmpty ? store : store.adding(try TrustFiles.store(files))
    }
}
