import JetonOctets

/// A browser in a flatpak names a module of the host.
enum ModFlatpakSandbox: Check {
    static let page = CheckPage(
        id: "mod-flatpak-sandbox",
        layer: .module,
        title: "a browser in a flatpak names a module outside its sandbox",
        symptom: "No security device in the browser.",
        cause: "In a flatpak, `/usr` is the runtime's, not the host's.",
        detection: "The list of modules in the flatpak's profile names a library outside `/app`.",
        remedies: [
            Remedy("use a module in the flatpak: /app/lib/opensc-pkcs11.so, if it has one"),
            Remedy("let the host serve its modules with `p11-kit server`, and use p11-kit-client.so"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        ModSnapSandbox.confined(machine, .flatpak) { !$0.hasPrefix("/app/") && !$0.contains("p11-kit-client") }
    }
}
