import JetonASN1
import JetonOctets

extension DistinguishedName {
    /// What names are compared by: ``canonicalRelativeNames``, each behind its length.
    var canonicalForm: [UInt8] {
        var form: [UInt8] = []
        for name in canonicalRelativeNames { form += UInt32(name.count).bigEndianOctets + name }
        return form
    }

    /// Each relative name with its texts in lower case and single spaces, its attributes in one order.
    ///
    /// Equal octets mean equal names by RFC 5280, 7.1.
    var canonicalRelativeNames: [[UInt8]] {
        relativeNames.map { attributes in
            guard attributes.count > 1 else { return attributes.first.map { $0.canonicalForm } ?? [] }
            return Array(attributes.map(\.canonicalForm).sorted { $0.lexicographicallyPrecedes($1) }.joined())
        }
    }
}

extension DistinguishedName.Attribute {
    /// Type and value, each behind its length.
    fileprivate var canonicalForm: [UInt8] {
        let value = canonicalValue
        return [UInt8(truncatingIfNeeded: type.contents.count)] + type.contents
            + UInt32(value.count).bigEndianOctets + value
    }

    /// 1 and the folded text, or 0 and the encoded value of what is not text.
    private var canonicalValue: [UInt8] {
        guard let text else { return [0] + derValue }
        var folded: [UInt8] = [1]
        var isAfterSpace = false
        for octet in text.utf8 {
            // Letters beyond ASCII have their case in tables.
            guard octet < 0x80 else {
                return [1] + text.lowercased().split(separator: " ").joined(separator: " ").utf8
            }
            if octet == 0x20 {
                isAfterSpace = true
                continue
            }
            if isAfterSpace, folded.count > 1 { folded.append(0x20) }
            isAfterSpace = false
            folded.append((0x41...0x5A).contains(octet) ? octet + 0x20 : octet)
        }
        return folded
    }
}
