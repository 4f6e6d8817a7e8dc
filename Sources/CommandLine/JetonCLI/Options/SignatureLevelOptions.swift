internal import ArgumentParser
internal import JetonASN1
internal import JetonCMS
internal import JetonFiles
internal import JetonValidation
internal import JetonX509
internal import SignatureLevels
internal import SigningDesk
internal import Synchronization
internal import VerificationDesk

/// How long a signature is to be proven, and under which policy it is made.
struct SignatureLevelOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Level of the signature: one of B, T (with a timestamp), LT (also certificates and revocation data), LTA \
            (also an archive timestamp).
            """,
            discussion: "Default: B; T if --tsa is given.",
            valueName: "level"
        )
    )
    var level: LevelName?

    @Flag(help: "Timestamp the content before it is signed, at the authority of --tsa.")
    var contentTimestamp = false

    @Option(help: ArgumentHelp("Identifier of the signature policy.", valueName: "oid"))
    var signaturePolicy: String?

    @Option(
        help: ArgumentHelp("The policy document; its digest is signed.", valueName: "file"),
        completion: .file()
    )
    var signaturePolicyFile: String?

    @Option(help: ArgumentHelp("URL of the policy document.", valueName: "url"))
    var signaturePolicyURL: String?

    @Option(
        help: ArgumentHelp(
            "A file of trusted certificates for the levels LT and LTA (default: the system's); may be repeated.",
            valueName: "file"
        ),
        completion: .file()
    )
    var trust: [String] = []

    func validate() throws {
        try OptionRule.check(
            .requires(
                [
                    "--signature-policy-file": signaturePolicyFile != nil,
                    "--signature-policy-url": signaturePolicyURL != nil,
                ],
                ["--signature-policy": signaturePolicy != nil]
            )
        )
    }

    /// The signature policy, read.
    func policy() throws -> SignaturePolicy? {
        guard let signaturePolicy else { return nil }
        guard let oid = OID(signaturePolicy) else {
            throw CommandError.usage("'\(signaturePolicy)' is not a valid object identifier, such as 1.2.3.4")
        }
        guard let signaturePolicyFile else {
            throw CommandError.usage("--signature-policy requires --signature-policy-file, whose digest is signed")
        }
        if let url = signaturePolicyURL, !url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            throw CommandError.usage("'\(url)' is not a valid URL")
        }
        var source = try FileSource(path: signaturePolicyFile)
        let digest = ContentDigest(hash: .sha256, digest: try HashAlgorithm.sha256.hash(&source).digest)
        return SignaturePolicy(identifier: oid, digest: digest, url: signaturePolicyURL)
    }

    /// The level that is asked for.
    ///
    /// - Throws: ``CommandError`` if it needs an authority and none is named.
    func wanted(_ servers: TimestampServerOptions) throws(CommandError) -> SignatureLevel {
        let wanted = level?.level ?? (servers.isGiven && !contentTimestamp ? .t : .b)
        if wanted > .b || contentTimestamp { _ = try servers.urls() }
        return wanted
    }
}

extension SignatureExtender {
    /// What raises signatures to a level over the network of this program.
    init(_ level: SignatureLevel, _ servers: TimestampServerOptions, _ network: NetworkAccess, trust: [String]) throws {
        self.init(
            level: level,
            timestamps: try servers.client(network, trust: trust),
            collector: network.collector,
            policy: VerificationPolicy(trust: try TrustFiles.store(option: trust), purpose: .any),
            timestampPolicy: try servers.policy(),
            demandsTrust: try TrustFiles.isChosen(option: trust)
        )
        let isSaid = Mutex(false)
        agingEvidence = { words in
            guard
                isSaid.withLock({ isSaid in
                    defer { isSaid = true }
                    return !isSaid
                })
            else { return }
            let next = level == .lta ? "`jeton renew`" : "`jeton extend --level \(level.rawValue)`"
            Console.note("note: \(words)")
            Console.note("hint: after that, \(next) gets newer evidence")
        }
    }
}
