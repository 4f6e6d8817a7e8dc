/// Something that a job made.
struct JobResult {
    /// What it is, which is also the name of its member in the answer.
    enum Kind: String {
        /// A signature beside a document, or around it.
        case signature
        /// A document with a signature in it.
        case document
        /// A timestamp of RFC 3161.
        case timestamp
        /// A request for a certificate.
        case request
        /// The certificate of an earlier request, which is on the token now.
        case certificate
        /// What the target of a relay answered, which is not kept here.
        case answer
    }

    /// What came of a relay.
    struct Relayed {
        /// The target's status.
        let status: Int
        /// The bytes of the document that went to the target.
        let up: UInt64
        /// The bytes of the answer.
        let down: UInt64
        /// The file that has the answer; nil if the issuer has it.
        let out: String?
    }

    /// The name of the document; for requests and certificates, the identifier of the key.
    let name: String
    let kind: Kind
    let octets: [UInt8]
    /// How its file is called; nil for what is not written.
    let file: String?
    /// What came of a relay; nil for other operations.
    var relayed: Relayed?
}
