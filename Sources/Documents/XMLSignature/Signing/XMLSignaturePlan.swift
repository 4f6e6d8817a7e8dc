import JetonASN1
import JetonCMS
import JetonX509
import JetonXML

/// An XML signature without its value, which is kept until the value comes back from the machine with the key.
package struct XMLSignaturePlan: Sendable {
    /// Everything of the Signature element up to the value.
    package let head: String
    /// Everything behind the value.
    package let tail: String

    /// Wraps the two parts of an element.
    package init(head: String, tail: String) { (self.head, self.tail) = (head, tail) }

    /// Keeps what was prepared.
    package init(_ prepared: PreparedXML) { self.init(head: prepared.draft.head, tail: prepared.draft.tail) }

    /// The element, taken apart.
    ///
    /// - Throws: `DocumentError` for text that is not a Signature element, or has other parts than `jeton` makes.
    func parsed() throws -> ParsedSignature {
        let octets = Array((head + tail).utf8)
        var source = MemorySource(octets)
        let survey = try DocumentPass.read(&source, survey: true).survey
        guard let survey, let element = survey.signatures.first, element.offset == 0,
            element.endOffset == UInt64(octets.count)
        else { throw DocumentError(.malformed, "the prepared state is not a signature") }
        return try ParsedSignature(element)
    }

    /// The reference to what is signed.
    private func reference() throws -> XMLReference {
        guard let first = try parsed().references.first else {
            throw DocumentError(.malformed, "the prepared signature has no reference")
        }
        return try first.get()
    }

    /// Where the signature stands, and whether it leaves room for parallel ones.
    func place() throws -> (packaging: XMLSignatureFormat.Packaging, isParallel: Bool) {
        let reference = try reference()
        switch reference.target {
        case .document: return (.enveloped, reference.leavesOutSignatures)
        case .external(let uri?): return (.detached(uri: uri), false)
        default: throw DocumentError(.malformed, "the prepared signature is neither in a document nor next to a file")
        }
    }

    /// The signature for content that was read again.
    ///
    /// - Parameters:
    ///   - digest: The content's digest.
    ///   - algorithm: How the key signs.
    /// - Returns: The signature without its value.
    /// - Throws: ``DocumentError/Code/contentChanged`` if it is not the content that was prepared.
    func draft(_ digest: [UInt8], _ algorithm: SignatureAlgorithm) throws -> SignatureDraft {
        let signature = try parsed()
        guard try reference().digestValue == digest else {
            throw DocumentError(.contentChanged, "the content differs from the prepared content")
        }
        return try SignatureDraft(self, signature, algorithm)
    }
}

extension SignatureDraft {
    /// Takes up what was prepared.
    ///
    /// - Throws: `DocumentError` if it is for another algorithm.
    fileprivate init(
        _ plan: XMLSignaturePlan,
        _ signature: ParsedSignature,
        _ algorithm: SignatureAlgorithm
    ) throws(DocumentError) {
        let method = try XMLSignatureMethod(algorithm)
        guard signature.signatureMethod == method.uri, let id = signature.id, signature.methodPrefixes.isEmpty else {
            throw DocumentError(.malformed, "the prepared signature is for another key")
        }
        head = plan.head
        tail = plan.tail
        octetsToSign = try XMLText.canonical(
            Array((plan.head + plan.tail).utf8),
            at: signature.signedInfo.offset,
            signature.method
        )
        self.method = method
        self.id = id
    }
}
