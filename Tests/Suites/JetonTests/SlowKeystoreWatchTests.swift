import Foundation
import TestRig
import Testing

/// The watcher on a private bus with a mock of systemd-logind.
@Suite("Locking the keystore with the session")
struct SlowKeystoreWatchTests {
    /// Each step waits for the line that the step before must bring; the caller's deadline ends a wait in vain.
    private static let script = #"""
        set -eu
        directory=$1 jeton=$2
        address=unix:path=$directory/bus
        export DBUS_SYSTEM_BUS_ADDRESS=$address
        children=
        trap 'for child in $children; do kill "$child" 2>/dev/null || :; done' EXIT
        dbus-daemon --session --nofork --address="$address" 2>/dev/null & children="$children $!"
        until [ -S "$directory/bus" ]; do sleep 0.05; done
        /usr/bin/python3 -m dbusmock --system --template logind >/dev/null 2>&1 & children="$children $!"
        bus() { busctl --address="$address" "$@"; }
        call() { bus call org.freedesktop.login1 "$@"; }
        until call /org/freedesktop/login1 org.freedesktop.DBus.Peer Ping >/dev/null 2>&1; do sleep 0.05; done
        session() {
            call /org/freedesktop/login1 org.freedesktop.DBus.Mock AddSession ssusb "$1" seat0 "$2" "$1" true | cut -d'"' -f2
        }
        ours=$(session s1 "$(id -u)")
        others=$(session s2 54321)
        lock() { call "$1" org.freedesktop.login1.Session Lock; }
        hint() {
            call "$ours" org.freedesktop.DBus.Mock UpdateProperties 'sa{sv}' org.freedesktop.login1.Session 1 "$1" b "$2"
        }
        sleeps() {
            call /org/freedesktop/login1 org.freedesktop.DBus.Mock EmitSignal sssav org.freedesktop.login1.Manager \
                PrepareForSleep b 1 b true
        }
        "$jeton" keystore watch --idle --json >"$directory/out" & watcher=$!
        children="$children $watcher"
        # Ready when it hears anything; a line of the kind "sleep" then ends what is still on its way.
        until [ -s "$directory/out" ]; do lock "$ours"; sleep 0.1; done
        says() { until grep -q "\"event\": \"$1\", \"wasUnlocked\": $2 " "$directory/out"; do sleep 0.05; done; }
        unlock() { "$jeton" keystore unlock --key-file key >/dev/null; }
        sleeps; says sleep false
        unlock; lock "$others"; hint IdleHint true; says idle true
        unlock; hint IdleHint false; hint LockedHint true; says lock true
        hint LockedHint false
        unlock; sleeps; says sleep true
        switches() { awk '/ctxt_switches/ { sum += $2 } END { print sum }' "/proc/$watcher/status"; }
        before=$(switches); sleep 2; after=$(switches)
        echo "switches while idle: $((after - before))"
        "$jeton" keystore status | grep state
        "$jeton" keystore watch >"$directory/text" &
        children="$children $!"
        until grep -q '^lock: the keystore was already locked$' "$directory/text"; do lock "$ours"; sleep 0.1; done
        """#

    @Test("The session's lock, idleness and sleep lock the store, another user's lock does not, and waiting is free")
    func events() async throws {
        let place = try await Workplace.withKeystore()
        let output = try await place.run(
            "bash",
            "-c",
            Self.script,
            "bash",
            place.directory.path,
            try BuildProducts.path("jeton")
        )
        #expect(output.exitStatus == 0, "\(output.errorText)")
        let text = String(decoding: output.standardOutput, as: UTF8.self)
        #expect(text.contains("switches while idle: 0"), "\(text)")
        #expect(text.contains("locked"), "\(text)")
        // One document a line.
        let documents = try #require(place.contents("out")).split(separator: UInt8(ascii: "\n"))
        #expect(documents.count >= 5)
        for document in documents { #expect(JSONSchema.faults(inOutput: Array(document)) == []) }
    }

    @Test("Without a login manager the watcher says so")
    func withoutLogin() async throws {
        let place = try await Workplace.withKeystore()
        let nowhere = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(place.directory.path("none"))"]
        try await place.jeton("keystore", "watch", environment: nowhere).exits(8)
            .says("the login manager does not answer on the system bus", "jeton keystore lock")
    }

    @Test("systemd finds no fault in the unit")
    func unit() async throws {
        let place = try Workplace(modules: [])
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../packaging/systemd/user/jeton-keystore-lock.service")
        let unit = try String(contentsOf: source, encoding: .utf8)
            .replacingOccurrences(of: "/usr/local/bin/jeton", with: try BuildProducts.path("jeton"))
        try place.directory.write(unit, to: "jeton-keystore-lock.service")
        let command = "chmod 700 . && XDG_RUNTIME_DIR=$PWD systemd-analyze verify --user ./jeton-keystore-lock.service"
        let output = try await place.run("bash", "-c", command)
        #expect(output.exitStatus == 0, "\(output.errorText)")
        #expect(output.errorText.isEmpty, "\(output.errorText)")
    }
}
