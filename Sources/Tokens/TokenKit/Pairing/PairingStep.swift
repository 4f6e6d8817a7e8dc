internal import Cryptoki

/// One step of setting up a token's secure channel, with its result.
public struct PairingStep: Hashable, Sendable {
    /// Which step, in the order in which they are taken.
    public enum Kind: Int, Hashable, Sendable, CaseIterable {
        /// The module is loaded and hands out its functions.
        case load = 1
        /// The module hands out the vendor's functions.
        case findExtension
        /// The module is initialized.
        case initialize
        /// The slots are listed.
        case listSlots
        /// The token is found in one of them, by its reader's name or its serial number.
        case findToken
        /// A session must be refused with `CKR_FUNCTION_NOT_SUPPORTED`: the channel is not set up.
        case expectRefusal
        /// The password goes to the token.
        case sendPassword
        /// A session must be granted now.
        case expectSession
        /// The session is closed and the module finalized.
        case close

        /// The step in which a function is called before any password is sent.
        init(function: String) {
            self =
                switch function {
                case "C_Initialize", "C_GetInfo": .initialize
                case "C_GetSlotList": .listSlots
                case "C_GetSlotInfo", "C_GetTokenInfo", "C_EX_GetTokenInfoExtended": .findToken
                case "C_OpenSession", "C_CloseSession": .expectRefusal
                case "C_EX_GetFunctionListExtended": .findExtension
                case "C_Finalize": .close
                default: .load
                }
        }

        /// The step in a few words.
        public var words: String {
            switch self {
            case .load: "load the module"
            case .findExtension: "find the extension"
            case .initialize: "initialize"
            case .listSlots: "list the slots"
            case .findToken: "find the token"
            case .expectRefusal: "open a session"
            case .sendPassword: "send the password"
            case .expectSession: "open a session"
            case .close: "close and finalize"
            }
        }

        /// The step's name for programs.
        public var name: String {
            switch self {
            case .load: "load"
            case .findExtension: "findExtension"
            case .initialize: "initialize"
            case .listSlots: "listSlots"
            case .findToken: "findToken"
            case .expectRefusal: "expectRefusal"
            case .sendPassword: "sendPassword"
            case .expectSession: "expectSession"
            case .close: "close"
            }
        }
    }

    /// Which step.
    public let kind: Kind
    /// The function whose result it is, such as `C_OpenSession`.
    public let function: String
    /// What the function returned, as name and number; nil if the module could not be loaded or has no such function.
    public let result: String?
    /// What that means, or what was found; nil if there is nothing to say.
    public let detail: String?

    /// The step in which a module crashed, hung or ended its process.
    package init(_ end: ChildEnd) {
        let function = end.function ?? ""
        self.init(Kind(function: function), function, nil, end.explanation)
    }

    init(_ kind: Kind, _ function: String, _ result: String?, _ detail: String? = nil) {
        self.kind = kind
        self.function = function
        self.result = result
        self.detail = detail
    }

    init(_ kind: Kind, _ function: Function, _ result: ReturnValue = .ok, _ detail: String? = nil) {
        self.init(kind, function.description, result.description, detail)
    }

    init(_ kind: Kind, _ error: CryptokiError, _ detail: String? = nil) {
        self.init(kind, error.function.description, error.fault == nil ? error.codeDescription : nil, detail)
    }
}
