public import JetonOctets

/// Why a virtual card could not be made, opened, saved or plugged in.
///
/// Equality and hash look at the code only, so that a test can name the kind of failure.
public struct VirtualCardError: CodedError {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, in words.
        public let rawValue: String

        /// Makes a kind of failure from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The card does not exist.
        public static let notFound = Code(rawValue: "virtual card not found")
        /// A card of that name exists already; it is not overwritten.
        public static let alreadyExists = Code(rawValue: "a virtual card with this name already exists")
        /// Another program has held the card for too long.
        public static let busy = Code(rawValue: "another program is using the virtual card")
        /// The card was ejected.
        public static let ejected = Code(rawValue: "the virtual card is ejected")
        /// The file is not a card image.
        public static let notAnImage = Code(rawValue: "the file is not a virtual card image")
        /// The image is of a version that this program does not read.
        public static let unsupportedVersion = Code(rawValue: "the image has an unsupported version")
        /// The image was changed or cut, or its key file belongs to another card.
        public static let notAuthentic = Code(rawValue: "the image is damaged, or sealed with another key file")
        /// The image's key file is missing.
        public static let keyFileMissing = Code(rawValue: "the virtual card's key file is missing")
        /// The key file is not the user's own, open to others, or not of 32 octets.
        public static let keyFileUnusable = Code(
            rawValue: "the virtual card's key file must be 32 bytes long and readable only by its owner"
        )
        /// A file could not be read or written; see ``VirtualCardError/systemError``.
        public static let inputOutput = Code(rawValue: "a file could not be read or written")
        /// OpenSSL's GOST provider, which the suite of the secure channel needs, can't be loaded.
        public static let channelUnavailable = Code(
            rawValue: "this suite of the secure channel needs OpenSSL's GOST provider (package libengine-gost-openssl)"
        )
        /// Cryptography that the card needs is not there.
        public static let cryptography = Code(rawValue: "a libcrypto operation that the card needs failed")
    }

    /// The kind of failure.
    public let code: Code
    /// The file concerned, if one is.
    public let path: String?
    /// The system's error number (`errno`), if a system call failed.
    public let systemError: Int32?

    /// Makes an error.
    public init(_ code: Code, path: String? = nil, systemError: Int32? = nil) {
        self.code = code
        self.path = path
        self.systemError = systemError
    }
}

extension VirtualCardError {
    /// One sentence: "virtual card not found: 'alpha.card'".
    public var description: String {
        var text = code.rawValue
        if let path { text += ": '\(path)'" }
        if let systemError { text += " (errno \(systemError))" }
        return text
    }
}
