import Glibc
import TokenEngine
import UserFiles

/// The provider's slots and keys, as the environment of the calling program places them.
enum HostEnvironment {
    /// The user's directories; none for a program that runs with elevated privileges.
    private static var directories: UserDirectories {
        UserDirectories(isElevated: getuid() != geteuid() || getgid() != getegid()) { name in
            guard let value = unsafe getenv(name) else { return nil }
            return unsafe String(cString: value)
        }
    }

    /// The directory of virtual cards, and the readers of PC/SC.
    static func sources() -> [any SlotSource] {
        let cards: [any SlotSource] = directories.cards.map { [VirtualCardDirectory($0)] } ?? []
        return cards + [PCSCReaders()]
    }

    /// The keys of secure channels, from the user's keystore.
    ///
    /// Without a usable keystore directory, cards with a channel are refused, with the reason.
    static func channels() -> ChannelKeys {
        let directories = directories
        guard let data = directories.data else {
            return ChannelKeys(
                unavailable: "no keystore directory: neither JETON_DATA nor HOME is set, or the program runs with "
                    + "elevated privileges",
                hint: "set JETON_DATA to an absolute path"
            )
        }
        guard data.hasPrefix("/") else {
            return ChannelKeys(
                unavailable: "the keystore directory '\(data)' is not an absolute path",
                hint: "set JETON_DATA to an absolute path"
            )
        }
        return ChannelKeys(dataDirectory: data, witnessDirectory: directories.witness)
    }
}
