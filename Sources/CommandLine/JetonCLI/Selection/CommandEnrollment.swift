internal import EnrollmentDesk
internal import JetonEnrollment
internal import JetonNetwork
internal import JetonOctets
internal import JetonX509
internal import SigningDesk
internal import TokenKit
internal import VerificationDesk

/// What the options of a command bring to its requests for certificates.
struct CommandEnrollment: EnrollmentProgram {
    let access: EnrollmentAccessOptions
    let pin: PINOptions
    let tokens: any TokenAccess

    init(_ access: EnrollmentAccessOptions, tokens: TokenOptions, pin: PINOptions) {
        self.access = access
        self.pin = pin
        self.tokens = CommandTokens(tokens, pin: pin, management: access.management)
    }

    /// The work on the requests of this user.
    func client() throws -> EnrollmentClient { EnrollmentClient(try .ofThisUser(), self) }

    var clientKey: String? { access.clientKey }

    func password(of service: EnrollmentService, hasAsked: Bool) throws -> SharedSecret {
        let source = access.password.passwordSource
        guard source == nil || !hasAsked else {
            throw CommandError.usage(
                "there is one password source, but requests at several authorities",
                hints: ["name the requests of one authority; `jeton enroll list` shows them"]
            )
        }
        let login = ServerLogin(user: service.user ?? "", source: source, reader: .authorityPassword)
        return SharedSecret(try login.password(at: HTTPURL(service.url)))
    }

    func client(_ identity: TLSIdentity?) throws -> HTTPClient {
        try NetworkAccess(access.network, identity: identity).client
    }

    func trust() throws -> TrustStore {
        access.network.serverTrust.isEmpty ? TrustStore() : try TrustFiles.store(access.network.serverTrust)
    }

    func variables() throws -> [String: String] {
        let sources = try [pin.pinSource, access.password.passwordSource, Settings.value(.pinSource)?.text].map {
            try PINSource.option($0)
        }
        let secrets = sources.compactMap { if case .environment(let name) = $0 { name } else { nil } }
        return Process.variables.filter { !secrets.contains($0.key) }
    }

    func warn(_ text: String) { Console.note("warning: \(text)") }
}

extension PendingList {
    /// The list of this user.
    static func ofThisUser() throws(CommandError) -> PendingList {
        PendingList(directory: try Process.required(Process.dataDirectory) + "/enroll")
    }
}
