import TokenEngine

#if canImport(Glibc)
    import Glibc
#endif

/// Where the module finds its slots, by the environment.
enum Surroundings {
    /// The folder with virtual cards, and the readers of PC/SC.
    ///
    /// `JETON_PROVIDER_CARDS` names a folder of card images; without it, they are in `cards` below `JETON_DATA`, which
    /// is `$XDG_DATA_HOME/jeton` by default. A program with rights beyond its user's ignores all of these.
    static func sources() -> [any SlotSource] {
        let folder = variable("JETON_PROVIDER_CARDS") ?? dataFolder().map { $0 + "/cards" }
        let cards: [any SlotSource] = folder.map { [VirtualCardFolder($0)] } ?? []
        return cards + [PCSCReaders()]
    }

    /// Where the keys of secure channels are: in the keystore below `JETON_DATA`.
    ///
    /// Its witness directory is `witness` below `JETON_DATA` if that is set, else `jeton/witness` below XDG's state
    /// folder, as for the program `jeton`. Where there is no place for a keystore, cards with a channel are refused with
    /// the reason.
    static func channels() -> ChannelKeys {
        guard let folder = dataFolder() else {
            return ChannelKeys(
                unavailable: "there is no folder for the keystore: neither JETON_DATA nor HOME is set, or not for a "
                    + "program with rights beyond its user's",
                hint: "set JETON_DATA to an absolute path"
            )
        }
        guard folder.hasPrefix("/") else {
            return ChannelKeys(
                unavailable: "the folder of the keystore, '\(folder)', is no absolute path",
                hint: "set JETON_DATA to an absolute path"
            )
        }
        return ChannelKeys(dataDirectory: folder, witnessDirectory: witnessFolder())
    }

    private static func witnessFolder() -> String? {
        if let folder = variable("JETON_DATA") { return folder + "/witness" }
        if let folder = variable("XDG_STATE_HOME"), folder.hasPrefix("/") { return folder + "/jeton/witness" }
        return variable("HOME").map { $0 + "/.local/state/jeton/witness" }
    }

    private static func dataFolder() -> String? {
        if let folder = variable("JETON_DATA") { return folder }
        // The XDG base directories: a path that is not absolute is to be ignored.
        if let folder = variable("XDG_DATA_HOME"), folder.hasPrefix("/") { return folder + "/jeton" }
        return variable("HOME").map { $0 + "/.local/share/jeton" }
    }

    private static func variable(_ name: String) -> String? {
        guard getuid() == geteuid(), getgid() == getegid(), let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }
}
