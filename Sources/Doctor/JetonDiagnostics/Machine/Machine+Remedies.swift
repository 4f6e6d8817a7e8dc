import JetonOctets

extension Machine {
    /// The remedies that can be applied here: without systemd pcscd is started by hand, and none that are commands of
    /// systemd are left, if there are others; a package that is there already is installed again.
    func applicable(_ pageRemedies: [Remedy]) -> [Remedy] {
        let remedies = hasServiceManager ? pageRemedies : pageRemedies.map(\.withoutServiceManager)
        let fitting = remedies.filter { hasServiceManager || $0.commands.allSatisfy { $0.systemdUse == nil } }
        return (fitting.isEmpty ? remedies : fitting).map { remedy in
            guard let package = remedy.package, let distribution, isInstalled(package, on: distribution) else {
                return remedy
            }
            return remedy.repeated
        }
    }

    /// Whether systemd runs here.
    var hasServiceManager: Bool { exists("/run/systemd/system") }

    /// Whether a package is installed, as far as dpkg's database tells.
    private func isInstalled(_ package: Package, on distribution: Distribution) -> Bool {
        guard distribution == .debian, let names = package.names(on: distribution) else { return false }
        return names.split(separator: " ").allSatisfy { installedPackages.contains(String($0)) }
    }

    private static let installedPackages = Fact<Set<String>>()

    /// The names of the packages that dpkg has installed; none without dpkg.
    private var installedPackages: Set<String> {
        remember(Self.installedPackages) {
            guard let octets = try? probe.contents(of: "/var/lib/dpkg/status", limit: 67_108_864) else { return [] }
            var names: Set<String> = []
            var name = ""
            for line in ForeignText(decoding: octets).lines() {
                if line.hasPrefix("Package: ") { name = String(line.dropFirst(9)) }
                if line.hasPrefix("Status: "), line.hasSuffix(" installed") { names.insert(name) }
            }
            return names
        }
    }
}
