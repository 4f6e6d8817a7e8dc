/// How an authority is reached, without passwords.
package struct EnrollmentService: Hashable, Sendable {
    /// The protocol.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The request is a file that a person takes to the authority, and so is the certificate.
        case file
        /// The Certificate Management Protocol.
        ///
        /// - SeeAlso: RFC 9810, RFC 9811.
        case cmp
        /// Enrollment over Secure Transport.
        ///
        /// - SeeAlso: RFC 7030.
        case est
        /// A web service that takes requests and later a list of their identifiers.
        case mailbox
        /// A program that submits requests, as certmonger's helpers do.
        case helper
    }

    /// The protocol.
    package var kind: Kind
    /// The URL; empty for a file, the path of a helper.
    package var url: String
    /// The user's name at the authority, or CMP's reference value; nil without a password.
    package var user: String?
    /// The texts of a mailbox; nil for other protocols.
    package var template: MailboxTemplate?

    /// The words behind the path of a helper.
    package var arguments: [String] = []

    /// Describes a service.
    package init(_ kind: Kind, url: String = "", user: String? = nil, template: MailboxTemplate? = nil) {
        self.kind = kind
        self.url = url
        self.user = user
        self.template = template
    }
}
