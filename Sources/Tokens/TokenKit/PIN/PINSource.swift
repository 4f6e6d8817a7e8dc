/// Where a PIN comes from.
///
/// A PIN itself is never written on a command line.
public enum PINSource: Hashable, Sendable, CustomStringConvertible {
    /// `prompt`: asked on the terminal, without echo.
    case prompt
    /// `pinpad`: entered on the reader or token itself (its protected authentication path).
    case pinpad
    /// `pinentry`: asked by the program of that name.
    case pinentry
    /// `fd:N`: one line from an open file descriptor, 0 or greater.
    case descriptor(Int32)
    /// `file:PATH`: a file that no other user can read.
    case file(String)
    /// `env:NAME`: a variable of the environment, which other processes of the user can read.
    case environment(String)
    /// `credential:NAME`: a file in the directory that systemd gives a service for its credentials.
    case credential(String)

    /// `keystore:SERVICE` or `keystore:SERVICE/ACCOUNT`: an item of the user's keystore; a service may have slashes, an
    /// account has none.
    case keystore(service: String, account: String?)

    /// Reads one of the eight forms; anything else, a path alone included, is an error and never taken for a PIN.
    ///
    /// - Throws: ``PINError/Code/unknownSource`` without the text, which may be a PIN.
    public init(parsing text: String) throws(PINError) {
        switch text {
        case "prompt": self = .prompt
        case "pinpad": self = .pinpad
        case "pinentry": self = .pinentry
        default:
            guard let source = PINSource(prefixed: text) else { throw PINError(.unknownSource) }
            self = source
        }
    }

    private init?(prefixed text: String) {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let value = String(text[text.utf8.index(after: colon)...])
        // A zero octet would end the name early inside the C library.
        guard !value.isEmpty, !value.utf8.contains(0) else { return nil }
        switch text[..<colon] {
        case "fd":
            guard value.utf8.allSatisfy(PINSource.isDigit), let number = Int32(value) else { return nil }
            self = .descriptor(number)
        case "file": self = .file(value)
        case "env":
            guard PINSource.isVariableName(value) else { return nil }
            self = .environment(value)
        case "credential":
            guard !value.utf8.contains(UInt8(ascii: "/")), value != ".", value != "..", value.utf8.count <= 255
            else { return nil }
            self = .credential(value)
        case "keystore":
            let slash = value.lastIndex(of: "/")
            let account = slash.map { String(value[value.index(after: $0)...]) }
            let service = slash.map { String(value[..<$0]) } ?? value
            guard !service.isEmpty, account != "" else { return nil }
            self = .keystore(service: service, account: account)
        default: return nil
        }
    }

    private static func isDigit(_ octet: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet)
    }

    private static func isVariableName(_ name: String) -> Bool {
        guard let first = name.utf8.first, !isDigit(first) else { return false }
        return name.utf8.allSatisfy { octet in
            let lowercase = octet | 0x20
            return isDigit(octet) || octet == UInt8(ascii: "_")
                || (octet < 0x80 && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercase))
        }
    }

    /// The form in which it is written; parsing it gives the same source.
    public var description: String {
        switch self {
        case .prompt: "prompt"
        case .pinpad: "pinpad"
        case .pinentry: "pinentry"
        case .descriptor(let number): "fd:\(number)"
        case .file(let path): "file:\(path)"
        case .environment(let name): "env:\(name)"
        case .credential(let name): "credential:\(name)"
        case .keystore(let service, let account): "keystore:\(service)\(account.map { "/\($0)" } ?? "")"
        }
    }
}
