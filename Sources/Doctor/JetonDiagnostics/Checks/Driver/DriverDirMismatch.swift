/// pcscd looks for drivers in a directory other than the one they are in.
enum DriverDirMismatch: Check {
    static let page = CheckPage(
        id: "driver-dir-mismatch",
        layer: .driver,
        title: "pcscd looks for drivers in the wrong directory",
        symptom: "pcscd logs \"Cannot open PC/SC drivers directory: …\"; no USB reader is found.",
        cause: "A pcscd built from source under /usr/local is used with the distribution's driver, or the reverse.",
        detection: """
            The directory that `pcscd --version` names (`usbdropdir`) contains no driver, but one of the usual \
            directories does.
            """,
        remedies: [
            Remedy(
                "uninstall the pcscd built from source the way it was installed, and use the distribution's pcscd",
                commands: [.restartService],
                needs: .root
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.serviceProgram != nil, machine.driverBundles.isEmpty else { return .passed }
        let folder = machine.driverDirectory
        guard
            let other = Machine.driverDirectories.first(where: { $0 != folder && !machine.bundles(in: $0).isEmpty })
        else { return .passed }
        return .found(
            "pcscd looks for drivers in \(folder), but they are in \(other)",
            [
                Evidence("pcscd", "\(machine.serviceProgram ?? "")"), Evidence("usbdropdir", "\(folder)"),
                Evidence("drivers in \(other)", "\(machine.bundles(in: other).count)"),
            ],
            severity: machine.smartCardDevices.isEmpty ? .warning : .failure,
            about: machine.smartCardDevices.map { .device($0.name) } + [.readers]
        )
    }
}
