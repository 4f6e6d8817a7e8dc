package import JetonEnrollment
package import JetonNetwork
package import JetonOctets
package import JetonX509
package import SigningDesk

/// What a program brings to the requests of its user: tokens, network, passwords, and a place for warnings.
package protocol EnrollmentProgram {
    /// The tokens with the keys.
    var tokens: any TokenAccess { get }
    /// The key by which authorities know the user, where the user has named one.
    var clientKey: String? { get }

    /// The user's password at an authority; asked for once.
    ///
    /// - Parameters:
    ///   - service: The authority, with the user's name there.
    ///   - hasAsked: Whether another authority's password was asked for before.
    /// - Returns: The password.
    /// - Throws: What the program's source of passwords throws.
    func password(of service: EnrollmentService, hasAsked: Bool) throws -> SharedSecret

    /// Makes the connections to an authority.
    ///
    /// - Parameter identity: The certificate for servers that ask for one.
    /// - Returns: What makes them.
    /// - Throws: What the program's settings of the network throw.
    func client(_ identity: TLSIdentity?) throws -> HTTPClient

    /// Whom the messages of an authority may be signed by.
    func trust() throws -> TrustStore

    /// The variables that a program which submits requests gets; none of them holds a secret.
    func variables() throws -> [String: String]

    /// Tells the user of something that stops nothing.
    func warn(_ text: String)
}
