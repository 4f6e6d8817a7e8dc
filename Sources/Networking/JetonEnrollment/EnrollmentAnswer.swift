package import JetonX509

/// What an authority answers to a request, at once or later.
package enum EnrollmentAnswer: Hashable, Sendable {
    /// The certificate for the requested key first, then those of issuers as the authority gave them.
    case issued([Certificate])
    /// Not decided; the seconds after which to ask again, 0 if the authority does not say.
    case waiting(seconds: Int)
    /// An answer that names neither a certificate nor a decision; one clause about it.
    case unclear(String)
    /// Refused for good, and why.
    case rejected(String)
}
