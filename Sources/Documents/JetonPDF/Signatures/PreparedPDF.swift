public import JetonCMS
public import JetonX509

/// A PDF whose signature is missing.
public struct PreparedPDF: PreparedSignature {
    /// The message that becomes the signature.
    let message: PreparedCMS
    let plan: PDFSignaturePlan

    /// The signed attributes in DER under the tag SET.
    public var octetsToSign: [UInt8] { message.octetsToSign }

    /// How the key signs.
    public var algorithm: SignatureAlgorithm { message.algorithm }
}
