package import JetonASN1
package import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

/// One alternative name of a certificate's subject.
///
/// - SeeAlso: RFC 5280, 4.2.1.6.
public enum GeneralName: Hashable, Sendable, CustomStringConvertible {
    /// A host name in ASCII: dNSName.
    case dns(String)
    /// A mail address in ASCII: rfc822Name.
    case email(String)
    /// A URI in ASCII: uniformResourceIdentifier.
    case uri(String)
    /// An address of 4 or 16 octets: iPAddress.
    case ip([UInt8])
    /// A distinguished name: directoryName.
    case directoryName(DistinguishedName)
    /// Any other form, as it was encoded.
    case other([UInt8])

    package init(_ element: ASN1Element) throws(EncodingError) {
        let text = String(String.UnicodeScalarView(element.content.map { Unicode.Scalar($0) }))
        switch element.tag {
        case .contextPrimitive(1): self = .email(text)
        case .contextPrimitive(2): self = .dns(text)
        case .contextPrimitive(6): self = .uri(text)
        case .contextPrimitive(7): self = .ip(Array(element.content))
        case .contextConstructed(4): self = .directoryName(try DistinguishedName(element.onlyMember()))
        default: self = .other(Array(element.encoded))
        }
    }

    /// Reads the text of an IPv4 or IPv6 address.
    ///
    /// - Returns: ``ip(_:)`` with 4 or 16 octets; nil if the text is not an address.
    public static func ip(text: String) -> GeneralName? {
        for (family, size) in [(AF_INET, 4), (AF_INET6, 16)] {
            var octets = [UInt8](repeating: 0, count: size)
            if unsafe octets.withUnsafeMutableBytes({ unsafe inet_pton(family, text, $0.baseAddress) }) == 1 {
                return .ip(octets)
            }
        }
        return nil
    }

    /// The encoding.
    ///
    /// - Throws: ``DocumentError/Code/invalidArgument`` for text that is empty or not ASCII, or an address of another
    ///   length.
    var derRepresentation: [UInt8] {
        get throws(DocumentError) {
            switch self {
            case .email(let text): return try GeneralName.ascii(1, text)
            case .dns(let text): return try GeneralName.ascii(2, text)
            case .uri(let text): return try GeneralName.ascii(6, text)
            case .ip(let octets):
                guard octets.count == 4 || octets.count == 16 else {
                    throw DocumentError(.invalidArgument, "an IP address of \(octets.count) bytes")
                }
                return DER.element(.contextPrimitive(7), octets)
            case .directoryName(let name): return DER.explicit(4, name.derRepresentation)
            case .other(let encoded): return encoded
            }
        }
    }

    private static func ascii(_ number: UInt8, _ text: String) throws(DocumentError) -> [UInt8] {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw DocumentError(.invalidArgument, "an alternative name is empty or not printable ASCII")
        }
        return DER.string(.contextPrimitive(number), text)
    }

    /// The kind and the value, as OpenSSL prints them: `DNS:example.org`.
    public var description: String {
        switch self {
        case .dns(let text): "DNS:\(printable(text))"
        case .email(let text): "email:\(printable(text))"
        case .uri(let text): "URI:\(printable(text))"
        case .ip(let octets): "IP:\(GeneralName.addressText(octets))"
        case .directoryName(let name): "DirName:\(name)"
        case .other(let encoded): "other:\(Hex.encode(encoded))"
        }
    }

    /// The choice of GeneralName.
    enum Form: Hashable {
        case dns, email, uri, ip, directoryName
        /// Another choice, by its tag's number.
        case other(UInt8)
    }

    /// Which choice it is.
    var form: Form {
        switch self {
        case .dns: .dns
        case .email: .email
        case .uri: .uri
        case .ip: .ip
        case .directoryName: .directoryName
        case .other(let encoded): .other((encoded.first ?? 0) & 0x1F)
        }
    }

    /// Whether it is a SmtpUTF8Mailbox, which constraints on mail addresses hold for too (RFC 9598, 3 and 6).
    var isInternationalMailbox: Bool {
        guard case .other(let encoded) = self, var reader = try? ASN1Element.parse(encoded, rules: .basic).members()
        else {
            return false
        }
        return (try? reader.next().oid()) == .smtpUTF8Mailbox
    }

    private func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { (0x20...0x7E).contains($0.value) ? $0 : "?" }))
    }

    private static func addressText(_ octets: [UInt8]) -> String {
        let family = octets.count == 4 ? AF_INET : AF_INET6
        guard octets.count == 4 || octets.count == 16 else { return Hex.encode(octets) }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard unsafe inet_ntop(family, octets, &text, socklen_t(text.count)) != nil else { return Hex.encode(octets) }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
