internal import Cryptoki

/// The secure channel of a token, as far as its module reports it.
public struct TokenChannel: Hashable, Sendable {
    /// A set of algorithms.
    public enum Suite: String, Hashable, Sendable {
        /// HTSC's: GOST R 34.10-2001 and GOST 28147-89.
        case legacy
        /// HTSC's: GOST R 34.10-2012 and Kuznyechik.
        case modern
        /// HTSC's: P-256, SHA-256 and AES-256.
        case p256
        /// Rutoken's `SECURE_MESSAGING_BUILT_IN`.
        case builtIn
        /// Rutoken's `SECURE_MESSAGING_GOST`.
        case gost
        /// Rutoken's `SECURE_MESSAGING_ENHANCED_GOST`.
        case enhancedGOST

        /// Whether a program needs OpenSSL's GOST provider for it.
        package var needsGOSTProvider: Bool {
            switch self {
            case .legacy, .modern: true
            case .p256, .builtIn, .gost, .enhancedGOST: false
            }
        }
    }

    /// The suite that commands go through now; nil while the channel is not set up.
    public let suite: Suite?
    /// The suites that there are, at most 16: of a token that wants to be paired, those of its unused passwords.
    public let offered: [Suite]
    /// Why Jeton's own module may not use the channel, as one sentence without a full stop; nil if that is not so.
    public let refusal: String?
    /// What to do about that.
    public let advice: String?

    /// Whether the token has no channel, and is refused since it stands for a paired one.
    public var isMissing: Bool { suite == nil && offered.isEmpty && refusal != nil }

    /// Describes a channel.
    package init(suite: Suite?, offered: [Suite], refusal: String? = nil, advice: String? = nil) {
        self.suite = suite
        self.offered = offered
        self.refusal = refusal
        self.advice = advice
    }

    /// Reads Rutoken's hardware feature; nil if the token has no channel, or the module does not report one.
    ///
    /// - Parameters:
    ///   - info: The hardware feature's values.
    ///   - isJetonsOwn: Whether the module is Jeton's own, which reports the legacy suite as GOST, the modern one as
    ///     enhanced GOST, and P-256 by a number of its own.
    init?(_ info: SecureMessagingInfo, isJetonsOwn: Bool) {
        func suite(_ mode: SecureMessagingInfo.Mode) -> Suite? {
            switch mode {
            case .builtIn: .builtIn
            case .gost: isJetonsOwn ? .legacy : .gost
            case .enhancedGOST: isJetonsOwn ? .modern : .enhancedGOST
            case .jetonP256: isJetonsOwn ? .p256 : nil
            default: nil
            }
        }
        self.init(suite: info.mode.flatMap(suite), offered: (info.supportedModes ?? []).compactMap(suite))
        if self.suite == nil, offered.isEmpty { return nil }
    }

    /// Reads what Jeton's own module tells of a token whose channel it can't use; nil if it tells neither a suite nor a
    /// refusal, as of a token without a channel.
    init?(_ state: ChannelState) {
        let suites: [(ChannelState.Suites, Suite)] = [(.legacy, .legacy), (.modern, .modern), (.p256, .p256)]
        self.init(
            suite: nil,
            offered: suites.filter { state.suites.contains($0.0) }.map(\.1),
            refusal: state.status == 0 ? nil : state.text,
            advice: state.status == 0 || state.hint.isEmpty ? nil : state.hint
        )
        if offered.isEmpty, refusal == nil { return nil }
    }
}
