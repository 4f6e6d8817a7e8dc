internal import Cryptoki
internal import JetonOctets
internal import TokenKit

extension Machine {
    /// What to do about what a program says, with the values that are known.
    func remedies(for said: SaidFault, in use: UseTrace) -> [Remedy] {
        let captured = said.captures.first ?? ""
        switch (said.phrase.field, said.phrase.object) {
        case (.helper, "scdaemon"): return [.install(.scdaemon, then: ["gpgconf --kill gpg-agent"])]
        case (.linker, _) where said.phrase.fault.hasPrefix("can't be loaded: $2") && captured.hasPrefix("/"):
            return nearModules(to: captured) + said.remedies
        case (.certificate, "this computer's clock"):
            return [
                Remedy("set the clock from the network", commands: [.systemctl("restart systemd-timesyncd"), "date"])
            ]
        default: return said.remedies
        }
    }

    /// Modules that exist, for a path that does not.
    private func nearModules(to path: String) -> [Remedy] {
        let name = Machine.name(of: path)
        let known = modules.map(\.path).filter { Machine.name(of: $0) == name && exists($0) }
        return known.prefix(1).map { known in
            Remedy("use the path where the module is installed: \(known)", commands: ["ls -l \(known)"])
        }
    }
}
