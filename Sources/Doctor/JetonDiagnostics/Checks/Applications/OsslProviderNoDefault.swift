/// OpenSSL's configuration disables everything that it does not name.
enum OsslProviderNoDefault: Check {
    static let page = CheckPage(
        id: "ossl-provider-no-default",
        layer: .application,
        title: "OpenSSL's configuration enables one provider and thereby disables the default one",
        symptom: "\"inner_evp_generic_fetch:unsupported\" from everything; curl and ssh fail; SoftHSM does not start.",
        cause: "If the configuration enables any provider, OpenSSL no longer loads the default one automatically.",
        detection: "openssl.cnf enables at least one provider, and neither `default` nor `fips` is among them.",
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
            "\(machine.openSSL?.path ?? "openssl.cnf") disables OpenSSL's default provider",
            active.map { Evidence("enabled", "\($0.name) at \($0.place)") }
        )
    }
}
