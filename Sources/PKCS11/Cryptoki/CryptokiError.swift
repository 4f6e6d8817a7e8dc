/// A PKCS #11 function that did not do what it was asked: which one, what it answered, and on what.
///
/// Equality and hash look at the code, the function and the fault; the context is for people.
public struct CryptokiError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What a module did that PKCS #11 does not allow, where a return value alone does not tell it.
    public enum Fault: Hashable, Sendable {
        /// The module has no such function: its table entry is NULL.
        case missingFunction
        /// The process was forked after the module was initialized; the child has to initialize it again.
        case usedAfterFork
        /// A length or count that no honest answer can have; the number as answered.
        case impossibleLength(UInt)
        /// CKR_BUFFER_TOO_SMALL again and again, up to the cap of 64 KiB.
        case neverLargeEnough
        /// A value that is not of its type, such as a CK_ULONG of three octets.
        case malformedValue
    }

    /// What the call was about; identifiers only, never data.
    public struct Context: Hashable, Sendable {
        /// The module's path; the error's words have its file name only.
        public var module: String?
        /// The slot.
        public var slot: SlotID?
        /// The mechanism asked for.
        public var mechanism: MechanismType?
        /// The attribute asked for.
        public var attribute: AttributeType?
        /// The token's label.
        public var tokenLabel: String?

        /// The module's file name.
        public var moduleName: String? { module.map { String($0.split(separator: "/").last ?? "") } }

        /// Makes a context from what is known.
        public init(
            module: String? = nil,
            slot: SlotID? = nil,
            mechanism: MechanismType? = nil,
            attribute: AttributeType? = nil,
            tokenLabel: String? = nil
        ) {
            self.module = module
            self.slot = slot
            self.mechanism = mechanism
            self.attribute = attribute
            self.tokenLabel = tokenLabel
        }
    }

    /// What the function returned; for a fault, the nearest code.
    public let code: ReturnValue
    /// The function that failed.
    public let function: Function
    /// Set if the module broke the rules rather than refused.
    public let fault: Fault?
    /// What the call was about.
    public var context: Context

    /// Makes an error.
    public init(_ code: ReturnValue, _ function: Function, fault: Fault? = nil, context: Context = Context()) {
        self.code = code
        self.function = function
        self.fault = fault
        self.context = context
    }

    /// Whether both are the same failure; the context does not count.
    public static func == (left: CryptokiError, right: CryptokiError) -> Bool {
        left.code == right.code && left.function == right.function && left.fault == right.fault
    }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(function)
        hasher.combine(fault)
    }

    /// The code's name and number, a vendor's own name where the function tells whose it is.
    public var codeDescription: String {
        guard function.isExtended, let words = code.rutokenWords else { return code.description }
        return "\(words.name), 0x\(String(code.rawValue, radix: 16, uppercase: true))"
    }

    /// The code's meaning in words, for the middle of a sentence.
    public var explanation: String {
        (function.isExtended ? code.rutokenWords?.explanation : nil) ?? code.explanation
    }

    /// One sentence for people: `C_Login failed: PIN is locked (CKR_PIN_LOCKED, 0xA4) on token 'alpha'`.
    public var description: String {
        var text =
            switch fault {
            case nil: "\(function) failed: \(explanation) (\(codeDescription))"
            case .missingFunction: "\(function) is missing: the module's function table has no such entry"
            case .usedAfterFork: "\(function) was not called: the module was initialized before this process was forked"
            case .impossibleLength(let length): "\(function) returned an impossible length or count, \(length)"
            case .neverLargeEnough: "\(function) keeps asking for a larger buffer (CKR_BUFFER_TOO_SMALL up to 64 KiB)"
            case .malformedValue: "\(function) returned a value of the wrong type"
            }
        if let mechanism = context.mechanism { text += " for \(mechanism)" }
        if let attribute = context.attribute { text += " for \(attribute)" }
        if let label = context.tokenLabel {
            text += " on token '\(label)'"
        } else if let slot = context.slot {
            text += " on slot \(slot)"
        }
        if let module = context.moduleName { text += " of module \(module)" }
        return text
    }
}
