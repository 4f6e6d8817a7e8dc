internal import ArgumentParser
internal import JetonASN1
internal import JetonOctets
internal import SignatureLevels
internal import SigningDesk
internal import VerificationDesk

/// What a signature looks like, and what it is added to.
struct SignatureFormOptions: ParsableArguments {
    /// The text form of a raw signature.
    enum TextForm: String, ExpressibleByArgument, CaseIterable {
        case base64
        case hex

        /// The text of a signature.
        func text(_ octets: [UInt8]) -> String { self == .hex ? Hex.encode(octets) : Base64.encode(octets) }
    }

    @Option(
        help: """
            Signature format: one of cms, cades (the same), pades, xades, xmldsig (without the properties of \
            XAdES), asice and asics (a container with XAdES), asice-cades and asics-cades (one with CAdES), raw \
            (default: by the file's content).
            """
    )
    var format: DocumentFormat?

    @Flag(help: "Put the content into the CMS message.")
    var attached = false

    @Flag(help: "Leave the content out of the CMS message (the default).")
    var detached = false

    @Flag(help: "Sign an XML document so that others can sign it in parallel; such signatures exclude each other.")
    var parallel = false

    @Flag(help: "Add another signature to signed messages (.p7s or .p7m) or containers.")
    var add = false

    @Flag(help: "Countersign the signatures of messages (.p7s or .p7m), XML documents or containers.")
    var counter = false

    @Option(help: "Write a raw signature as text: one of base64 and hex (default: its bytes; ECDSA in DER).")
    var encode: TextForm?

    /// Where the content goes.
    var placement: SignRequest.Placement? { attached ? .attached : detached ? .detached : nil }

    /// What is added to files that have signatures.
    var further: FurtherSignature? { counter ? .counter : add ? .parallel : nil }
}
