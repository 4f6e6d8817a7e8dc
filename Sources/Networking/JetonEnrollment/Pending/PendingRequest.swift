import JetonOctets
package import JetonX509

/// A request for a certificate that is not on the token yet.
package struct PendingRequest: Hashable, Sendable {
    /// How far the request is.
    package enum State: String, Hashable, Sendable {
        /// Kept here; whether it has reached the authority is not known.
        case prepared
        /// The authority has it and has not decided.
        case waiting
        /// The authority refused it; ``PendingRequest/reason`` says why.
        case rejected
        /// The certificate is here and is not on the token yet.
        case issued
    }

    /// What CMP keeps between its messages.
    package struct Transaction: Hashable, Sendable {
        /// The transaction's identifier, 16 bytes.
        package var identifier: [UInt8]
        /// The nonce of the authority's last message; empty before the first.
        package var peerNonce: [UInt8] = []
        /// certReqId: 0, or -1 for a request of PKCS #10.
        package var requestNumber = -1
        /// Whether the authority has still to be told that its certificate was received.
        package var isUnconfirmed = false

        /// Makes a transaction that has not begun.
        package init(identifier: [UInt8]) { self.identifier = identifier }
    }

    /// How many certificates of an answer are kept, the own one first.
    static let certificateLimit = 32
    /// How many bytes of an authority's reason are kept.
    private static let reasonLimit = 1_024

    /// SHA-1 of the public key, 20 bytes: the identifier of the request.
    ///
    /// - SeeAlso: RFC 5280, 4.2.1.2 (1).
    package let keyIdentifier: [UInt8]
    /// The request; signed once, and sent as often as needed.
    package let request: CertificationRequest
    /// How the authority is reached.
    package let service: EnrollmentService
    /// The token's URI.
    package let token: String
    /// The private key's label.
    package let label: String
    /// The private key's id in hexadecimal; may be empty.
    package let objectID: String
    /// When the request was made, in seconds since 1970.
    package let created: Int64
    /// How far it is.
    package var state = State.prepared
    /// Before this time the authority need not be asked again, in seconds since 1970.
    package var nextPoll: Int64 = 0
    /// Why the authority refused it, or what its last answer lacked; may be empty.
    package var reason = ""
    /// What the authority says beside its decision; nil for nothing.
    package var note: AuthorityNote?
    /// When the authority was asked last, in seconds since 1970; 0 if it is not known.
    package var asked: Int64 = 0
    /// The body of a CMP request with its proof of possession, tag included; nil for PKCS #10.
    package var message: [UInt8]?
    /// What CMP keeps; nil for other protocols.
    package var transaction: Transaction?
    /// The certificate and those of issuers, once they are here.
    package var certificates: [Certificate] = []
    /// SHA-256 of the certificate that goes when its successor is on the token; empty for none.
    package var former: [UInt8] = []
    /// Whether the request renews a certificate that its authority has issued.
    package var isRenewal = false
    /// The id in hexadecimal of the key by which the authority knows the user; empty for none, or the one of an option.
    package var clientKey = ""
    /// What a helper gave to be asked by later; empty for other protocols.
    package var cookie = ""
    /// An attestation of the key and its issuers' certificates, the attestation first.
    package var attestation: [Certificate] = []

    /// Makes a request that is to be kept.
    ///
    /// - Throws: `DocumentError` if the identifier of the key can't be computed.
    package init(
        _ request: CertificationRequest,
        service: EnrollmentService,
        token: String,
        label: String,
        objectID: String,
        created: Int64
    ) throws(DocumentError) {
        keyIdentifier = try request.publicKey.keyIdentifier
        self.request = request
        self.service = service
        self.token = token
        self.label = label
        self.objectID = objectID
        self.created = created
    }

    /// Takes over an answer of the authority.
    package mutating func take(_ answer: EnrollmentAnswer, at now: Int64) {
        switch answer {
        case .issued(let certificates):
            state = .issued
            self.certificates = Array(certificates.prefix(PendingRequest.certificateLimit))
        case .waiting(let seconds):
            state = .waiting
            reason = ""
            nextPoll = now + Int64(min(max(seconds, 0), 7 * 86_400))
        case .unclear(let words):
            state = .waiting
            nextPoll = now
            reason = words.prefix(bytes: PendingRequest.reasonLimit)
        case .rejected(let reason):
            state = .rejected
            self.reason = reason.prefix(bytes: PendingRequest.reasonLimit)
        }
    }
}
