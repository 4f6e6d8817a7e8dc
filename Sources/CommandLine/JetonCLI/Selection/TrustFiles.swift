internal import X509

/// Trust anchors that options and settings name.
enum TrustFiles {
    /// The anchors of `--trust`; those of the settings without the option, and the system's without both.
    static func store(option paths: [String]) throws -> TrustStore {
        guard paths.isEmpty, let setting = try Settings.value(.trust) else { return try store(paths) }
        Console.detail("note: trusted are the certificates that the settings name (\(setting.origin.word))")
        do {
            return try store(setting.values)
        } catch var error as CommandError {
            error.hints.append("the settings name this file; `jeton config list` shows where")
            throw error
        }
    }

    /// Reads the anchors of files; the system's without any.
    static func store(_ paths: [String]) throws -> TrustStore {
        guard paths.isEmpty else {
            return TrustStore(try paths.flatMap { try CertificateFile.trustAnchors(at: $0) })
        }
        let bundle = "/etc/ssl/certs/ca-certificates.crt"
        guard FileSource.exists(bundle) else { return TrustStore() }
        let octets = try FileSource.contents(of: bundle, limit: 16 << 20)
        do {
            return try TrustStore(bundle: octets)
        } catch {
            throw CommandError("\(bundle) is malformed: \(error)", exitCode: .inputOutput)
        }
    }
}
