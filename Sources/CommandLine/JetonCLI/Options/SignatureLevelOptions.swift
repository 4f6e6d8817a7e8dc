internal import ASN1
internal import ArgumentParser
internal import CAdES
internal import CMS
internal import SigningDesk
internal import Validation
internal import X509

/// How long a signature is to be proven, and under which policy it is made.
struct SignatureLevelOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            How long the signature can be proven: one of B, T (with a timestamp), LT (with certificates and evidence \
            about revocation), LTA (with an archive timestamp).
            """,
            discussion: "Default: B; T if --tsa is given.",
            valueName: "level"
        )
    )
    var level: LevelName?

    @Flag(name: .long, help: "Have the authority of --tsa timestamp the content before it is signed.")
    var contentTimestamp = false

    @Option(name: .long, help: ArgumentHelp("The signature policy that the signer names.", valueName: "oid"))
    var signaturePolicy: String?

    @Option(
        name: .long,
        help: ArgumentHelp("The text of the signature policy, whose digest is signed.", valueName: "file"),
        completion: .file()
    )
    var signaturePolicyFile: String?

    @Option(name: .long, help: ArgumentHelp("Where the text of the signature policy is.", valueName: "url"))
    var signaturePolicyURL: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "A file of trusted certificates for the levels LT and LTA (default: the system's); may be repeated.",
            valueName: "file"
        ),
        completion: .file()
    )
    var trust: [String] = []

    /// The signature policy, read.
    func policy() throws -> SignaturePolicy? {
        guard let signaturePolicy else {
            guard signaturePolicyFile == nil, signaturePolicyURL == nil else {
                throw CommandError.usage(
                    "--signature-policy-file and --signature-policy-url require --signature-policy"
                )
            }
            return nil
        }
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
    func wanted(_ servers: TimestampServerOptions) throws(CommandError) -> CAdESLevel {
        let wanted = level?.level ?? (servers.isGiven && !contentTimestamp ? .t : .b)
        if wanted > .b || contentTimestamp { _ = try servers.urls() }
        return wanted
    }
}

extension CAdESExtender {
    /// What raises signatures to a level over the network of this program.
    init(
        _ level: CAdESLevel,
        _ servers: TimestampServerOptions,
        _ network: NetworkAccess,
        trust: [String]
    ) throws {
        let store = try TrustFiles.store(option: trust)
        self.init(
            level: level,
            timestamps: try servers.client(network, trust: store),
            collector: network.collector,
            policy: VerificationPolicy(trust: store, purpose: .any),
            timestampPolicy: try servers.policy()
        )
    }
}
