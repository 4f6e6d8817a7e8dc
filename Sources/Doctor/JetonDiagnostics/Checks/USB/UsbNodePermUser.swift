internal import TokenKit

/// A user's program opens the device itself and is not allowed to.
enum UsbNodePermUser: Check {
    static let page = CheckPage(
        id: "usb-node-perm-user",
        layer: .usb,
        title: "this user is not allowed to open the device",
        symptom: """
            scdaemon logs "ccid-driver: usb_open failed: LIBUSB_ERROR_ACCESS"; it works with sudo. Only programs that \
            bypass pcscd are affected.
            """,
        cause: "No udev rule gives the device to the session's user, or the session is not active.",
        detection: """
            Checked with `--app gpg`: access(2) reports that this user can't open the device node under \
            `/dev/bus/usb` for writing, and scdaemon.conf does not disable scdaemon's own driver.
            """,
        remedies: [
            Remedy(
                "make gpg use pcscd instead",
                commands: [
                    "echo disable-ccid >> ~/.gnupg/scdaemon.conf", "gpgconf --kill scdaemon",
                ]
            ),
            Remedy(
                "reload the rules, and replug the token in an active session",
                commands: ["udevadm control --reload", "udevadm trigger"],
                needs: [.root, .replug]
            ),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.applications.contains(.gpg), !machine.smartCardDaemonSettings.contains("disable-ccid") else {
            return .irrelevant
        }
        let sightings = machine.smartCardDevices.compactMap { device -> Sighting? in
            do throws(SystemFailure) {
                try machine.probe.checkAccess(to: device.node, .write)
                return nil
            } catch {
                guard error.number == 13 else { return nil }  // EACCES
                return Sighting(
                    "this user is not allowed to open '\(device.title)', and gpg opens it itself",
                    [Evidence("write to \(device.node)", "EACCES")],
                    about: [.device(device.name)]
                )
            }
        }
        return .foundOrPassed(sightings)
    }
}
