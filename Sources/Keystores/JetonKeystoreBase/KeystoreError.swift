public import JetonOctets

/// Why the keystore refused or failed.
///
/// Equality and hash look at the code only, so that a caller or a test can name the kind of failure.
public struct KeystoreError: CodedError {
    /// The kind of failure: a status number of the keychain that the keystore follows.
    ///
    /// Open, so that a new kind breaks no caller. The numbers are those of Security.framework's `SecBase.h`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The status number.
        public let rawValue: Int32

        /// Makes a kind of failure from its number.
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The caller lacks the access group; the corresponding constant is `errSecMissingEntitlement`.
        public static let missingEntitlement = Code(rawValue: -34018)
        /// An item has this primary key already; the corresponding constant is `errSecDuplicateItem`.
        public static let duplicateItem = Code(rawValue: -25299)
        /// No item matches; the corresponding constant is `errSecItemNotFound`.
        public static let itemNotFound = Code(rawValue: -25300)
        /// The item's protection class is locked; the corresponding constant is `errSecInteractionNotAllowed`.
        public static let interactionNotAllowed = Code(rawValue: -25308)
        /// A wrong passphrase or key; the corresponding constant is `errSecAuthFailed`.
        public static let authenticationFailed = Code(rawValue: -25293)
        /// A request that makes no sense; the corresponding constant is `errSecParam`.
        public static let invalidParameter = Code(rawValue: -50)
        /// An unknown attribute; the corresponding constant is `errSecNoSuchAttr`.
        public static let noSuchAttribute = Code(rawValue: -25303)
        /// An unknown item class; the corresponding constant is `errSecNoSuchClass`.
        public static let noSuchClass = Code(rawValue: -25306)
        /// The store is missing, damaged, unsafe or too new; the corresponding constant is `errSecNotAvailable`.
        public static let notAvailable = Code(rawValue: -25291)
        /// The store or the group cannot be written; the corresponding constant is `errSecReadOnly`.
        public static let readOnly = Code(rawValue: -25292)
        /// The file system failed; the corresponding constant is `errSecIO`.
        public static let inputOutput = Code(rawValue: -36)
        /// Not enough memory; the corresponding constant is `errSecAllocate`.
        public static let allocation = Code(rawValue: -108)
        /// A damaged record, never shown to a search; the corresponding constant is `errSecDecode`.
        public static let decoding = Code(rawValue: -26275)
        /// Not offered on this machine; the corresponding constant is `errSecUnimplemented`.
        public static let unimplemented = Code(rawValue: -4)

        private static let names: [Int32: (constant: String, words: String)] = [
            -34018: ("errSecMissingEntitlement", "missing entitlement"),
            -25299: ("errSecDuplicateItem", "the item already exists"),
            -25300: ("errSecItemNotFound", "no such item"),
            -25308: ("errSecInteractionNotAllowed", "the keystore is locked"),
            -25293: ("errSecAuthFailed", "authentication failed"),
            -50: ("errSecParam", "invalid parameter"),
            -25303: ("errSecNoSuchAttr", "no such attribute"),
            -25306: ("errSecNoSuchClass", "no such item class"),
            -25291: ("errSecNotAvailable", "the keystore is not available"),
            -25292: ("errSecReadOnly", "the keystore is read-only"),
            -36: ("errSecIO", "input or output failed"),
            -108: ("errSecAllocate", "out of memory"),
            -26275: ("errSecDecode", "a record cannot be decoded"),
            -4: ("errSecUnimplemented", "not offered here"),
        ]

        /// The name of the corresponding constant, or the number as text if there is none.
        public var name: String { Code.names[rawValue]?.constant ?? String(rawValue) }

        /// The kind in a few words.
        public var words: String { Code.names[rawValue]?.words ?? "status" }
    }

    /// What is wrong with a file, where ``Code`` has one number for several faults.
    ///
    /// Open, so that a new cause breaks no caller.
    public struct Cause: RawRepresentable, Hashable, Sendable {
        /// The cause's stable name.
        public let rawValue: String

        /// Makes a cause from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A file is older than a generation of it that was seen before.
        public static let oldCopy = Cause(rawValue: "old-copy")
        /// A file that was seen before does not exist.
        public static let missingFile = Cause(rawValue: "missing-file")
        /// A file is not a protected file of any keystore.
        public static let foreignFile = Cause(rawValue: "foreign-file")
    }

    /// The kind of failure.
    public let code: Code
    /// What is wrong with the file; nil if ``code`` says it all.
    public let cause: Cause?
    /// What exactly happened, as one clause without a secret; empty if the kind says it all.
    public let context: String
    /// What to do about it, as one sentence without a secret; nil if there is nothing to say.
    public let hint: String?

    /// Makes an error of a kind.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - context: What exactly happened; must not hold a secret.
    ///   - cause: What is wrong with the file, if a caller may act on it.
    ///   - hint: What to do about it; must not hold a secret.
    public init(_ code: Code, _ context: String = "", cause: Cause? = nil, hint: String? = nil) {
        self.code = code
        self.cause = cause
        self.context = context
        self.hint = hint
    }

    /// One sentence for people.
    public var description: String {
        let number = code.name == String(code.rawValue) ? code.name : "\(code.name), \(code.rawValue)"
        let status = "\(code.words) (\(number))"
        return context.isEmpty ? status : "\(status): \(context)"
    }
}
