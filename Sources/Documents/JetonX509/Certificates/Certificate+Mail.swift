extension Certificate {
    /// The mail addresses that the certificate is for: rfc822Name, and emailAddress in the subject, each once.
    ///
    /// - SeeAlso: RFC 8550, 3.
    public var mailAddresses: [String] {
        var found: [String] = []
        for case .email(let address) in subjectAlternativeNames where !found.contains(address) { found.append(address) }
        for attribute in subject.relativeNames.joined() where attribute.type == NameAttributeType.emailAddress {
            if let address = attribute.text, !found.contains(address) { found.append(address) }
        }
        return found
    }

    /// Whether the certificate is for a mail address: its local part as it is written, its domain in any case.
    ///
    /// - SeeAlso: RFC 5280, 7.5.
    public func isFor(mailAddress: String) -> Bool {
        guard let wanted = Certificate.split(mailAddress) else { return false }
        return mailAddresses.contains { address in
            guard let offered = Certificate.split(address) else { return false }
            return offered.local.utf8.elementsEqual(wanted.local.utf8) && offered.host == wanted.host
        }
    }

    private static func split(_ address: String) -> (local: Substring, host: HostName)? {
        guard let at = address.lastIndex(of: "@"), at != address.startIndex,
            let host = HostName(address[at...].dropFirst())
        else { return nil }
        return (address[..<at], host)
    }
}
