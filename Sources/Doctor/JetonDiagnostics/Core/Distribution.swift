package import JetonOctets

/// A family of Linux distributions, as far as commands differ.
public enum Distribution: String, CaseIterable, Sendable {
    /// Debian, Ubuntu and what comes from them.
    case debian
    /// Fedora, Red Hat Enterprise Linux and what comes from them.
    case fedora
    /// Arch.
    case arch
    /// openSUSE and SUSE.
    case suse
    /// ALT.
    case alt

    /// The name for people.
    public var title: String {
        switch self {
        case .debian: "Debian, Ubuntu"
        case .fedora: "Fedora, RHEL"
        case .arch: "Arch"
        case .suse: "openSUSE"
        case .alt: "ALT"
        }
    }

    /// Finds the family in os-release's text; nil if it is none of these.
    ///
    /// - SeeAlso: os-release(5), `ID` and `ID_LIKE`.
    package init?(osRelease text: ForeignText) {
        var words: [String] = []
        for key in ["ID=", "ID_LIKE="] {
            for line in text.lines() where line.hasPrefix(key) {
                let value = line.dropFirst(key.count).filter { $0 != "\"" && $0 != "'" }
                words += value.lowercased().split(separator: " ").map(String.init)
            }
        }
        let families: [String: Distribution] = [
            "debian": .debian, "ubuntu": .debian, "fedora": .fedora, "rhel": .fedora, "centos": .fedora,
            "arch": .arch, "archlinux": .arch, "suse": .suse, "opensuse": .suse, "sles": .suse,
            "opensuse-tumbleweed": .suse, "opensuse-leap": .suse, "altlinux": .alt, "alt": .alt,
        ]
        guard let family = words.lazy.compactMap({ families[$0] }).first else { return nil }
        self = family
    }

    /// The command that installs a package.
    func install(_ package: String) -> String {
        switch self {
        case .debian, .alt: "apt-get install \(package)"
        case .fedora: "dnf install \(package)"
        case .arch: "pacman -S \(package)"
        case .suse: "zypper install \(package)"
        }
    }

    /// The command that installs a package again.
    func reinstall(_ package: String) -> String {
        switch self {
        case .debian, .alt: "apt-get install --reinstall \(package)"
        case .fedora: "dnf reinstall \(package)"
        case .arch: "pacman -S \(package)"
        case .suse: "zypper install --force \(package)"
        }
    }
}
