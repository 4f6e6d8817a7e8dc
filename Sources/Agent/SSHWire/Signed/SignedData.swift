/// What an agent is asked to sign, read from the bytes that are signed.
package enum SignedData: Hashable, Sendable {
    /// A login to a host.
    case login(UserAuthentication)
    /// A message of OpenSSH's SSHSIG, such as a file or a commit of git.
    case message(SSHSIGContent)
    /// A certificate, which an authority signs.
    case certificate(SSHCertificate)
    /// Anything else, and what it looks like.
    case raw(RawForm)

    /// Reads data; every data is one of the four.
    package init(_ data: [UInt8]) {
        if let login = try? UserAuthentication(data) {
            self = .login(login)
        } else if let message = try? SSHSIGContent(data) {
            self = .message(message)
        } else if let certificate = try? SSHCertificate(toBeSigned: data) {
            self = .certificate(certificate)
        } else {
            self = .raw(RawForm(data))
        }
    }

    /// What a signature is for, as a policy names it.
    package enum Purpose: String, Hashable, Sendable, CaseIterable {
        /// Logins.
        case login
        /// Messages of SSHSIG.
        case message
        /// Certificates of an authority.
        case certificate
        /// Anything else.
        case raw
    }

    /// What the signature is for.
    package var purpose: Purpose {
        switch self {
        case .login: .login
        case .message: .message
        case .certificate: .certificate
        case .raw: .raw
        }
    }
}
