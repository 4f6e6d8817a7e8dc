extension Machine {
    /// The configuration that OpenSC reads: `OPENSC_CONF`, or the first that is there; nil if there is none.
    var openSCConfiguration: String? {
        let named = probe.variables["OPENSC_CONF"] ?? ""
        if !named.isEmpty { return exists(named) ? named : nil }
        return ["/etc/opensc/opensc.conf", "/etc/opensc.conf"].first(where: exists)
    }

    /// A number that OpenSC's configuration sets, with the file and line; nil if it does not set it.
    func openSCNumber(_ name: String) -> (value: Int, place: String)? {
        guard let path = openSCConfiguration else { return nil }
        let setting = settings(in: path).last { $0.name == name }
        guard let setting, let value = Int(setting.value.filter { $0 != ";" && $0 != " " }) else { return nil }
        return (value, setting.place)
    }

    /// Whether a module is OpenSC's.
    func isOpenSC(_ path: String) -> Bool { path.contains("opensc-pkcs11") || path.contains("onepin-opensc") }
}
