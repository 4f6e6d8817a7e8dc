import Glibc
import TokenEngine
import UserFiles

/// Where the provider finds its slots and keys, by the environment of the program that loaded it.
enum HostEnvironment {
    /// The user's directories; none for a program with rights beyond its user's.
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

    /// Where the keys of secure channels are: in the user's keystore.
    ///
    /// Where there is no place for a keystore, cards with a channel are refused with the reason.
    static func channels() -> ChannelKeys {
        let directories = directories
        guard let data = directories.data else {
            return ChannelKeys(
                unavailable: "there is no directory for the keystore: neither JETON_DATA nor HOME is set, or the "
                    + "program has rights beyond its user's",
                hint: "set JETON_DATA to an absolute path"
            )
        }
        guard data.hasPrefix("/") else {
            return ChannelKeys(
                unavailable: "the directory of the keystore, '\(data)', is not an absolute path",
                hint: "set JETON_DATA to an absolute path"
            )
        }
        return ChannelKeys(dataDirectory: data, witnessDirectory: directories.witness)
    }
}
