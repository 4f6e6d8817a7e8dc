import Foundation
import TestRig
import Testing
import VirtualCard

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

    @Test("Removing the chosen token locks the store, another one does not, and waiting is free")
    func token() async throws {
        let pcscd = try await PrivatePCSCD(readers: [PrivatePCSCD.Reader("Virtual PCD")])
        let place = Workplace(
            try Workplace(modules: [try BuildProducts.path("libjeton-pkcs11.so")]),
            inside: pcscd
        )
        try place.secret("12345678", "puk")
        _ = try place.directory.makeDirectory("wire")
        for (name, number) in [("mine", 0x1111_1111), ("other", 0x2222_2222)] as [(String, UInt32)] {
            let path = place.directory.path("wire/\(name).card")
            _ = try SoftwareCard.create(at: path, VirtualCardOptions(serialNumber: number))
        }
        try await place.jeton("keystore", "init", "--new-key-file", "key").exits(0)
        let cards = ["JETON_PROVIDER_CARDS": place.directory.path("wire")]
        func isPresent() async throws -> Bool {
            let readers = try await place.jeton("list", "--json").exits(0).json()["readers"].list
            return readers.contains { $0["name"].text == "Virtual PCD 00 00" && $0["flags"].texts.contains("present") }
        }
        func serving(_ name: String, _ body: () async throws -> Void) async throws {
            let server = try place.start(["virtual", "serve", name], environment: cards)
            while try await !isPresent() { try await Task.sleep(for: .milliseconds(50)) }
            try await body()
            server.signal(SIGTERM)
            _ = try await server.finish()
            while try await isPresent() { try await Task.sleep(for: .milliseconds(50)) }
        }
        for name in ["mine", "other"] {
            try await serving(name) {
                let words = ["token", "init", "--reader", "Virtual PCD 00 00", "--label", name, "--yes"]
                try await place.jeton(words + ["--so-pin-source", "file:puk"] + Workplace.pinOption).exits(0)
            }
        }
        func notes(_ name: String) -> String { place.contents(name).map { String(decoding: $0, as: UTF8.self) } ?? "" }
        let watcher = try place.start(
            ["keystore", "watch", "--token", "mine"],
            by: ["bash", "-c", "echo $$ >process; exec \"$@\" >events 2>notes", "bash"],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(place.directory.path("none"))"]
        )
        try await place.await { notes("notes").contains("only the removal of the token") }

        try await place.keystore("unlock").exits(0)
        try await serving("other") {}
        try await place.jeton("keystore", "status").exits(0).prints("unlocked")
        try await serving("mine") {
            try await place.await { notes("notes").contains("token 'mine' is in Virtual PCD 00 00") }
            let process = notes("process").trimmingCharacters(in: .whitespacesAndNewlines)
            let count = #"awk '/ctxt_switches/ { sum += $2 } END { print sum }' /proc/\#(process)/task/*/status"#
            // What the insertion itself wakes is over soon.
            var wakeUps = ""
            for _ in 0..<30 where wakeUps != "0\n" {
                let second = "before=$(\(count)); sleep 1; echo $(( $(\(count)) - before ))"
                wakeUps = try await place.run("bash", "-c", second).text
            }
            #expect(wakeUps == "0\n")
        }
        try await place.await { notes("events").contains("\n") }
        #expect(notes("events") == "token: the keystore is locked\n")
        try await place.jeton("keystore", "status").exits(0).prints("locked")
        watcher.signal(SIGTERM)
        _ = try await watcher.finish()
    }

    @Test("systemd finds no fault in the unit that is installed, also from a directory of an odd name")
    func unit() async throws {
        let place = try await Workplace.withKeystore()
        let install = [
            "keystore", "watch", "--idle", "--reader", "a $b %c \"d\"", "--install", "--out", "units",
        ]
        let odd = ["JETON_DATA": place.directory.path("data $HOME %h")]
        let answer = try await place.jeton(install, environment: odd).exits(0)
        answer.prints("written: units/jeton-keystore-lock.service", "enable --now jeton-keystore-lock.service")
        let unit = String(decoding: try place.directory.read("units/jeton-keystore-lock.service"), as: UTF8.self)
        #expect(unit.contains(#""--idle" "--reader" "a $$b %%c \"d\"""#), "\(unit)")
        #expect(unit.contains(#"data $HOME %%h""#), "\(unit)")
        let command =
            "chmod 700 . && XDG_RUNTIME_DIR=$PWD systemd-analyze verify --user ./units/jeton-keystore-lock.service"
        let output = try await place.run("bash", "-c", command)
        #expect(output.exitStatus == 0, "\(output.errorText)")
        #expect(output.errorText.isEmpty, "\(output.errorText)")
        try await place.jeton("keystore", "watch", "--uninstall", "--out", "units").exits(0)
            .prints("removed: ", "disable --now")
        #expect(!FileManager.default.fileExists(atPath: place.directory.path("units/jeton-keystore-lock.service")))
        try await place.jeton("keystore", "watch", "--install", "--uninstall").exits(2)
    }
}
