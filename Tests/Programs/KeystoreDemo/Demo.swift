import JetonEntitlements
import JetonKeystore
import JetonKeystoreBase
import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

/// What the demonstration does after it knows who it is.
struct Demo {
    private let identity: CallerIdentity
    private let outcome: TokenChannelOutcome
    private let data: String
    private let keyFile: String

    /// Finds out who this program is, by its own executable, manifest and resource.
    init(data: String, keyFile: String) throws {
        guard let now = UTCTime(secondsSince1970: Int64(time(nil))) else { exit(64) }
        let trust = TeamTrust([TeamTrust.Directory(data + "/teams.d", owner: geteuid())])
        let explanation = try CallerExplanation(
            tokenMark: TokenGroupMark(ChannelKeyStore.groupMark),
            trust: trust,
            at: now
        )
        identity = explanation.caller
        outcome = explanation.outcome
        self.data = data
        self.keyFile = keyFile
        for warning in outcome.warnings { print("warning: \(warning)") }
    }

    func run(_ task: String, _ words: [String]) throws -> Int32 {
        switch task {
        case "pair": try pair(token: words[0], secret: words[1])
        case "open": try open(token: words[0])
        case "find": try find(ItemQuery(service: ChannelKeyStore.service, account: words[0]))
        case "name":
            var query = ItemQuery(service: ChannelKeyStore.service, account: words[0])
            query.accessGroup = AccessGroup(rawValue: words[1])
            try find(query)
        default: return 64
        }
        return 0
    }

    private func pair(token: String, secret: String) throws {
        // The entitlements decide before the store is touched.
        let group = try outcome.accessGroup()
        var octets = Array(secret.utf8)
        let key = ChannelKey(pairing: [1, 2, 3], label: token, secret: Secret(wiping: &octets))
        try ChannelKeyStore(keychain(naming: [group]), group: group).save(key, token: token)
        print("0\npaired; the key is stored in \(group)")
    }

    private func open(token: String) throws {
        let group = try outcome.accessGroup()
        let key = try ChannelKeyStore(keychain(naming: [group]), group: group).load(token: token)
        let text = key.secret.withBytes { octets in
            String(decoding: (0..<octets.count).map { octets[$0] }, as: UTF8.self)
        }
        print("0\nthe channel is open: \(text)")
    }

    private func find(_ query: ItemQuery) throws {
        try keychain(naming: []).withSecret(query) { item, _ in
            print("0\nfound in \(item.attributes.accessGroup?.rawValue ?? "")")
        }
    }

    private func keychain(naming groups: [AccessGroup]) throws -> Keychain {
        let keychain = try Keychain.open(
            KeychainConfiguration(directory: data + "/keystore", caller: identity.caller(naming: groups))
        )
        try keychain.unlock(.keyFile(try content(of: keyFile)))
        return keychain
    }

    private func content(of path: String) throws -> Secret {
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw KeystoreError(.inputOutput, path) }
        defer { close(descriptor) }
        return Secret(capacity: 65_536) { target in
            unsafe target.withUnsafeMutableBytes { unsafe max(0, read(descriptor, $0.baseAddress, $0.count)) }
        }
    }
}
