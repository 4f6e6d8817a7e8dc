import JetonASN1
public import JetonCMS
public import JetonX509

/// An XML signature whose value is missing.
public struct PreparedXML: PreparedSignature {
    /// How the key signs.
    public let algorithm: SignatureAlgorithm
    let draft: SignatureDraft
    /// Where the signature begins, in bytes of the document's UTF-8 form.
    let signatureOffset: UInt64
    /// What stands in front of the signature and was not written.
    let opening: [UInt8]
    /// What stands behind the signature.
    let closing: [UInt8]
    /// The digests of files beside the document, by their URIs.
    let knownDigests: [String: [UInt8]]

    /// The canonical form of SignedInfo.
    public var octetsToSign: [UInt8] { draft.octetsToSign }

    /// The signature as it will be found where it stands, with an empty value.
    func expectedElement() throws -> XMLElement {
        var source = MemorySource(Array((draft.head + draft.tail).utf8))
        guard let element = try DocumentPass.read(&source, survey: true).survey?.signatures.first else {
            throw DocumentError(.signatureMismatch, "the signature is not well-formed")
        }
        return element.moved(by: signatureOffset)
    }
}
