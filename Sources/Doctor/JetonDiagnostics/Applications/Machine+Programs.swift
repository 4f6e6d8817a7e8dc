internal import Glibc
internal import JetonOctets

extension Machine {
    /// One word setting of a program's configuration, with the place where it stands.
    struct WordSetting {
        /// The setting's name, in lower case.
        let name: String
        /// The words behind it.
        let words: [String]
        /// What stands behind the name, quotes taken away.
        let value: String
        /// The file and line.
        let place: String
        /// The line that limits it to some hosts; nil if it counts for all.
        var scope: String?
    }

    /// The lines of a file as settings: a word, `=` or blanks, and more words.
    func settings(in path: String) -> [WordSetting] {
        (text(path)?.lines(keepsEmpty: true) ?? []).enumerated().compactMap { pair in
            let line = pair.element.prefix { $0 != "#" }
            let words = line.split { $0 == " " || $0 == "\t" || $0 == "=" || $0 == "\"" || $0 == "'" }
            guard let first = words.first else { return nil }
            return WordSetting(
                name: first.lowercased(),
                words: words.dropFirst().map(String.init),
                value: Machine.value(behind: first, in: line),
                place: "\(path):\(pair.offset + 1)"
            )
        }
    }

    private static func value(behind name: Substring, in line: Substring) -> String {
        let rest = line[name.endIndex...].drop { $0 == " " || $0 == "\t" || $0 == "=" }
        return String(rest.filter { $0 != "\"" && $0 != "'" })
    }

    // MARK: - OpenSSH

    private static let sshSettings = Fact<[WordSetting]>()

    /// The settings of OpenSSH's client for this user; those behind `Include` stand where they are included.
    var sshSettings: [WordSetting] {
        remember(Self.sshSettings) {
            let own = home.map { sshSettings(in: "\($0)/.ssh/config", base: "\($0)/.ssh") } ?? []
            return own + sshSettings(in: "/etc/ssh/ssh_config", base: "/etc/ssh")
        }
    }

    private func sshSettings(in path: String, base: String, depth: Int = 0, outer: String? = nil) -> [WordSetting] {
        var scope = outer
        return settings(in: path).flatMap { setting -> [WordSetting] in
            if setting.name == "host" || setting.name == "match" {
                // A block of an included file counts only where the line that includes it does.
                scope = Machine.isForAllHosts(setting) ? outer : "\(setting.place)"
            }
            var scoped = setting
            scoped.scope = scope
            guard setting.name == "include", depth < 16 else { return [scoped] }
            return setting.words.flatMap { files(matching: $0, base: base) }
                .flatMap { sshSettings(in: $0, base: base, depth: depth + 1, outer: scope) }
        }
    }

    /// Whether a `Host` or `Match` line limits nothing.
    private static func isForAllHosts(_ line: WordSetting) -> Bool {
        if line.name == "host" { return line.words.contains("*") && !line.words.contains { $0.hasPrefix("!") } }
        let criteria = Set(line.words.map { $0.lowercased() })
        return criteria.contains("all") && criteria.isSubset(of: ["all", "canonical", "final"])
    }

    /// The files that a pattern with `*` and `?` in its last part means, below the home directory or another one.
    private func files(matching pattern: String, base: String) -> [String] {
        let full =
            pattern.hasPrefix("~/")
            ? "\(home ?? "")/\(pattern.dropFirst(2))"
            : pattern.hasPrefix("/") ? pattern : "\(base)/\(pattern)"
        guard let slash = full.lastIndex(of: "/") else { return [] }
        let folder = String(full[..<slash])
        let name = String(full[full.index(after: slash)...])
        guard name.contains("*") || name.contains("?") else { return [full] }
        return names(in: folder).filter { unsafe fnmatch(name, $0, 0) == 0 }.map { "\(folder)/\($0)" }
    }

    /// The modules that OpenSSH's configuration names, and that count for some host at least.
    ///
    /// For each host the first value counts, so that none does behind one for all hosts.
    var sshMentions: [ModuleMention] {
        let named = sshSettings.filter { $0.name == "pkcs11provider" }
        let end = named.firstIndex { $0.scope == nil }.map { $0 + 1 } ?? named.count
        return named[..<end].compactMap { setting in
            guard let path = setting.words.first, path.hasPrefix("/") else { return nil }
            return ModuleMention(path: path, place: setting.place, application: .ssh, scope: setting.scope)
        }
    }

    // MARK: - Java

    private static let javaConfigurations = Fact<[String]>()

    /// The files that configure SunPKCS11, as Java's own security settings name them.
    var javaConfigurations: [String] {
        remember(Self.javaConfigurations) {
            let homes = [probe.variables["JAVA_HOME"]].compactMap { $0 }.map { "\($0)/conf/security" }
            let systems = names(in: "/etc").filter { $0.hasPrefix("java-") }.map { "/etc/\($0)/security" }
            return (homes + systems).flatMap { settings(in: "\($0)/java.security") }.compactMap { setting in
                guard setting.name.hasPrefix("security.provider."), setting.words.first == "SunPKCS11",
                    setting.words.count > 1
                else { return nil }
                return setting.words[1]
            }
        }
    }

    /// The modules that Java's configurations name.
    var javaMentions: [ModuleMention] {
        javaConfigurations.flatMap { settings(in: $0) }.filter { $0.name == "library" }.compactMap { setting in
            guard let path = setting.words.first, path.hasPrefix("/") else { return nil }
            return ModuleMention(path: path, place: setting.place, application: .java)
        }
    }

    // MARK: - OpenVPN

    private static let openVPNSettings = Fact<[WordSetting]>()

    /// The settings of OpenVPN's connections.
    var openVPNSettings: [WordSetting] {
        remember(Self.openVPNSettings) {
            ["/etc/openvpn", "/etc/openvpn/client"].flatMap { folder in
                names(in: folder).filter { $0.hasSuffix(".conf") || $0.hasSuffix(".ovpn") }
                    .flatMap { settings(in: "\(folder)/\($0)") }
            }
        }
    }

    /// The modules that OpenVPN's connections name.
    var openVPNMentions: [ModuleMention] {
        openVPNSettings.filter { $0.name == "pkcs11-providers" }.flatMap { setting in
            setting.words.filter { $0.hasPrefix("/") }.map {
                ModuleMention(path: $0, place: setting.place, application: .openvpn)
            }
        }
    }
}
