/// The directories of one user's data, as the variables of the environment place them.
///
/// A relative path in `XDG_DATA_HOME`, `XDG_STATE_HOME`, `XDG_CONFIG_HOME`, `XDG_CACHE_HOME` or
/// `HOME` is ignored: it would be another directory for each
/// working directory. `JETON_DATA` and `JETON_PROVIDER_CARDS` count as they are, so that the caller can refuse a relative
/// one by name.
///
/// - SeeAlso: XDG Base Directory Specification, version 0.8.
public struct UserDirectories: Hashable, Sendable {
    /// The directory of all data: `JETON_DATA`, or `jeton` below `XDG_DATA_HOME`; nil if no variable names one.
    public let data: String?
    /// The directory of virtual cards: `JETON_PROVIDER_CARDS`, or `cards` below ``data``.
    public let cards: String?
    /// The directory in which the keystore remembers what it saw last, apart from the keystore itself: `witness` below
    /// `JETON_DATA`, or `jeton/witness` below `XDG_STATE_HOME`.
    public let witness: String?
    /// The directory of the settings: `jeton` below `XDG_CONFIG_HOME`.
    public let configuration: String?
    /// The directory of what can be made again: `jeton` below `XDG_CACHE_HOME`.
    public let cache: String?

    /// Finds the directories.
    ///
    /// - Parameters:
    ///   - isElevated: Whether the program has rights beyond its user's, as a set-user-ID program: no variable counts.
    ///   - variable: Reads a variable of the environment; an empty one counts as not set.
    public init(isElevated: Bool, variable: (String) -> String?) {
        func value(_ name: String) -> String? {
            guard !isElevated, let value = variable(name), !value.isEmpty else { return nil }
            return value
        }
        func absolute(_ name: String) -> String? { value(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let own = value("JETON_DATA")
        let home = absolute("HOME")
        data = own ?? (absolute("XDG_DATA_HOME") ?? home.map { $0 + "/.local/share" }).map { $0 + "/jeton" }
        cards = value("JETON_PROVIDER_CARDS") ?? data.map { $0 + "/cards" }
        witness =
            own.map { $0 + "/witness" }
            ?? (absolute("XDG_STATE_HOME") ?? home.map { $0 + "/.local/state" }).map { $0 + "/jeton/witness" }
        cache = (absolute("XDG_CACHE_HOME") ?? home.map { $0 + "/.cache" }).map { $0 + "/jeton" }
        configuration = (absolute("XDG_CONFIG_HOME") ?? home.map { $0 + "/.config" }).map { $0 + "/jeton" }
    }
}
