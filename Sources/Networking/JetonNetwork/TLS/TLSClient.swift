import CJetonTLS
import JetonX509

/// What connections to servers with the same rules share.
///
/// May be used by any number of threads at once.
@safe
public final class TLSClient: @unchecked Sendable {
    // Proof for @unchecked Sendable: the C side allows any number of connections to be made at once from a client,
    // which is changed only in the initializer and freed by deinit, after its connections, which hold this object.
    let client: OpaquePointer
    let trust: TLSTrust
    let rules: TLSRules
    let identity: TLSIdentity?
    /// Whether connections to servers that are not trusted are made all the same, to be looked at.
    let isObserver: Bool
    /// The trust and the rules are the client's own, so that what was judged by them holds for all its connections.
    private let trusted = TrustedServer()

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - trust: Who judges the servers.
    ///   - rules: What is demanded of them.
    ///   - identity: The certificate for servers that ask for one.
    /// - Throws: ``NetworkError/Code/tlsUnavailable`` without libssl 3, ``NetworkError/Code/invalidRequest`` for an
    ///   unknown suite or a certificate that libssl does not take.
    public convenience init(
        trust: TLSTrust,
        rules: TLSRules = TLSRules(),
        identity: TLSIdentity? = nil
    ) throws(NetworkError) {
        try self.init(trust: trust, rules: rules, identity: identity, isObserver: false)
    }

    /// Makes a client; one that observes connects to servers that are not trusted too, and says so by
    /// ``TLSConnection/distrust``.
    init(trust: TLSTrust, rules: TLSRules, identity: TLSIdentity?, isObserver: Bool) throws(NetworkError) {
        let library = try TLSLibrary.load()
        var failure = ctls_failure()
        var made: OpaquePointer?
        let result = unsafe TLSClient.withNames(rules.suites) { names in
            var policy = unsafe ctls_policy(
                minimum_version: rules.minimumVersion.number,
                maximum_version: rules.maximumVersion.number,
                // TLS 1.0 and 1.1 sign with SHA-1; the certificates are judged by other rules anyway.
                security_level: rules.minimumVersion < .tls12 ? 0 : 2,
                suites: names.baseAddress,
                suite_count: rules.suites.count
            )
            return unsafe ctls_client_make(library.functions, &policy, &made, &failure)
        }
        guard result == 0, let made = unsafe made else {
            throw TLSResult.error(result, failure, "setting up TLS")
        }
        unsafe client = made
        self.trust = trust
        self.rules = rules
        self.identity = identity
        self.isObserver = isObserver
        guard let identity else { return }
        let chosen = unsafe TLSClient.withOctets(identity.certificates.map(\.derRepresentation)) { certificates in
            guard let base = certificates.baseAddress else { return Int32(bitPattern: CTLS_INVALID.rawValue) }
            return unsafe ctls_client_set_certificates(
                made,
                base,
                certificates.count,
                identity.algorithmList,
                &failure
            )
        }
        guard chosen == 0 else { throw TLSResult.error(chosen, failure, "setting up the client certificate") }
    }

    deinit { unsafe ctls_client_free(client) }

    /// Judges a server.
    ///
    /// - Parameters:
    ///   - encoded: What it sent, its own certificate first.
    ///   - host: The name or address that was asked for.
    /// - Returns: Why the server is not trusted; nil if it is.
    func refusal(of encoded: [[UInt8]], host: String) -> String? {
        if trusted.isTrusted(encoded, host: host) { return nil }
        let refusal = trust.refusal(of: encoded, host: host, rules: rules)
        if refusal == nil { trusted.note(encoded, host: host) }
        return refusal
    }

    /// Lends C strings.
    private static func withNames<Result>(
        _ names: [String],
        _ body: (UnsafeBufferPointer<UnsafePointer<CChar>>) -> Result
    ) -> Result {
        let bytes = names.flatMap { Array($0.utf8CString) }
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            var pointers: [UnsafePointer<CChar>] = unsafe []
            var start = 0
            for name in names {
                if let base = buffer.baseAddress { unsafe pointers.append(base + start) }
                start += name.utf8CString.count
            }
            return unsafe pointers.withUnsafeBufferPointer(body)
        }
    }

    /// Lends strings of bytes.
    private static func withOctets<Result>(
        _ strings: [[UInt8]],
        _ body: (UnsafeBufferPointer<ctls_octets>) -> Result
    ) -> Result {
        let bytes = Array(strings.joined())
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            var entries: [ctls_octets] = unsafe []
            var start = 0
            for string in strings {
                if let base = buffer.baseAddress {
                    unsafe entries.append(ctls_octets(octets: base + start, count: string.count))
                }
                start += string.count
            }
            return unsafe entries.withUnsafeBufferPointer(body)
        }
    }
}
