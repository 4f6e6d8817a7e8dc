/// The commands of `jeton`.
enum CommandTable {
    /// Those that do something.
    static let commands = [
        "list", "setup", "pair", "unpair", "pairings list", "pairings show", "pairings allow", "pairings disallow",
        "modules list", "modules show", "token show",
        "token init", "token rename", "pin status", "pin change",
        "pin set", "pin unblock", "key generate", "key import", "key list", "key attest", "key delete", "cert verify",
        "cert create", "cert import",
        "cert export",
        "cert list", "cert delete", "enroll request", "enroll list", "enroll collect", "enroll import",
        "enroll cancel", "enroll renew", "enroll schedule",
        "job show", "job run", "job trust", "job log", "object list", "object show",
        "object set", "object delete", "csr create", "sign", "sign prepare",
        "sign complete", "verify", "timestamp", "extend", "renew", "pdf show", "pdf from-image",
        "xml c14n", "virtual create", "virtual list", "virtual show",
        "virtual insert",
        "virtual eject",
        "virtual delete",
        "virtual serve", "doctor", "config list", "config get", "config set", "config unset", "completion", "demo",
        "bench", "keystore init", "keystore status", "keystore unlock",
        "keystore lock",
        "keystore slot list", "keystore slot add", "keystore slot remove", "keystore add", "keystore get",
        "keystore generate", "keystore copy", "keystore edit", "git-credential", "keystore list",
        "keystore set", "keystore delete", "keystore groups", "keystore share", "keystore verify", "keystore repair",
        "keystore export", "keystore import", "keystore sync init", "keystore sync card", "keystore sync add",
        "keystore sync join", "keystore sync run", "keystore sync status", "keystore sync conflicts",
        "keystore sync remove", "keystore sync leave", "keystore sync schedule", "entitlements lint",
        "entitlements sign", "entitlements verify", "entitlements trust",
        "entitlements whoami", "ats diagnose", "ats lint", "tls explain", "relay listen", "relay run",
        "agent run", "agent status", "agent keys", "agent unlock", "agent lock", "agent log", "agent why",
        "agent allow",
        "agent forget", "agent stop",
    ]
    /// Those that are a name for others.
    static let groups = [
        "pairings", "modules", "token", "pin", "key", "cert", "enroll", "job", "object", "csr", "pdf", "xml", "virtual",
        "keystore",
        "keystore slot",
        "keystore sync",
        "entitlements", "config", "ats", "tls", "relay", "agent",
    ]
}
