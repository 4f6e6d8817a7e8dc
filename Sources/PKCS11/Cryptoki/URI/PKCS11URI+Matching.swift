extension PKCS11URI {
    /// Whether this URI, taken as a pattern, picks a candidate.
    ///
    /// Every path attribute of the pattern must be present in the candidate with the same octets; what the pattern
    /// leaves out may be anything, and an empty value is matched by an empty one only. Blanks at the end of the
    /// fields that C structures pad with blanks do not count. A vendor's attribute that the candidate does not have
    /// is not matched. The query takes no part.
    ///
    /// - Parameter candidate: A URI with all that is known of an object, a token, a slot or a library.
    /// - Returns: Whether it matches.
    /// - SeeAlso: RFC 7512, 2.5 and 2.6.
    public func matches(_ candidate: PKCS11URI) -> Bool {
        for entry in pathValues.entries {
            guard let other = candidate.pathValues[entry.attribute],
                PKCS11URI.isSame(entry.value, other, for: entry.attribute)
            else { return false }
        }
        return true
    }

    /// The shortest readable URI that picks one candidate out of a list and no other.
    ///
    /// It has the fewest attributes possible; among those of equal count the attributes that come first in the order
    /// of ``PathAttribute`` win, with empty values and text that can't be read put last. An object is always named by
    /// its label or identifier, even where its token alone would tell it from the others, so that the URI still fits
    /// when a second object comes to the token. The result is the same for the same candidates in any order.
    ///
    /// ```swift
    /// PKCS11URI.shortestUnique(for: key, among: objects)  // pkcs11:object=sign;type=private
    /// ```
    ///
    /// - Parameters:
    ///   - candidate: The one to be picked.
    ///   - candidates: All there are, with or without `candidate` itself.
    /// - Returns: A URI without a query; the candidate's own path is unique if any part of it is. nil if the list
    ///   holds another with the same path, or one whose path has all that the candidate's has and more. Of more than
    ///   ``maximumAttributesTried`` attributes, which only a vendor's can bring about, the last ones are not tried.
    /// - Complexity: The number of candidates times the number of attributes, and the subsets of the attributes
    ///   that had to be tried.
    public static func shortestUnique(for candidate: PKCS11URI, among candidates: [PKCS11URI]) -> PKCS11URI? {
        let attributes = candidate.attributesByReadability
        // An array: there are hardly more of them than attributes.
        var difference: [UInt64] = []
        if let mask = candidate.mask(ofObjectIn: attributes) { difference.append(mask) }
        var metItself = false
        for other in candidates {
            if !metItself, other.pathValues == candidate.pathValues {
                metItself = true
                continue
            }
            let mask = candidate.mask(ofDifferencesTo: other, in: attributes)
            // Whatever is chosen of the candidate's attributes, the other one has it too.
            guard mask != 0 else { return nil }
            if !difference.contains(mask) { difference.append(mask) }
        }
        let chosen = smallestSelection(from: attributes.count, hittingAll: difference)
        var uri = PKCS11URI()
        for (index, attribute) in attributes.enumerated() where chosen & (1 << index) != 0 {
            uri.pathValues[attribute] = candidate.pathValues[attribute]
        }
        return uri
    }

    /// How many attributes take part in the search for the shortest unique URI: those of RFC 7512 and a few of
    /// vendors.
    public static let maximumAttributesTried = 16

    /// The attributes to choose from, the most readable first.
    private var attributesByReadability: [PathAttribute] {
        let sorted = pathAttributes
        let readable = sorted.filter(isReadable)
        let all = readable + sorted.filter { !isReadable($0) }
        return Array(all.prefix(PKCS11URI.maximumAttributesTried))
    }

    private func isReadable(_ attribute: PathAttribute) -> Bool {
        guard let value = pathValues[attribute], !value.isEmpty else { return false }
        if attribute == .id || value.allSatisfy({ (0x20..<0x7F).contains($0) }) { return true }
        return value.allSatisfy { $0 >= 0x20 } && String(validating: value, as: UTF8.self) != nil
    }

    /// The bits of those attributes that name an object rather than its token, or nil if it is not an object.
    private func mask(ofObjectIn attributes: [PathAttribute]) -> UInt64? {
        var mask: UInt64 = 0
        for (index, attribute) in attributes.enumerated() where attribute == .object || attribute == .id {
            if isReadable(attribute) { mask |= 1 << index }
        }
        return mask == 0 ? nil : mask
    }

    /// One bit for each attribute by which this URI and another differ; the first attribute is the lowest bit.
    private func mask(ofDifferencesTo other: PKCS11URI, in attributes: [PathAttribute]) -> UInt64 {
        var mask: UInt64 = 0
        for (index, attribute) in attributes.enumerated() {
            guard let mine = pathValues[attribute], let theirs = other.pathValues[attribute],
                PKCS11URI.isSame(mine, theirs, for: attribute)
            else {
                mask |= 1 << index
                continue
            }
        }
        return mask
    }

    /// The selection of fewest bits, and of lowest ones among these, that shares a bit with every mask.
    private static func smallestSelection(from count: Int, hittingAll masks: [UInt64]) -> UInt64 {
        if masks.isEmpty { return count > 0 ? 1 : 0 }
        for size in 1...max(count, 1) {
            if let found = selection(of: size, from: 0, to: count, chosen: 0, hittingAll: masks) { return found }
        }
        return (1 << count) - 1
    }

    private static func selection(
        of size: Int,
        from start: Int,
        to count: Int,
        chosen: UInt64,
        hittingAll masks: [UInt64]
    ) -> UInt64? {
        if size == 0 { return masks.allSatisfy { $0 & chosen != 0 } ? chosen : nil }
        for index in start..<count where count - index >= size {
            let next = chosen | 1 << index
            if let found = selection(of: size - 1, from: index + 1, to: count, chosen: next, hittingAll: masks) {
                return found
            }
        }
        return nil
    }

    private static func isSame(_ left: [UInt8], _ right: [UInt8], for attribute: PathAttribute) -> Bool {
        if left == right { return true }
        guard attribute.isPaddedField else { return false }
        return trimmingBlanks(left) == trimmingBlanks(right)
    }

    private static func trimmingBlanks(_ octets: [UInt8]) -> ArraySlice<UInt8> {
        var octets = octets[...]
        while octets.last == 0x20 { octets.removeLast() }
        return octets
    }
}
