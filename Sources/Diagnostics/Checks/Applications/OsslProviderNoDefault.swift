/// OpenSSL's configuration switches off all that is not named.
enum OsslProviderNoDefault: Check {
    static let page = CheckPage(
        id: "ossl-provider-no-default",
        layer: .application,
        title: "OpenSSL's configuration switches on one provider, and thereby off the default one",
        symptom: "\"inner_evp_generic_fetch:unsupported\" from everything; curl and ssh fail; SoftHSM does not start.",
        cause: "A provider that is switched on by the configuration keeps the default one from being loaded.",
        detection: "openssl.cnf switches on at least one provider, and neither `default` nor `fips` is among them.",
        remedies: [
            Remedy("add `default = default_sect` before the others, and `[default_sect]` with `activate = 1`")
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let active = (machine.openSSL?.providers ?? []).filter(\.isActive)
        guard !active.isEmpty, !active.contains(where: { $0.name == "default" || $0.name == "fips" }) else {
            return .passed
        }
        return .found(
            "\(machine.openSSL?.path ?? "openssl.cnf") switches off OpenSSL's default provider",
            active.map { Evidence("switched on", "\($0.name) at \($0.place)") }
        )
    }
}
