/// A piece of software, by the names of its package in each distribution.
public struct Package: Sendable {
    /// What it is.
    public let title: String
    private let names: [Distribution: String]

    /// Makes a package; a distribution without a name does not have it.
    package init(
        _ title: String,
        debian: String? = nil,
        fedora: String? = nil,
        arch: String? = nil,
        suse: String? = nil,
        alt: String? = nil
    ) {
        self.title = title
        var names: [Distribution: String] = [:]
        names[.debian] = debian
        names[.fedora] = fedora
        names[.arch] = arch
        names[.suse] = suse
        names[.alt] = alt
        self.names = names
    }

    /// The names of its packages in a distribution, separated by blanks; nil if the distribution does not have it.
    func names(on distribution: Distribution) -> String? { names[distribution] }

    /// The command that installs it, if the distribution has it.
    public func installation(on distribution: Distribution) -> String? {
        names[distribution].map { distribution.install($0) }
    }

    /// The PC/SC service.
    package static let service = Package(
        "the PC/SC service",
        debian: "pcscd",
        fedora: "pcsc-lite",
        arch: "pcsclite",
        suse: "pcsc-lite",
        alt: "pcsc-lite"
    )
    /// The PC/SC client library.
    package static let library = Package(
        "the PC/SC client library",
        debian: "libpcsclite1",
        fedora: "pcsc-lite-libs",
        arch: "pcsclite",
        suse: "libpcsclite1",
        alt: "libpcsclite"
    )
    /// The driver of CCID readers.
    package static let ccid = Package(
        "the driver for USB readers",
        debian: "libccid",
        fedora: "pcsc-lite-ccid",
        arch: "ccid",
        suse: "pcsc-ccid",
        alt: "pcsc-lite-ccid"
    )
    /// GnuPG's program for cards.
    package static let scdaemon = Package(
        "scdaemon",
        debian: "scdaemon",
        fedora: "gnupg2-scdaemon",
        arch: "gnupg",
        suse: "gpg2",
        alt: "gnupg2"
    )
    /// OpenSC.
    package static let openSC = Package(
        "OpenSC",
        debian: "opensc-pkcs11 opensc",
        fedora: "opensc",
        arch: "opensc",
        suse: "opensc",
        alt: "opensc"
    )
}
