internal import JetonOctets

/// The settings of OpenSSL that load providers and engines.
///
/// - SeeAlso: config(5).
struct OpenSSLConfiguration {
    /// One `name = value` line.
    struct Setting {
        /// The name.
        let name: String
        /// The value, variables of the environment put in.
        let value: String
        /// The file and line.
        let place: String
    }

    /// A provider or engine of the configuration.
    struct Extension {
        /// Its name: that of `engine_id` or `identity`, or of its line.
        let name: String
        /// Its settings.
        let settings: [Setting]
        /// The line that brings it in.
        let place: String

        /// The value of a setting, whatever the case of its name.
        func setting(_ name: String) -> Setting? {
            settings.last { $0.name.lowercased() == name.lowercased() }
        }

        /// Whether the provider is switched on.
        var isActive: Bool {
            guard let value = setting("activate")?.value.lowercased() else { return false }
            // OpenSSL before 3.2 takes any value for a yes.
            return !["0", "no", "false", "off"].contains(value)
        }
    }

    /// The file.
    let path: String
    private let sections: [String: [Setting]]

    /// The providers.
    var providers: [Extension] { extensions("providers", nameKey: "identity") }
    /// The engines.
    var engines: [Extension] { extensions("engines", nameKey: "engine_id") }

    private func extensions(_ kind: String, nameKey: String) -> [Extension] {
        guard let main = value("openssl_conf", in: "default") ?? value("openssl_conf", in: ""),
            let list = value(kind, in: main), let entries = sections[list]
        else { return [] }
        return entries.map { entry in
            let settings = sections[entry.value] ?? []
            let name = settings.last { $0.name.lowercased() == nameKey }?.value ?? entry.name
            return Extension(name: name, settings: settings, place: entry.place)
        }
    }

    private func value(_ name: String, in section: String) -> String? {
        sections[section]?.last { $0.name == name }?.value
    }

    /// Reads a configuration on a machine; nil if it can't be read.
    init?(_ path: String, on machine: Machine) {
        var reader = Reader(machine: machine)
        guard reader.read(path, depth: 0) else { return nil }
        self.path = path
        sections = reader.sections
    }

    private struct Reader {
        let machine: Machine
        var sections: [String: [Setting]] = [:]
        var section = "default"

        mutating func read(_ path: String, depth: Int) -> Bool {
            guard depth < 8, let text = machine.text(path) else { return false }
            for (index, line) in text.lines(keepsEmpty: true).enumerated() {
                take(Reader.trimmed(line.prefix { $0 != "#" }), "\(path):\(index + 1)", depth)
            }
            return true
        }

        private mutating func take(_ line: Substring, _ place: String, _ depth: Int) {
            if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
                section = String(Reader.trimmed(line[line.index(after: line.startIndex)..<end]))
            } else if line.hasPrefix(".include") {
                let rest = Reader.trimmed(line.dropFirst(8).drop { $0 == " " || $0 == "=" })
                let target = expanded(rest)
                if machine.names(in: target).isEmpty {
                    _ = read(target, depth: depth + 1)
                } else {
                    for name in machine.names(in: target) where name.hasSuffix(".cnf") || name.hasSuffix(".conf") {
                        _ = read("\(target)/\(name)", depth: depth + 1)
                    }
                }
            } else if let sign = line.firstIndex(of: "=") {
                let name = String(Reader.trimmed(line[..<sign]))
                let value = expanded(Reader.trimmed(line[line.index(after: sign)...]))
                sections[section, default: []].append(Setting(name: name, value: value, place: place))
            }
        }

        private func expanded(_ text: Substring) -> String {
            for form in ["$ENV::", "${ENV::"] where text.hasPrefix(form) {
                let rest = text.dropFirst(form.count)
                let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                let behind = rest.dropFirst(name.count).drop { $0 == "}" }
                return (machine.probe.variables[String(name)] ?? "") + behind
            }
            return text.filter { $0 != "\"" }
        }

        private static func trimmed(_ text: Substring) -> Substring {
            var text = text.drop { $0.isWhitespace }
            while text.last?.isWhitespace == true { text.removeLast() }
            return text
        }
    }
}

extension Machine {
    private static let openSSL = Fact<OpenSSLConfiguration?>()

    /// The configuration that OpenSSL reads: `OPENSSL_CONF`, or the distribution's; nil if there is none.
    var openSSL: OpenSSLConfiguration? {
        remember(Self.openSSL) {
            for path in openSSLPaths { if let found = OpenSSLConfiguration(path, on: self) { return found } }
            return nil
        }
    }

    private var openSSLPaths: [String] {
        if let path = probe.variables["OPENSSL_CONF"], !path.isEmpty { return [path] }
        return ["/etc/ssl/openssl.cnf", "/etc/pki/tls/openssl.cnf", "/usr/lib/ssl/openssl.cnf"]
    }

    /// The directories of engines, or of providers, in which OpenSSL looks.
    func openSSLDirectories(engines: Bool) -> [String] {
        let variable = engines ? "OPENSSL_ENGINES" : "OPENSSL_MODULES"
        if let folder = probe.variables[variable], !folder.isEmpty { return [folder] }
        let name = engines ? "engines-3" : "ossl-modules"
        return linkerDirectories.map { "\($0)/\(name)" }
    }

    /// The engine that reaches PKCS #11 modules; nil if it is not installed.
    var openSSLEngineFile: String? {
        openSSLDirectories(engines: true).flatMap { ["\($0)/pkcs11.so", "\($0)/libpkcs11.so"] }.first(where: exists)
    }

    /// The provider that reaches PKCS #11 modules; nil if it is not installed.
    var openSSLProviderFile: String? {
        openSSLDirectories(engines: false).map { "\($0)/pkcs11.so" }.first(where: exists)
    }

    /// The modules that OpenSSL's configuration and variables name.
    var openSSLMentions: [ModuleMention] {
        var mentions: [ModuleMention] = []
        for (extensions, name) in [
            (openSSL?.engines ?? [], "MODULE_PATH"), (openSSL?.providers ?? [], "pkcs11-module-path"),
        ] {
            for setting in extensions.compactMap({ $0.setting(name) }) where setting.value.hasPrefix("/") {
                mentions.append(ModuleMention(path: setting.value, place: setting.place, application: .openssl))
            }
        }
        // PKCS11_MODULE_PATH, the engine's variable, is judged by the check of the engine.
        if let path = probe.variables["PKCS11_PROVIDER_MODULE"], path.hasPrefix("/") {
            mentions.append(ModuleMention(path: path, place: "PKCS11_PROVIDER_MODULE", application: .openssl))
        }
        return mentions
    }
}
