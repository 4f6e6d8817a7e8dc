/// A field of HTTP that an issuer wants to stand in the request to the target of a relay, such as SOAPAction.
///
/// A field can't say where a request goes, who sends it, or where it ends: only names that mean something to the target's
/// service are taken.
public struct JobField: Hashable, Sendable {
    /// The most fields of one job.
    package static let countLimit = 8
    /// The longest value, in bytes.
    package static let valueLimit = 1024
    /// The names that any relay may have, in lower case; the content type is that of the document.
    private static let free: Set<String> = ["soapaction", "accept", "accept-language"]

    /// The name, as it is sent.
    public let name: String
    /// The value: printable ASCII, without spaces at its ends.
    public let value: String

    /// Takes a field.
    ///
    /// - Throws: ``JobRefusal/Code/content`` for a name that no relay may have, and for another value.
    package init(_ name: String, _ value: String) throws(JobRefusal) {
        let lower = name.lowercased()
        guard JobField.free.contains(lower) || JobField.isExtension(name) else {
            // The name is the issuer's: nothing but plain letters of it is repeated.
            let plain = String(name.prefix(40).filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
            throw JobRefusal(.content, "a relay does not support the field '\(plain)'")
        }
        guard value.utf8.count <= JobField.valueLimit, value.utf8.allSatisfy({ 0x20...0x7E ~= $0 }),
            value.first != " ", value.last != " "
        else { throw JobRefusal(.content, "the field '\(name)' is too long, or not printable ASCII") }
        self.name = name
        self.value = value
    }

    /// Whether a user must have allowed the issuer this name.
    package var needsPermission: Bool { !JobField.free.contains(name.lowercased()) }

    /// Whether a name is one of those that a user may allow an issuer: `X-` and letters, digits and hyphens.
    ///
    /// - Parameter name: A name in any case.
    /// - Returns: False for others, and for `X-Forwarded-…`, by which servers take a request for another one's.
    package static func isExtension(_ name: String) -> Bool {
        let lower = name.lowercased()
        return lower.hasPrefix("x-") && !lower.hasPrefix("x-forwarded") && (3...64).contains(lower.utf8.count)
            && lower.utf8.allSatisfy {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || $0 == UInt8(ascii: "-")
            }
    }
}
