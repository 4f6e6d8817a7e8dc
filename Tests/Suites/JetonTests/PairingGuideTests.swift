import Foundation
import TestRig
import Testing

/// `jeton pair` without a token named, at a terminal.
@Suite("The guide to the first pairing")
struct PairingGuideTests {
    @Test(
        "It says what to do, goes on when the token appears, asks for the password without showing it",
        .timeLimit(.minutes(15))
    )
    func firstRun() async throws {
        let (place, module) = try await PairingTests.place("slot.0.present = false\n")
        let screen = try Terminal.start(place, ["pair"])
        try await Terminal.expect("waiting for a token", on: screen)
        try await Terminal.expect("1. ", on: screen)
        try module.configure(PairingTests.settings)
        try await Terminal.expect("token 'Anna' in '\(PairingTests.name)' is not paired yet", on: screen)
        try await Terminal.expect("Activation password of token 'Anna': ", on: screen)
        screen.send(line: "q1w2-e3r4-t5y6-u7i8")
        let output = try await screen.finish()
        #expect(output.exitStatus == 0, "\(output.text)")
        #expect(output.text.contains("token 'Anna' is paired: rutoken_ecp_4894721a"))
        #expect(!output.text.lowercased().contains("q1w2"))
        // What was said once is not said at every look.
        #expect(output.text.components(separatedBy: "waiting for a token").count == 2, "\(output.text)")

        let second = try await Terminal.start(place, ["pair"]).finish()
        #expect(second.exitStatus == 0 && second.text.contains("nothing to do"), "\(second.text)")
    }

    @Test("Control-C ends the waiting", .timeLimit(.minutes(15)))
    func interrupted() async throws {
        let (place, _) = try await PairingTests.place("slot.0.present = false\n")
        let screen = try Terminal.start(place, ["pair"])
        try await Terminal.expect("waiting for a token", on: screen)
        screen.send([0x03])
        let output = try await screen.finish()
        #expect(output.ending != .exited(0), "\(output.text)")
    }

    @Test("Where no token is found, what Bluetooth knows of one is shown, and that the cable is the way")
    func bluetooth() async throws {
        let (place, _) = try await PairingTests.place("slot.0.present = false\n")
        let words = try place.words(["pair"])
        let way = "no program on Linux can reach a token over Bluetooth: connect it by its cable"
        func pair(_ script: String) async throws -> String {
            let line = "set -eu; mount -t tmpfs tmpfs /sys\n\(script)\nshift; exec \"$@\""
            let command = [
                "unshare", "--mount", "--propagation", "private", "sh", "-c", line, "sh", place.directory.path,
            ]
            let output = try await place.run("setpriv", and: ["--pdeathsig", "KILL"] + command + words)
            #expect(output.exitStatus == 3, "\(output.errorText)")
            #expect(output.errorText.contains("hint: plug in the token, or insert it"), "\(output.errorText)")
            return output.errorText
        }
        #expect(try await pair("").contains("hint: this machine has no Bluetooth, and \(way)"))
        let said = try await pair(
            """
            mkdir -p /sys/class/bluetooth/hci0 /sys/class/rfkill/rfkill0
            echo bluetooth >/sys/class/rfkill/rfkill0/type
            echo 1 >/sys/class/rfkill/rfkill0/soft
            setpriv --pdeathsig KILL dbus-daemon --session --nofork --nopidfile --address="unix:path=$1/bus" &
            export DBUS_SYSTEM_BUS_ADDRESS="unix:path=$1/bus"
            while [ ! -S "$1/bus" ]; do sleep 0.1; done
            setpriv --pdeathsig KILL /usr/bin/python3 -m dbusmock --system --template bluez5 >/dev/null 2>&1 &
            call() { busctl --system call org.bluez /org/bluez org.bluez.Mock "$@" >/dev/null 2>&1; }
            until call AddAdapter ss hci0 lab; do sleep 0.1; done
            call AddDevice sss hci0 11:22:33:44:55:66 'Rutoken ECP BT'
            call AddDevice sss hci0 11:22:33:44:55:67 Headset
            call PairDevice ssi hci0 11:22:33:44:55:66 5898764
            """
        )
        for line in [
            "hint: the Bluetooth adapter: powered, off: rfkill unblock bluetooth",
            "hint: 'Rutoken ECP BT' is paired and not connected over Bluetooth", "hint: " + way,
        ] { #expect(said.contains(line), "\(said)") }
        #expect(!said.contains("Headset"))
    }
}
