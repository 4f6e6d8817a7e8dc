internal import JetonNetwork
internal import JetonValidation
internal import Synchronization
internal import VerificationDesk

/// The network as this program uses it: the environment's proxies, the system's trust, a record of who was contacted.
final class NetworkAccess: Sendable {
    /// Makes the connections.
    let client: HTTPClient
    /// Makes the requests for evidence.
    let fetcher: NetworkFetcher
    private let record: Record
    private let refreshesEvidence: Bool

    /// Fetches evidence about revocation, and keeps it among the user's data.
    var collector: EvidenceCollector {
        let store = Process.dataDirectory.map { EvidenceStore(directory: $0 + "/evidence") }
        return EvidenceCollector(fetcher: fetcher, store: store, refreshes: refreshesEvidence)
    }

    /// Each host once, in the order of their first connections.
    private final class Record: Sendable {
        let contacts = Mutex<[NetworkContact]>([])

        func add(_ contact: NetworkContact) -> Bool {
            contacts.withLock { contacts in
                if contacts.contains(contact) { return false }
                contacts.append(contact)
                return true
            }
        }
    }

    /// Prepares requests; no connection is made yet.
    ///
    /// - Parameters:
    ///   - options: Whom to trust, and what may be reached.
    ///   - credentials: Names and passwords by origin.
    ///   - identity: The certificate for servers that ask for one.
    ///   - policy: What is demanded of servers' TLS.
    ///   - timeouts: The deadlines.
    ///   - refreshesEvidence: Whether servers are asked also about evidence that is kept.
    ///   - resolver: What finds addresses.
    ///   - timestampForm: How timestamping services take their requests; nil for that of RFC 3161.
    /// - Throws: ``CommandError`` for a file of certificates that cannot be read, and for a proxy that cannot be used.
    init(
        _ options: NetworkOptions,
        credentials: [String: NetworkCredentials] = [:],
        identity: TLSIdentity? = nil,
        policy: any TLSRuleSource = TLSPolicy(),
        timeouts: NetworkTimeouts = NetworkTimeouts(),
        refreshesEvidence: Bool = false,
        resolver: any HostResolver = SystemResolver(),
        timestampForm: TimestampForm? = nil
    ) throws {
        self.refreshesEvidence = refreshesEvidence
        var settings = HTTPClient.Settings(trust: TLSTrust(try TrustFiles.store(options.serverTrust)))
        settings.identity = identity
        settings.policy = policy
        settings.timeouts = timeouts
        settings.resolver = resolver
        var variables = Process.variables
        if let proxy = try Settings.value(.proxy)?.values.first {
            variables["http_proxy"] = proxy
            variables["https_proxy"] = proxy
        }
        do throws(NetworkError) {
            settings.proxies = try ProxySettings(environment: variables)
        } catch {
            throw CommandError.usage("the proxy in the environment can't be used: \(error)")
        }
        if let login = try options.proxyLogin(settings.proxies) { try settings.proxies.authenticate(login) }
        let record = Record()
        self.record = record
        settings.contacted = { contact in
            guard record.add(contact) else { return }
            let way = contact.proxy.map { " through the proxy \($0)" } ?? ""
            Console.detail("contacted \(contact.host), port \(contact.port), at \(contact.address)\(way)")
        }
        client = HTTPClient(settings)
        fetcher = NetworkFetcher(
            client: client,
            allowsPrivateHosts: options.allowPrivateHosts,
            credentials: credentials,
            timestampForm: timestampForm
        )
    }

    /// The hosts that were contacted, in their order.
    var json: JSON {
        .array(
            record.contacts.withLock { $0 }.map { contact in
                .object([
                    "host": contact.host, "port": Int(contact.port), "address": contact.address.description,
                    "proxy": contact.proxy,
                ])
            }
        )
    }
}
