/// Something that a job made.
package struct JobResult {
    /// What it is, which is also the name of its member in the answer.
    package enum Kind: String {
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
        /// A file that the user has picked.
        case file
    }

    /// What came of a relay.
    package struct Relayed {
        /// The target's status.
        package let status: Int
        /// The bytes of the document that went to the target.
        package let up: UInt64
        /// The bytes of the answer.
        package let down: UInt64
        /// The file that has the answer; nil if the issuer has it.
        package let out: String?
    }

    /// The name of the document; for requests and certificates, the identifier of the key.
    package let name: String
    package let kind: Kind
    package let octets: [UInt8]
    /// How its file is called; nil for what is not written.
    package let file: String?
    /// What came of a relay; nil for other operations.
    package var relayed: Relayed?
    /// The media type of a file that was picked; nil for what was made here.
    package var mediaType: String?
}
