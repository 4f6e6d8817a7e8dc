public import JetonASN1
import JetonOctets

extension Certificate {
    /// What basicConstraints says.
    public struct BasicConstraints: Hashable, Sendable {
        /// Whether the key may sign certificates.
        public let isAuthority: Bool
        /// How many certificates of authorities may follow; nil for any number.
        public let pathLength: Int?
    }

    /// The first extension of a kind; nil if there is none.
    public func firstExtension(_ oid: OID) -> CertificateExtension? { extensions.first { $0.oid == oid } }

    /// basicConstraints; nil if there is none or it is malformed.
    public var basicConstraints: BasicConstraints? {
        value(of: .basicConstraints) { element throws(EncodingError) in
            var reader = try element.members(of: .sequence)
            let isAuthority = try reader.nextIf(.boolean)?.boolean() ?? false
            let pathLength = try reader.nextIf(.integer)?.int()
            try reader.finish()
            guard pathLength ?? 0 >= 0 else { throw EncodingError(.unexpectedValue, at: element.offset) }
            return BasicConstraints(isAuthority: isAuthority, pathLength: pathLength)
        }
    }

    /// keyUsage; nil if there is none or it is malformed.
    public var keyUsage: KeyUsage? {
        value(of: .keyUsage) { element throws(EncodingError) in KeyUsage(rawValue: try element.namedBits()) }
    }

    /// extendedKeyUsage; nil if there is none or it is malformed.
    public var extendedKeyUsage: [OID]? {
        value(of: .extendedKeyUsage) { element throws(EncodingError) in
            var reader = try element.members(of: .sequence)
            guard !reader.isAtEnd else { throw EncodingError(.unexpectedValue, at: element.offset) }
            var purposes: [OID] = []
            for purpose in try reader.rest(limit: Certificate.extensionLimit) { purposes.append(try purpose.oid()) }
            return purposes
        }
    }

    /// subjectKeyIdentifier; nil if there is none or it is malformed.
    public var subjectKeyIdentifier: [UInt8]? {
        value(of: .subjectKeyIdentifier) { element throws(EncodingError) in try element.octetString() }
    }

    /// The keyIdentifier of authorityKeyIdentifier; nil if there is none or it is malformed.
    public var authorityKeyIdentifier: [UInt8]? { value(of: .authorityKeyIdentifier, Certificate.keyIdentifier) ?? nil }

    /// subjectAltName; empty if there is none or it is malformed.
    public var subjectAlternativeNames: [GeneralName] {
        value(of: .subjectAlternativeName, Certificate.generalNames) ?? []
    }

    /// nameConstraints; nil if there are none or they are malformed.
    public var nameConstraints: NameConstraints? {
        value(of: .nameConstraints) { element throws(EncodingError) in try NameConstraints(element) }
    }

    /// Whether an extension that is there, and that one of the properties above reads, is well formed.
    ///
    /// - Parameters:
    ///   - oid: The extension's type.
    ///   - isAnchor: Whether it may be other than DER, as it is in some anchors of the field.
    /// - Returns: False also for an extension that no property reads.
    func canRead(_ oid: OID, isAnchor: Bool) -> Bool {
        guard isAnchor || isDistinguished(oid) else { return false }
        switch oid {
        case .basicConstraints: return basicConstraints != nil
        case .keyUsage:
            return value(of: oid, rules: isAnchor ? .basic : .distinguished) { element throws(EncodingError) in
                try element.namedBits()
            } != nil
        case .extendedKeyUsage: return extendedKeyUsage != nil
        case .subjectKeyIdentifier: return subjectKeyIdentifier != nil
        case .authorityKeyIdentifier: return value(of: oid, Certificate.keyIdentifier) != nil
        case .subjectAlternativeName: return value(of: oid, Certificate.generalNames) != nil
        case .nameConstraints: return nameConstraints != nil
        case .certificatePolicies: return policies != nil
        case .policyMappings: return policyMappings != nil
        case .policyConstraints: return policyConstraints != nil
        case .inhibitAnyPolicy: return inhibitAnyPolicy != nil
        default: return false
        }
    }

    /// How many names subjectAltName may have.
    private static let nameLimit = 4_096

    /// How many entries an extension may have that is a list; nil for one that is not read, or is not a list.
    private static func entryLimit(_ oid: OID) -> Int? {
        switch oid {
        case .subjectAlternativeName: nameLimit
        case .certificatePolicies, .policyMappings: policyLimit
        case .extendedKeyUsage: extensionLimit
        default: nil
        }
    }

    /// How many entries of an extension are read, if it has more; nil if it does not.
    func exceededLimit(_ oid: OID) -> Int? {
        guard let limit = Certificate.entryLimit(oid) else { return nil }
        let count = value(of: oid) { element throws(EncodingError) in
            var reader = try element.members(of: .sequence)
            var count = 0
            while !reader.isAtEnd {
                _ = try reader.next()
                count += 1
            }
            return count
        }
        return count ?? 0 > limit ? limit : nil
    }

    private static func keyIdentifier(_ element: ASN1Element) throws(EncodingError) -> [UInt8]? {
        var reader = try element.members(of: .sequence)
        return try reader.nextIf(.contextPrimitive(0)).map { Array($0.content) }
    }

    private static func generalNames(_ element: ASN1Element) throws(EncodingError) -> [GeneralName] {
        var reader = try element.members(of: .sequence)
        var names: [GeneralName] = []
        for name in try reader.rest(limit: nameLimit) { names.append(try GeneralName(name)) }
        return names
    }

    /// Whether an extension's value is DER.
    private func isDistinguished(_ oid: OID) -> Bool {
        firstExtension(oid).map { Strictness.isDistinguished($0.value) } ?? true
    }

    func value<Value>(
        of oid: OID,
        rules: ASN1Reader.Rules = .basic,
        _ read: (ASN1Element) throws(EncodingError) -> Value
    ) -> Value? {
        guard let found = firstExtension(oid) else { return nil }
        return try? read(ASN1Element.parse(found.value, rules: rules))
    }
}
