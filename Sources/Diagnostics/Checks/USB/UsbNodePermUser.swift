internal import TokenKit

/// A program of the user's opens the device itself, and must not.
enum UsbNodePermUser: Check {
    static let page = CheckPage(
        id: "usb-node-perm-user",
        layer: .usb,
        title: "this user must not open the device",
        symptom: """
            scdaemon logs "ccid-driver: usb_open failed: LIBUSB_ERROR_ACCESS"; it works with sudo. Only programs that \
            do without pcscd are concerned.
            """,
        cause: "No udev rule marks the device for the user of the session, or the session is not active.",
        detection: """
            Asked for with `--app gpg`: the node of the device below `/dev/bus/usb` can't be opened for writing by \
            this user, by access(2), and scdaemon is not told to leave its own driver out.
            """,
        remedies: [
            Remedy(
                "let gpg use pcscd instead",
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
                    "this user must not open '\(device.title)', and gpg opens it itself",
                    [Evidence("write to \(device.node)", "EACCES")],
                    about: [.device(device.name)]
                )
            }
        }
        return .foundOrPassed(sightings)
    }
}
