/// A module that the registry found, to be used or left out.
public struct RegisteredModule: Hashable, Sendable {
    /// How the registry came to know of a module.
    public enum Source: Hashable, Sendable, CustomStringConvertible {
        /// It was named for this run, by `--module`.
        case argument
        /// p11-kit's configuration names it, in this file and line.
        case configuration(file: String, line: Int)
        /// The variable `JETON_MODULES` names it.
        case environment
        /// The built-in table has it.
        case wellKnown(vendor: String, product: String)
        /// It is Jeton's own.
        case provider

        /// Where from, in a few words.
        public var description: String {
            switch self {
            case .argument: "named by --module"
            case .configuration(let file, let line): "\(file):\(line)"
            case .environment: "named by JETON_MODULES"
            case .wellKnown(let vendor, let product): "well-known: \(vendor) \(product)"
            case .provider: "Jeton's own"
            }
        }
    }

    /// Why a module is left out.
    public enum Reason: Hashable, Sendable, CustomStringConvertible {
        /// It is the same file as another one.
        case duplicate(of: String)
        /// It has the file name, or drives the product, of another one.
        case anotherCopy(of: String)
        /// It repeats the tokens of others, or has none.
        case notWanted(String)
        /// Its configuration switches it off with an empty `module`, or names nothing to load.
        case switchedOff
        /// Its configuration keeps it from this program with `enable-in` or `disable-in`.
        case disabledIn(program: String)
        /// Its configuration asks for p11-kit's remoting, which is not supported.
        case remote(String)
        /// There is no such file.
        case missing
        /// Users other than root can change it, and this is root.
        case openToOthers(String)
        /// `JETON_MODULES` names it by a path that is not absolute.
        case relativePath

        /// The reason in words.
        public var description: String {
            switch self {
            case .duplicate(let path): "it is the same file as \(path)"
            case .anotherCopy(let path): "\(path) already drives the same tokens"
            case .notWanted(let why): why
            case .switchedOff: "its configuration disables it"
            case .disabledIn(let program): "its configuration disables it for \(program)"
            case .remote(let target): "it is remote (\(target)), which is not supported"
            case .missing: "the file does not exist"
            case .openToOthers(let why): "other users can change it: \(why)"
            case .relativePath: "its path is not absolute"
            }
        }
    }

    /// The module's name: its configuration's, or its file's without `lib` and `.so`.
    public let name: String
    /// The library's path, without the injected root; empty if the configuration gives none.
    public let path: String
    /// How it was found.
    public let source: Source
    /// Its place among the configured ones; 0 for others.
    public let priority: Int
    /// Whether its configuration says that nothing works without it.
    public let isCritical: Bool
    /// The configuration, if that is where it comes from.
    public let configuration: ModuleConfiguration?
    /// Why it is left out; nil if it is to be used.
    public internal(set) var reason: Reason?
}
