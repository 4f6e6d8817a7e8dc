internal import Glibc
internal import JetonOctets
internal import PairingDesk
internal import TokenKit
internal import UserFiles

/// What the front door reads of the environment of the program that it is linked into, as the provider does.
///
/// A program with rights beyond its user's takes no variable into account.
enum Host {
    /// A variable of the environment; nil if it is not set, or the program is elevated.
    static func variable(_ name: String) -> String? {
        guard !isElevated, let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    static var isElevated: Bool { getuid() != geteuid() || getgid() != getegid() }

    private static var directories: UserDirectories {
        UserDirectories(isElevated: isElevated) { variable($0) }
    }

    /// The modules that are registered on this system.
    static var registry: ModuleRegistry {
        ModuleRegistry(
            in: ModuleEnvironment(
                home: variable("HOME"),
                configurationHome: variable("XDG_CONFIG_HOME"),
                ignoresUserConfiguration: variable("P11_KIT_NO_USER_CONFIG") != nil,
                moduleList: variable("JETON_MODULES"),
                userID: getuid(),
                executableDirectory: executableDirectory
            )
        )
    }

    private static var executableDirectory: String? {
        let octets = unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            let length = unsafe base.withMemoryRebound(to: CChar.self, capacity: buffer.count) {
                unsafe readlink("/proc/self/exe", $0, buffer.count)
            }
            count = max(length, 0)
        }
        guard !octets.isEmpty, octets.count < PATH_MAX else { return nil }
        let path = String(decoding: octets, as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }

    /// The record of refused PINs, which `jeton` and all programs of the user share.
    ///
    /// - Throws: ``TokenError/Code/noGuard``.
    static func pinGuard() throws(TokenError) -> PINGuard {
        guard let data = directories.data, data.hasPrefix("/") else {
            throw TokenError(
                .noGuard,
                "there is no directory for the record of refused PINs: neither JETON_DATA nor HOME is an absolute path"
            )
        }
        do throws(PINError) {
            return PINGuard(directory: data + "/pin-guard", bootID: try PINGuard.systemBootID())
        } catch {
            throw TokenError(error)
        }
    }

    /// The strict route: no PIN in clear where a paired token is expected.
    static var route: PINRoute {
        let directories = directories
        let stores = directories.data.map {
            PairingStores(dataDirectory: $0, witnessDirectory: directories.witness)
        }
        return PINRoute(pairings: UserPairings(stores), policy: .channelWherePaired)
    }

    /// A reader of PINs with what a source needs of the environment.
    static func reader(for source: PINSource) -> PINReader {
        var names = ["PATH", "TERM", "GPG_TTY", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "HOME", "LANG", "LC_ALL"]
        if case .environment(let name) = source { names.append(name) }
        var variables: [String: String] = [:]
        for name in names { variables[name] = variable(name) }
        return PINReader(variables: variables, credentialsDirectory: variable("CREDENTIALS_DIRECTORY"))
    }
}
