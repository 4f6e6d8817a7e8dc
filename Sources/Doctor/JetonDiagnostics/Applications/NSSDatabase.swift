import JetonOctets

/// A directory with the keys, certificates and module list of a program that uses NSS.
struct NSSDatabase {
    /// How the program is shut off from the rest of the system.
    enum Confinement {
        /// It is not.
        case none
        /// It is a snap.
        case snap
        /// It is a flatpak.
        case flatpak
    }

    /// One entry of the list of modules.
    struct Module {
        /// Its name.
        let name: String
        /// Its library; empty for NSS's own.
        let library: String
        /// The line of its library, from 1.
        let line: Int
    }

    /// The directory.
    let folder: String
    /// Whose it is.
    let application: Application
    /// How that program is shut off.
    let confinement: Confinement
    /// The modules of `pkcs11.txt`; nil if that can't be read.
    let modules: [Module]?

    /// The list of modules.
    var listPath: String { "\(folder)/pkcs11.txt" }

    /// Reads the list of modules: groups of `key=value` lines between blank ones.
    static func modules(in text: ForeignText) -> [Module] {
        var modules: [Module] = []
        var library: (path: String, line: Int)?
        var name = ""
        func finish() {
            if let library { modules.append(Module(name: name, library: library.path, line: library.line)) }
            library = nil
            name = ""
        }
        for (index, line) in text.lines(keepsEmpty: true).enumerated() {
            if line.isEmpty {
                finish()
            } else if line.hasPrefix("library=") {
                library = (String(line.dropFirst(8)), index + 1)
            } else if line.hasPrefix("name=") {
                name = String(line.dropFirst(5))
            }
        }
        finish()
        return modules
    }
}

extension Machine {
    private static let nssDatabases = Fact<[NSSDatabase]>()

    /// The databases of this user's browsers.
    var nssDatabases: [NSSDatabase] {
        remember(Self.nssDatabases) {
            guard let home else { return [] }
            let trees: [(String, NSSDatabase.Confinement)] = [
                ("\(home)/.mozilla/firefox", .none), ("\(home)/.config/mozilla/firefox", .none),
                ("\(home)/snap/firefox/common/.mozilla/firefox", .snap),
                ("\(home)/.var/app/org.mozilla.firefox/.mozilla/firefox", .flatpak),
            ]
            let profiles = trees.flatMap { tree, confinement in
                firefoxProfiles(in: tree).map { database($0, .firefox, confinement) }
            }
            let shared: [(String, NSSDatabase.Confinement)] = [
                ("\(home)/.pki/nssdb", .none), ("\(home)/.local/share/pki/nssdb", .none),
                ("\(home)/snap/chromium/current/.pki/nssdb", .snap),
                ("\(home)/.var/app/org.chromium.Chromium/.pki/nssdb", .flatpak),
                ("\(home)/.var/app/com.google.Chrome/.pki/nssdb", .flatpak),
            ]
            return profiles + shared.filter { exists($0.0) }.map { database($0.0, .chromium, $0.1) }
        }
    }

    /// The modules that browsers' databases name.
    var nssMentions: [ModuleMention] {
        nssDatabases.flatMap { database in
            // What a confined program names is a path of its own world.
            database.confinement == .none
                ? (database.modules ?? []).filter { $0.library.hasPrefix("/") }.map { module in
                    ModuleMention(
                        path: module.library,
                        place: "\(database.listPath):\(module.line)",
                        application: database.application
                    )
                } : []
        }
    }

    /// A file of policies of Firefox.
    struct FirefoxPolicy {
        /// Its path.
        let path: String
        /// Whether it is the one for all Firefoxes of the system, which comes before their own.
        let isSystemWide: Bool
        /// What stands in it.
        let content: ForeignText
    }

    private static let firefoxPolicies = Fact<[FirefoxPolicy]>()

    /// The files of policies of Firefox that can be read, in the order in which Firefox looks for them.
    var firefoxPolicies: [FirefoxPolicy] {
        remember(Self.firefoxPolicies) {
            let folders = [
                "/etc/firefox/policies", "/usr/lib/firefox/distribution", "/usr/lib64/firefox/distribution",
                "/usr/lib/firefox-esr/distribution", "/opt/firefox/distribution",
            ]
            return folders.enumerated().compactMap { index, folder in
                let path = "\(folder)/policies.json"
                return text(path).map { FirefoxPolicy(path: path, isSystemWide: index == 0, content: $0) }
            }
        }
    }

    /// The libraries that policies of Firefox name: those of the system's file if there is one, else of all others.
    var firefoxPolicyLibraries: [String] {
        let policies = firefoxPolicies
        let read = policies.first?.isSystemWide == true ? Array(policies.prefix(1)) : policies
        // The file is JSON; what counts are its texts that are paths of libraries.
        return read.flatMap { policy in
            policy.content.split(separator: "\"").filter { $0.hasPrefix("/") && $0.contains(".so") }.map(String.init)
        }
    }

    private func firefoxProfiles(in tree: String) -> [String] {
        guard let list = text("\(tree)/profiles.ini") else { return [] }
        return list.lines().filter { $0.hasPrefix("Path=") }.map { line in
            let path = line.dropFirst(5)
            return path.hasPrefix("/") ? String(path) : "\(tree)/\(path)"
        }
    }

    private func database(
        _ folder: String,
        _ application: Application,
        _ confinement: NSSDatabase.Confinement
    ) -> NSSDatabase {
        NSSDatabase(
            folder: folder,
            application: application,
            confinement: confinement,
            modules: text("\(folder)/pkcs11.txt").map { NSSDatabase.modules(in: $0) }
        )
    }
}
