/// The commands of `jeton`.
enum CommandTable {
    /// Those that do something.
    static let commands = [
        "list", "pair", "unpair", "pairings list", "pairings show", "modules list", "modules show", "token show",
        "token init", "token rename", "pin status", "pin change",
        "pin set", "pin unblock", "key generate", "key import", "key list", "key delete", "cert import", "cert export",
        "cert list", "cert delete", "object list", "object show", "object set", "object delete", "csr create", "sign",
        "verify", "virtual create", "virtual list", "virtual show", "virtual insert", "virtual eject", "virtual delete",
        "virtual serve", "doctor", "demo", "bench",
    ]
    /// Those that are a name for others.
    static let groups = ["pairings", "modules", "token", "pin", "key", "cert", "object", "csr", "virtual"]
}
