public import JetonASN1
public import JetonX509

/// A format of signed documents, such as a CMS message beside its content.
///
/// A signature is made in two steps. Between them the key signs, here or on another machine. Both steps write to one
/// sink in order, so that neither content nor document need be in memory:
///
/// ```swift
/// var prepared = try format.prepare(&content, size: nil, algorithm: algorithm, to: &output)
/// let signature = try key.sign(algorithm.input(for: prepared.octetsToSign), algorithm: algorithm)
/// try format.complete(prepared, signature: signature, to: &output)
/// ```
///
/// ``sign(_:size:key:algorithm:to:rereading:)`` does all of it and reads the document back.
public protocol SignatureFormat: Sendable {
    /// What is kept between the two steps.
    associatedtype Prepared: PreparedSignature
    /// What checking a document of the format shows.
    associatedtype Report: SignatureReport

    /// Reads the content and writes what comes in front of the signature.
    ///
    /// - Parameters:
    ///   - content: Read to its end, once.
    ///   - size: How many bytes the content has, if that is known beforehand.
    ///   - algorithm: How the key will sign.
    ///   - sink: Gets the beginning of the document; worth nothing if this call throws.
    /// - Returns: What ``complete(_:signature:to:)`` needs.
    /// - Throws: ``DocumentError``, and what source and sink throw.
    func prepare(
        _ content: inout (some ByteSource & ~Copyable),
        size: UInt64?,
        algorithm: SignatureAlgorithm,
        to sink: inout (some ByteSink & ~Copyable)
    ) throws -> Prepared

    /// Writes the signature and what comes behind it.
    ///
    /// - Parameters:
    ///   - prepared: The answer of ``prepare(_:size:algorithm:to:)``.
    ///   - signature: In the form of ``SigningKey/sign(_:algorithm:)``; not checked here.
    ///   - sink: The same as before.
    /// - Throws: ``DocumentError``, and what the sink throws.
    func complete(
        _ prepared: Prepared,
        signature: [UInt8],
        to sink: inout (some ByteSink & ~Copyable)
    ) throws

    /// Checks a finished document against what was prepared, by the code that checks documents of others.
    ///
    /// - Throws: ``DocumentError`` if it is not intact, or not the document that was prepared.
    func readBack(_ document: consuming (some ByteSource & ~Copyable), of prepared: Prepared) throws -> Report
}

extension SignatureFormat {
    /// Signs content, writes the document, and reads it back before it counts.
    ///
    /// - Parameters:
    ///   - content: Read to its end, once.
    ///   - size: How many bytes the content has, if that is known beforehand.
    ///   - key: The private key of the signer's certificate.
    ///   - algorithm: One of the key's.
    ///   - output: Gets the document; worth nothing if this call throws.
    ///   - rereading: Opens what the output holds.
    /// - Returns: What reading back showed.
    /// - Throws: As ``prepare(_:size:algorithm:to:)`` and ``sign(_:key:to:rereading:)``.
    @discardableResult
    public func sign<Output: ByteSink & ~Copyable, Written: ByteSource & ~Copyable>(
        _ content: inout (some ByteSource & ~Copyable),
        size: UInt64? = nil,
        key: borrowing (some SigningKey & ~Copyable),
        algorithm: SignatureAlgorithm,
        to output: inout Output,
        rereading: (inout Output) throws -> Written
    ) throws -> Report {
        let prepared = try prepare(&content, size: size, algorithm: algorithm, to: &output)
        return try sign(prepared, key: key, to: &output, rereading: rereading)
    }

    /// Signs what was prepared, writes the rest of the document, and reads the document back before it counts.
    ///
    /// - Parameters:
    ///   - prepared: The answer of ``prepare(_:size:algorithm:to:)``.
    ///   - key: The private key of the signer's certificate.
    ///   - output: The same as before; worth nothing if this call throws.
    ///   - rereading: Opens what the output holds.
    /// - Returns: What reading back showed.
    /// - Throws: ``DocumentError/Code/signatureMismatch`` if the key's signature does not verify, or what the output
    ///   holds is not the document; ``DocumentError/Code/unsupportedAlgorithm``; what output and key throw.
    @discardableResult
    public func sign<Output: ByteSink & ~Copyable, Written: ByteSource & ~Copyable>(
        _ prepared: Prepared,
        key: borrowing (some SigningKey & ~Copyable),
        to output: inout Output,
        rereading: (inout Output) throws -> Written
    ) throws -> Report {
        let signature = try key.signChecked(prepared.octetsToSign, algorithm: prepared.algorithm).signature
        try complete(prepared, signature: signature, to: &output)
        let written = try rereading(&output)
        do {
            return try readBack(written, of: prepared)
        } catch let error as DocumentError where error.code != .signatureMismatch {
            throw DocumentError(.signatureMismatch, "the output does not contain the document: \(error)")
        }
    }
}
