/// OpenSSL's configuration names an engine built for another OpenSSL.
enum OsslEngineWrongAbi: Check {
    static let page = CheckPage(
        id: "ossl-engine-wrong-abi",
        layer: .application,
        title: "OpenSSL's configuration names an engine built for another OpenSSL",
        symptom: "\"DSO not found\"; the engine worked before the system was upgraded.",
        cause: "`dynamic_path` still points to `engines-1.1` or another directory of an older OpenSSL.",
        detection: """
            The file that `dynamic_path` names does not exist, or it needs a libcrypto other than `libcrypto.so.3`.
            """,
        remedies: [Remedy("remove `dynamic_path`: OpenSSL finds its own engines")]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let sightings = (machine.openSSL?.engines ?? []).compactMap { engine -> Sighting? in
            guard let setting = engine.setting("dynamic_path"), setting.value.hasPrefix("/") else { return nil }
            var fact = ""
            if let octets = try? machine.probe.contents(of: setting.value, limit: 67_108_864) {
                let needed = SharedLibrary(octets)?.needed.first { $0.hasPrefix("libcrypto.so") }
                guard let needed, needed != "libcrypto.so.3" else { return nil }
                fact = "needs \(needed)"
            } else {
                fact = "there is no such file"
            }
            return Sighting(
                "OpenSSL can't use the engine \(setting.value)",
                [Evidence("\(setting.value)", "\(fact)"), Evidence("named by", "\(setting.place)")],
                severity: machine.severity(for: .openssl, .curl)
            )
        }
        return .foundOrPassed(sightings)
    }
}
