internal import JetonOctets

/// The settings that a program reads from its configuration, to find those that it does not.
///
/// - SeeAlso: softhsm2.conf(5), reader.conf(5), pkcs11.conf(5), opensc.conf(5), ssh_config(5), scdaemon(1), gpg-agent(1),
///   pkcs11.txt of NSS, Oracle's "PKCS#11 Reference Guide".
struct ConfigurationFormat {
    /// A setting that does not mean anything, or not what it seems to.
    struct Fault {
        /// The line, from 1.
        let line: Int
        /// What is wrong with it, as the rest of a sentence.
        let text: String
        /// The word that is wrong, and the one that was probably meant; nil if none is near.
        var correction: (wrong: String, right: String)?
    }

    /// The settings.
    let settings: [String]
    /// Whether these are all, so that every other is a mistake; otherwise only those that nearly are one of them.
    let isComplete: Bool
    /// Whether capitals count.
    var isCaseSensitive = true
    /// The values that a setting can have, where these are few.
    var values: [String: [String]] = [:]
    /// Whether a line without a value is a mistake.
    var needsValues = false

    /// The format of a file, by its name; nil if it is none that is known here.
    static func of(_ path: String) -> ConfigurationFormat? {
        let name = path.split(separator: "/").last ?? ""
        let directory = path.split(separator: "/").dropLast().last ?? ""
        switch true {
        case name.hasPrefix("softhsm2.conf"): return softHSM
        case name.hasSuffix(".module") || name == "pkcs11.conf": return p11Kit
        case directory.hasPrefix("reader.conf") || name == "reader.conf": return readers
        case name == "opensc.conf": return openSC
        case name == "scdaemon.conf": return cardDaemon
        case name == "gpg-agent.conf": return agent
        case name == "ssh_config" || directory == ".ssh" && name == "config" || directory == "ssh_config.d":
            return secureShell
        case name == "pkcs11.txt": return securityServices
        case name.hasSuffix(".cnf"): return openSSL
        default: return nil
        }
    }

    private static let softHSM = ConfigurationFormat(
        settings: [
            "directories.tokendir", "objectstore.backend", "objectstore.umask", "log.level", "slots.removable",
            "slots.mechanisms", "library.reset_on_fork",
        ],
        isComplete: true,
        values: ["objectstore.backend": ["file", "db"], "log.level": ["ERROR", "WARNING", "INFO", "DEBUG"]],
        needsValues: true
    )
    private static let p11Kit = ConfigurationFormat(
        settings: [
            "module", "remote", "critical", "enable-in", "disable-in", "priority", "managed", "log-calls",
            "trust-policy", "user-config", "x-init-reserved",
        ],
        isComplete: false
    )
    private static let readers = ConfigurationFormat(
        settings: ["FRIENDLYNAME", "LIBPATH", "CHANNELID", "DEVICENAME"],
        isComplete: true,
        needsValues: true
    )
    private static let openSC = ConfigurationFormat(
        settings: [
            "app", "reader_driver", "provider_library", "enable_pinpad", "ignored_readers", "card_drivers",
            "card_driver", "card_atr", "framework", "enabled", "use_file_caching", "file_cache_dir",
            "use_pin_caching", "pin_cache_counter", "builtin_emulators", "enable_builtin_emulation", "profile_dir",
            "max_virtual_slots", "slots_per_card", "lock_login", "atomic", "debug", "debug_file",
            "connect_exclusive", "disconnect_action", "transaction_end_action", "reconnect_action", "max_send_size",
            "max_recv_size", "enable_default_driver", "create_slots_for_pins", "init_sloppy", "create_puk_slot",
        ],
        isComplete: false
    )
    private static let cardDaemon = ConfigurationFormat(
        settings: [
            "verbose", "quiet", "debug", "debug-all", "debug-level", "debug-wait", "debug-ccid-driver",
            "debug-assuan-log-cats", "debug-log-tid", "pcsc-driver", "ctapi-driver", "reader-port", "disable-ccid",
            "disable-pinpad", "enable-pinpad-varlen", "deny-admin", "allow-admin", "disable-application",
            "card-timeout", "pcsc-shared", "application-priority", "disable-opensc", "log-file", "no-detach",
            "server", "daemon", "multi-server", "csh", "sh", "homedir", "options", "no-options",
            "listen-backlog", "shared-access", "opensc-driver",
        ],
        isComplete: true
    )
    private static let agent = ConfigurationFormat(
        settings: [
            "disable-scdaemon", "scdaemon-program", "enable-ssh-support", "pinentry-program", "default-cache-ttl",
            "max-cache-ttl", "default-cache-ttl-ssh", "max-cache-ttl-ssh", "no-grab", "allow-loopback-pinentry",
            "ssh-fingerprint-digest", "disable-extended-key-format", "extra-socket", "use-standard-socket",
        ],
        isComplete: false
    )
    private static let secureShell = ConfigurationFormat(
        settings: [
            "Host", "Match", "Include", "PKCS11Provider", "IdentityAgent", "IdentityFile", "IdentitiesOnly",
            "HostName", "User", "Port", "ForwardAgent", "AddKeysToAgent", "CertificateFile", "ProxyCommand",
            "ProxyJump", "SecurityKeyProvider", "PubkeyAuthentication", "PreferredAuthentications", "HostKeyAlias",
            "PubkeyAcceptedAlgorithms", "UserKnownHostsFile", "StrictHostKeyChecking", "SendEnv", "SetEnv",
        ],
        isComplete: false,
        isCaseSensitive: false
    )
    private static let securityServices = ConfigurationFormat(
        settings: ["library", "name", "parameters", "NSS"],
        isComplete: true
    )
    private static let openSSL = ConfigurationFormat(
        settings: [
            "openssl_conf", "engines", "providers", "dynamic_path", "MODULE_PATH", "engine_id", "activate", "module",
            "pkcs11-module-path", "pkcs11-module-token-pin", "config_diagnostics", "ssl_conf", "alg_section", "init",
            "default_algorithms", "oid_section",
        ],
        isComplete: false
    )

    /// The lines of a file that the program does not read as they seem to be meant.
    func faults(in text: ForeignText) -> [Fault] {
        var faults: [Fault] = []
        for (index, line) in text.lines(keepsEmpty: true).enumerated() {
            let words = line.prefix { $0 != "#" }.split { " \t=:;{}\"'".contains($0) }
            guard let first = words.first, faults.count < 32 else { continue }
            let name = String(first)
            let isSetting = line[first.endIndex...].contains { "=: \t".contains($0) }
            // A section, or the end of a block.
            guard !name.hasPrefix("["), !name.hasPrefix(";") else { continue }
            func isKnown(_ setting: String) -> Bool {
                isCaseSensitive ? setting == name : setting.lowercased() == name.lowercased()
            }
            if settings.contains(where: isKnown) {
                let rest = words.dropFirst().joined(separator: " ")
                if needsValues, rest.isEmpty { faults.append(Fault(line: index + 1, text: "'\(name)' has no value")) }
                if let allowed = values[name], !rest.isEmpty, !allowed.contains(rest) {
                    let list = allowed.joined(separator: ", ")
                    let near = allowed.first { rest.lowercased().hasPrefix($0.lowercased().prefix(2)) }
                    faults.append(
                        Fault(
                            line: index + 1,
                            text: "'\(rest)' is not a valid value of '\(name)'; expected one of \(list)",
                            correction: near.map { (rest, $0) }
                        )
                    )
                }
                continue
            }
            let near = Spelling.nearest(to: name, in: settings)
            guard isComplete || near != nil && (isSetting || words.count == 1) else { continue }
            let hint = near.map { "; the closest is '\($0)'" } ?? ""
            faults.append(
                Fault(line: index + 1, text: "'\(name)' is not a setting\(hint)", correction: near.map { (name, $0) })
            )
        }
        return faults
    }
}
