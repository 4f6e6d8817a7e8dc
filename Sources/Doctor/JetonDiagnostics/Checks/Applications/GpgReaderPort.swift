internal import JetonPCSC

/// gpg is configured to use a reader that does not exist.
enum GpgReaderPort: Check {
    static let page = CheckPage(
        id: "gpg-reader-port",
        layer: .application,
        title: "gpg is configured to use a reader that does not exist",
        symptom: "`gpg --card-status` sees no card while `pcsc_scan` does.",
        cause: "`reader-port` in scdaemon.conf names another reader, or the reader's name has changed.",
        detection: "The value of `reader-port` is not the beginning of any reader's name.",
        needs: [.reader],
        remedies: [Remedy("remove `reader-port` from ~/.gnupg/scdaemon.conf", commands: ["gpgconf --kill scdaemon"])]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let folder = machine.probe.variables["GNUPGHOME"] ?? machine.home.map { "\($0)/.gnupg" } ?? ""
        let path = "\(folder)/scdaemon.conf"
        guard let setting = machine.settings(in: path).last(where: { $0.name == "reader-port" }) else {
            return .irrelevant
        }
        let port = setting.words.joined(separator: " ")
        let names = machine.pcsc.readers.map(\.name.description)
        // A number is an old way to choose a reader.
        guard !port.isEmpty, Int(port) == nil, !names.contains(where: { $0.hasPrefix(port) }) else { return .passed }
        return .found(
            "gpg is configured to use the reader '\(port)', which does not exist",
            [Evidence("named by", "\(setting.place)"), Evidence("readers", "\(names.joined(separator: ", "))")],
            severity: machine.severity(for: .gpg)
        )
    }
}
