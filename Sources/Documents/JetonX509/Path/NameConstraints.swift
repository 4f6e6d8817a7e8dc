import JetonASN1
import JetonOctets

/// The names that an authority may, and may not, certify.
///
/// - SeeAlso: RFC 5280, 4.2.1.10.
public struct NameConstraints: Hashable, Sendable {
    /// How many subtrees of each kind one extension may have.
    static let subtreeLimit = 4096
    /// How many comparisons one certificate may cost.
    static let comparisonLimit = 1 << 18

    /// A name of a form that is named here must be within one of these.
    public let permitted: [GeneralName]
    /// A name must be within none of these.
    public let excluded: [GeneralName]

    init(_ element: ASN1Element) throws(EncodingError) {
        var reader = try element.members(of: .sequence)
        permitted = try reader.nextIf(.contextConstructed(0)).map(NameConstraints.subtrees) ?? []
        excluded = try reader.nextIf(.contextConstructed(1)).map(NameConstraints.subtrees) ?? []
        try reader.finish()
        guard !permitted.isEmpty || !excluded.isEmpty else {
            throw EncodingError(.unexpectedValue, at: element.offset)
        }
    }

    private static func subtrees(_ element: ASN1Element) throws(EncodingError) -> [GeneralName] {
        var reader = try element.members()
        var names: [GeneralName] = []
        for subtree in try reader.rest(limit: subtreeLimit) {
            var members = try subtree.members(of: .sequence)
            names.append(try GeneralName(members.next()))
            // RFC 5280 leaves no value but the default for minimum, and none for maximum.
            if let minimum = try members.nextIf(.contextPrimitive(0)), !minimum.content.allSatisfy({ $0 == 0 }) {
                throw EncodingError(.unexpectedValue, at: minimum.offset)
            }
            try members.finish()
        }
        return names
    }

    /// Why the constraints do not allow the names of a certificate; nil if they do.
    func refusal(of names: ConstrainedNames) -> (CertificatePathFailure.Reason, String)? {
        guard names.names.count * (permitted.count + excluded.count) <= NameConstraints.comparisonLimit else {
            return (.nameNotComparable, "it has too many names to compare")
        }
        for name in names.names {
            let within = { (base: GeneralName) in base.form == name.form }
            var isPermitted = true
            for base in permitted.filter(within) {
                guard let isMatch = NameComparison.isWithin(name, base) else { return notComparable(name) }
                isPermitted = isMatch
                if isMatch { break }
            }
            guard isPermitted else { return (.nameNotAllowed, "its name '\(name)' is not permitted") }
            for base in excluded.filter(within) {
                guard let isMatch = NameComparison.isExcluded(name, base) else { return notComparable(name) }
                if isMatch { return (.nameNotAllowed, "its name '\(name)' is excluded") }
            }
        }
        return nil
    }

    private func notComparable(_ name: GeneralName) -> (CertificatePathFailure.Reason, String) {
        (.nameNotComparable, "its name '\(name)' cannot be compared, but is constrained")
    }
}
