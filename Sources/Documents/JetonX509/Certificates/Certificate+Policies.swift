public import JetonASN1
import JetonOctets

extension Certificate {
    /// One entry of policyMappings: the subject's policy counts as the issuer's.
    public struct PolicyMapping: Hashable, Sendable {
        /// The policy in the domain of the certificate's issuer.
        public let issuerPolicy: OID
        /// The policy in the domain of the certificate's subject.
        public let subjectPolicy: OID
    }

    /// What policyConstraints says; each number counts certificates further down, without self-issued ones.
    public struct PolicyConstraints: Hashable, Sendable {
        /// How many certificates may follow before each needs an acceptable policy; nil for no such demand.
        public let requireExplicitPolicy: Int?
        /// How many certificates may follow before mappings are ignored; nil for no limit.
        public let inhibitPolicyMapping: Int?
    }

    /// How many policies or mappings one certificate may have.
    static let policyLimit = 256

    /// certificatePolicies without their qualifiers, in the certificate's order; nil if there is none or it is
    /// malformed.
    ///
    /// - SeeAlso: RFC 5280, 4.2.1.4.
    public var policies: [OID]? { value(of: .certificatePolicies, Certificate.policies) }

    /// policyMappings; nil if there is none or it is malformed.
    ///
    /// - SeeAlso: RFC 5280, 4.2.1.5.
    public var policyMappings: [PolicyMapping]? { value(of: .policyMappings, Certificate.policyMappings) }

    /// policyConstraints; nil if there is none or it is malformed.
    ///
    /// - SeeAlso: RFC 5280, 4.2.1.11.
    public var policyConstraints: PolicyConstraints? { value(of: .policyConstraints, Certificate.policyConstraints) }

    /// How many certificates may follow before anyPolicy is ignored; nil if there is no inhibitAnyPolicy or it is
    /// malformed.
    ///
    /// - SeeAlso: RFC 5280, 4.2.1.14.
    public var inhibitAnyPolicy: Int? { value(of: .inhibitAnyPolicy, Certificate.skipCount) }

    /// The first qualifier of certificatePolicies that is of another kind than the two of RFC 5280; nil if there is none.
    ///
    /// - SeeAlso: RFC 5280, 4.2.1.4.
    var unknownPolicyQualifier: OID? {
        let kinds = value(of: .certificatePolicies) { element throws(EncodingError) in
            var kinds: [OID] = []
            var reader = try element.members(of: .sequence)
            for information in try reader.rest(limit: Certificate.policyLimit) {
                var members = try information.members(of: .sequence)
                _ = try members.next()
                guard let qualifiers = try members.nextIf(.sequence) else { continue }
                var list = try qualifiers.members()
                for qualifier in try list.rest(limit: Certificate.policyLimit) {
                    var parts = try qualifier.members(of: .sequence)
                    kinds.append(try parts.next().oid())
                }
            }
            return kinds
        }
        return kinds?.first { $0 != .practiceStatement && $0 != .userNotice }
    }

    static func policies(_ element: ASN1Element) throws(EncodingError) -> [OID] {
        var reader = try element.members(of: .sequence)
        var policies: [OID] = []
        for information in try nonEmpty(reader.rest(limit: policyLimit), of: element) {
            var members = try information.members(of: .sequence)
            let policy = try members.next().oid()
            if let qualifiers = try members.nextIf(.sequence) { try checkQualifiers(qualifiers) }
            try members.finish()
            // RFC 5280, 4.2.1.4: a policy is there once.
            guard !policies.contains(policy) else {
                throw EncodingError(.unexpectedValue, at: information.offset)
            }
            policies.append(policy)
        }
        return policies
    }

    private static func checkQualifiers(_ element: ASN1Element) throws(EncodingError) {
        var reader = try element.members()
        for qualifier in try nonEmpty(reader.rest(limit: policyLimit), of: element) {
            var members = try qualifier.members(of: .sequence)
            _ = try members.next().oid()
            _ = try members.next()
            try members.finish()
        }
    }

    static func policyMappings(_ element: ASN1Element) throws(EncodingError) -> [PolicyMapping] {
        var reader = try element.members(of: .sequence)
        var mappings: [PolicyMapping] = []
        for mapping in try nonEmpty(reader.rest(limit: policyLimit), of: element) {
            var members = try mapping.members(of: .sequence)
            let (issuer, subject) = (try members.next().oid(), try members.next().oid())
            try members.finish()
            mappings.append(PolicyMapping(issuerPolicy: issuer, subjectPolicy: subject))
        }
        return mappings
    }

    static func policyConstraints(_ element: ASN1Element) throws(EncodingError) -> PolicyConstraints {
        var reader = try element.members(of: .sequence)
        let explicit = try reader.nextIf(.contextPrimitive(0)).map(implicitSkipCount)
        let mapping = try reader.nextIf(.contextPrimitive(1)).map(implicitSkipCount)
        try reader.finish()
        guard explicit != nil || mapping != nil else { throw EncodingError(.unexpectedValue, at: element.offset) }
        return PolicyConstraints(requireExplicitPolicy: explicit, inhibitPolicyMapping: mapping)
    }

    /// SkipCerts; a number beyond all paths counts as the largest Int.
    static func skipCount(_ element: ASN1Element) throws(EncodingError) -> Int {
        let magnitude = try element.unsignedInteger()
        guard magnitude.count < 8 else { return .max }
        return magnitude.reduce(0) { $0 << 8 | Int($1) }
    }

    private static func implicitSkipCount(_ element: ASN1Element) throws(EncodingError) -> Int {
        try skipCount(ASN1Element.parse(DER.element(.integer, element.content), rules: element.rules))
    }

    private static func nonEmpty(
        _ elements: [ASN1Element],
        of element: ASN1Element
    ) throws(EncodingError) -> [ASN1Element] {
        guard !elements.isEmpty else { throw EncodingError(.unexpectedValue, at: element.offset) }
        return elements
    }
}
