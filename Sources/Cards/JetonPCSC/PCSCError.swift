/// Which PC/SC function failed, with which code.
///
/// Equality and hash look at code and function, so that a test can name the kind of failure.
public struct PCSCError: Error, Hashable, Sendable {
    /// What the function returned.
    public let code: Code
    /// The function that failed.
    public let function: PCSCFunction
    /// The reader concerned, if one is.
    public let reader: ReaderName?
    /// Words of the dynamic linker or another source, if there are any.
    public let detail: String?

    /// Makes an error.
    public init(_ code: Code, in function: PCSCFunction, reader: ReaderName? = nil, detail: String? = nil) {
        self.code = code
        self.function = function
        self.reader = reader
        self.detail = detail
    }

    /// Whether the service does not run, was stopped, or cannot be reached; a new context may help later.
    public var isServiceUnavailable: Bool {
        [.noService, .serviceStopped, .shutdown, .communicationError, .internalError, .securityViolation].contains(code)
    }

    /// Whether the card or the reader is gone.
    public var isRemoval: Bool {
        [.removedCard, .noSmartCard, .readerUnavailable, .unknownReader].contains(code)
    }

    /// Whether the same call may succeed if tried again after a while, without anybody doing anything.
    public var isRetriable: Bool {
        [.sharingViolation, .serverTooBusy, .communicationDataLost, .timeout, .notReady].contains(code)
    }

    /// Whether both have one code and one function.
    public static func == (left: PCSCError, right: PCSCError) -> Bool {
        left.code == right.code && left.function == right.function
    }

    /// Hashes code and function.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(function)
    }
}

extension PCSCError: CustomStringConvertible {
    /// One sentence: "SCardConnect failed: no card in the reader (SCARD_E_NO_SMARTCARD, 0x8010000C) on reader 'X'".
    public var description: String {
        var text = "\(function.rawValue) failed: \(code)"
        if let reader { text += " on reader '\(reader)'" }
        if let detail { text += ": \(detail)" }
        return text
    }
}
