/// Where modules are looked for, as values: nothing here reads the process's environment.
///
/// Absolute paths are read below ``root`` and reported without it.
public struct ModuleEnvironment: Hashable, Sendable {
    /// The directory that stands for `/`; empty for the running system.
    ///
    /// Links inside it are followed as the system does, so an absolute link leads out of it.
    public var root: String
    /// The user's home directory: the variable `HOME`; nil or empty for a user without one.
    public var home: String?
    /// The directory of the user's configuration: the variable `XDG_CONFIG_HOME`; `.config` in ``home`` if nil or empty.
    public var configurationHome: String?
    /// Whether the user's configuration is left out: whether the variable `P11_KIT_NO_USER_CONFIG` is set.
    public var ignoresUserConfiguration: Bool
    /// More modules, separated by colons: the variable `JETON_MODULES`.
    public var moduleList: String?
    /// The user's number; as in p11-kit, 0 reads no user configuration.
    public var userID: UInt32
    /// The base name of the program, for `enable-in` and `disable-in`.
    public var programName: String
    /// The directory of the running executable, in which the provider is looked for first; nil if not known.
    public var executableDirectory: String?
    /// Directories of libraries, the one to prefer first.
    public var libraryDirectories: [String]

    /// The library directories of this machine's Linux: the Debian triplet's, then the two that other systems use.
    public static var standardLibraryDirectories: [String] {
        #if arch(x86_64)
            let triplet = "x86_64-linux-gnu"
        #elseif arch(arm64)
            let triplet = "aarch64-linux-gnu"
        #elseif arch(riscv64)
            let triplet = "riscv64-linux-gnu"
        #endif
        return ["/usr/lib/\(triplet)", "/usr/lib64", "/usr/lib"]
    }

    /// Makes the description of a system.
    public init(
        root: String = "",
        home: String? = nil,
        configurationHome: String? = nil,
        ignoresUserConfiguration: Bool = false,
        moduleList: String? = nil,
        userID: UInt32,
        programName: String = "jeton",
        executableDirectory: String? = nil,
        libraryDirectories: [String] = ModuleEnvironment.standardLibraryDirectories
    ) {
        self.root = root
        self.home = home
        self.configurationHome = configurationHome
        self.ignoresUserConfiguration = ignoresUserConfiguration
        self.moduleList = moduleList
        self.userID = userID
        self.programName = programName
        self.executableDirectory = executableDirectory
        self.libraryDirectories = libraryDirectories
    }

    /// The directory of configuration that a distribution's packages fill.
    package static let packageDirectory = "/usr/share/p11-kit/modules"
    /// The directory of configuration that an administrator fills.
    package static let systemDirectory = "/etc/pkcs11/modules"
    /// The administrator's global configuration.
    package static let systemFile = "/etc/pkcs11/pkcs11.conf"

    /// The directory of the user's configuration, in which `pkcs11.conf` and `modules` lie; nil if none is to be read.
    package var userDirectory: String? {
        guard userID != 0, !ignoresUserConfiguration else { return nil }
        if let configurationHome, !configurationHome.isEmpty { return "\(configurationHome)/pkcs11" }
        guard let home, !home.isEmpty else { return nil }
        return "\(home)/.config/pkcs11"
    }

    /// A path in the system described, as this process must open it.
    func located(_ path: String) -> String {
        path.hasPrefix("/") ? root + path : path
    }

    /// The paths in `JETON_MODULES`, which are separated by colons.
    var environmentModules: [String] {
        (moduleList ?? "").split(separator: ":").map(String.init)
    }

    /// The paths in `JETON_MODULES` that would be another file in each directory: not absolute, and no bare name, which
    /// is looked for in the library directories.
    package var relativeModules: [String] { environmentModules.filter(Self.isRelative) }

    static func isRelative(_ path: String) -> Bool { !path.hasPrefix("/") && path.utf8.contains(UInt8(ascii: "/")) }
}
