import JetonOctets

extension Machine {
    /// The configuration that OpenSC reads: `OPENSC_CONF`, or the first that is there; nil if there is none.
    var openSCConfiguration: String? {
        let named = probe.variables["OPENSC_CONF"] ?? ""
        if !named.isEmpty { return exists(named) ? named : nil }
        return ["/etc/opensc/opensc.conf", "/etc/opensc.conf"].first(where: exists)
    }

    /// A number that OpenSC's configuration sets, with the file and line; nil if it does not set it.
    func openSCNumber(_ name: String) -> (value: Int, place: String)? {
        guard let path = openSCConfiguration, let setting = openSCSettings?.last(name),
            let value = setting.values.first.flatMap({ Int($0) })
        else { return nil }
        return (value, "\(path):\(setting.line)")
    }

    private static let openSCSettings = Fact<OpenSCConfiguration?>()

    /// What OpenSC's configuration sets; nil without one that can be read.
    var openSCSettings: OpenSCConfiguration? {
        remember(Self.openSCSettings) {
            openSCConfiguration.flatMap { text($0) }.map { OpenSCConfiguration($0.unescaped) }
        }
    }

    /// Whether a module is OpenSC's.
    func isOpenSC(_ path: String) -> Bool { path.contains("opensc-pkcs11") || path.contains("onepin-opensc") }
}
