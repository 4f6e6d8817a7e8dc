public import JetonASN1

/// What a verifier asks of the certificate policies along a path.
///
/// The default accepts every policy and demands none, as most verifiers do.
///
/// - SeeAlso: RFC 5280, 6.1.1 (c) and (e) to (g).
public struct PolicySettings: Hashable, Sendable {
    /// The policies that are acceptable; nil for every policy.
    public var acceptable: Set<OID>?
    /// Whether a path without an acceptable policy is refused.
    public var requiresPolicy: Bool
    /// Whether policyMappings are refused.
    public var inhibitsMapping: Bool
    /// Whether anyPolicy in a certificate stands for no policy.
    public var inhibitsAnyPolicy: Bool

    /// Makes settings.
    public init(
        acceptable: Set<OID>? = nil,
        requiresPolicy: Bool = false,
        inhibitsMapping: Bool = false,
        inhibitsAnyPolicy: Bool = false
    ) {
        self.acceptable = acceptable
        self.requiresPolicy = requiresPolicy
        self.inhibitsMapping = inhibitsMapping
        self.inhibitsAnyPolicy = inhibitsAnyPolicy
    }
}
