package import JetonASN1
import JetonLibcrypto
public import JetonOctets

/// Why a certificate, a request or a signature could not be read, made or checked.
///
/// A signature that is read but does not hold is not an error: it is a ``VerificationFinding``.
/// Equality and hash look at the code only, so that a test can name the kind of failure.
public struct DocumentError: CodedError {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, in words.
        public let rawValue: String

        /// Makes a kind of failure from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Octets from outside that do not follow their ASN.1 type.
        public static let malformed = Code(rawValue: "malformed")
        /// More octets, elements or levels than the reader accepts.
        public static let limitExceeded = Code(rawValue: "limit exceeded")
        /// No PEM block of the wanted kind, or one that is not base64.
        public static let malformedPEM = Code(rawValue: "malformed PEM")
        /// Text that is not a distinguished name of RFC 4514.
        public static let malformedName = Code(rawValue: "malformed name")
        /// A key or a key size that the operation does not know.
        public static let unsupportedKey = Code(rawValue: "unsupported key")
        /// A signature algorithm that the key cannot do, or that is too weak to sign with.
        public static let unsupportedAlgorithm = Code(rawValue: "unsupported algorithm")
        /// The certificate is for another public key than the one that signs.
        public static let certificateMismatch = Code(rawValue: "certificate mismatch")
        /// The key's signature does not verify with its own public key.
        public static let signatureMismatch = Code(rawValue: "signature mismatch")
        /// A key returned a signature of a length or form that its algorithm does not have.
        public static let malformedSignature = Code(rawValue: "malformed signature")
        /// The content had another number of octets than announced.
        public static let contentSizeMismatch = Code(rawValue: "content size mismatch")
        /// The content is not what was prepared to be signed.
        public static let contentChanged = Code(rawValue: "content changed")
        /// A message holds its content although a detached signature was asked for, or the other way round.
        public static let contentPlacement = Code(rawValue: "content placement")
        /// A timestamping authority or a responder refused a request.
        public static let refused = Code(rawValue: "refused")
        /// A signature or timestamp does not count: its certificate is not trusted, was revoked, or nothing tells.
        public static let notTrusted = Code(rawValue: "not trusted")
        /// No server that was asked could be reached.
        public static let unreachable = Code(rawValue: "unreachable")
        /// A document in a format of signed documents has no signature.
        public static let notSigned = Code(rawValue: "not signed")
        /// A file could not be written.
        public static let notStored = Code(rawValue: "not stored")
        /// libcrypto could not do its work: no memory, or no entropy.
        public static let cryptographyFailed = Code(rawValue: "cryptography failed")
        /// A value that the caller gave is outside what the standard allows.
        public static let invalidArgument = Code(rawValue: "invalid argument")
    }

    /// The kind of failure.
    public let code: Code
    /// What was being read or made, and what is wrong with it; one clause, no secrets.
    public let context: String

    /// Makes an error of a kind.
    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    /// Whether what was read is malformed, rather than well-formed and not valid.
    package var isUnreadable: Bool { [.malformed, .malformedPEM, .limitExceeded].contains(code) }

    /// Makes an error out of one of reading octets.
    ///
    /// - Parameters:
    ///   - what: What was being read, such as "certificate".
    ///   - error: What the reader said.
    package init(reading what: String, _ error: EncodingError) {
        self.init(error.code == .limitExceeded ? .limitExceeded : .malformed, "\(what): \(error)")
    }

    /// Makes an error out of one of reading PEM.
    package init(_ error: PEMError) {
        self.init(error.code == .limitExceeded ? .limitExceeded : .malformedPEM, "\(error)")
    }

    /// Makes an error out of one of libcrypto.
    ///
    /// - Parameters:
    ///   - what: What was computed with, such as an algorithm's name.
    ///   - error: What libcrypto said.
    init(computing what: String, _ error: LibcryptoError) {
        let code: Code =
            switch error.code {
            case .unsupported, .gostUnavailable: .unsupportedAlgorithm
            case .invalidInput: .invalidArgument
            default: .cryptographyFailed
            }
        self.init(code, "\(what): \(error)")
    }

    /// One sentence for people.
    public var description: String { "\(code.rawValue): \(context)" }
}

/// Runs a reader of octets and turns its errors into ``DocumentError``.
package func reading<Value>(
    _ what: String,
    _ body: () throws(EncodingError) -> Value
) throws(DocumentError) -> Value {
    do {
        return try body()
    } catch {
        throw DocumentError(reading: what, error)
    }
}

/// Reads PEM and turns its errors into ``DocumentError``.
func readingPEM<Value>(_ body: () throws(PEMError) -> Value) throws(DocumentError) -> Value {
    do {
        return try body()
    } catch {
        throw DocumentError(error)
    }
}

/// Runs a computation of libcrypto and turns its errors into ``DocumentError``.
func computing<Value>(
    _ what: @autoclosure () -> String,
    _ body: () throws(LibcryptoError) -> Value
) throws(DocumentError) -> Value {
    do {
        return try body()
    } catch {
        throw DocumentError(computing: what(), error)
    }
}
