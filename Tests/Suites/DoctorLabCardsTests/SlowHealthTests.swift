import Foundation
import TestRig
import Testing

/// Machines with nothing wrong, and what the doctor leaves alone.
@Suite("The fault laboratory, health and care")
struct SlowHealthTests {
    @Test("SoftHSM with a token and nothing of PC/SC, as in a container, gives no finding that counts")
    func softHSM() async throws {
        let softHSM = try await SoftHSM.withToken(label: "healthy")
        let laboratory = try await Laboratory(Laboratory.Setup())
        try await pcscdStopped(laboratory)
        let diagnosis = try await laboratory.examine(
            ["--module", softHSM.modulePath],
            variables: [SoftHSM.configurationVariable: softHSM.configurationPath]
        )
        #expect(diagnosis.complaints == [], "\(diagnosis.findings)")
        #expect(diagnosis.status == "healthy")
    }

    @Test("A PIV card in a reader, seen by OpenSC, gives no finding that counts, and no card is reset or verified")
    func openSC() async throws {
        let directory = try TemporaryDirectory()
        let (laboratory, server) = try await withPIVCard(at: directory.path("healthy.card"))
        let diagnosis = try await laboratory.examine()
        #expect(diagnosis.complaints == [], "\(diagnosis.findings)")
        server.signal(SIGTERM)
        withExtendedLifetime(directory) {}
    }

    @Test("The doctor's own questions to PC/SC send no command to a card, reset nothing and leave nothing open")
    func leavesCardsAlone() async throws {
        var setup = Laboratory.Setup()
        setup.readers = [PrivatePCSCD.Reader("Virtual PCD")]
        let laboratory = try await Laboratory(setup)
        let card = try VirtualCardServer(in: laboratory.pcscd, atr: [0x3B, 0x80, 0x01, 0x81]) { _ in [0x6A, 0x82] }
        let probe = try BuildProducts.path("pcsc-probe")
        for _ in 0..<300 {
            if try await laboratory.pcscd.run([probe, "list"]).text.contains("present") { break }
            try await Task.sleep(for: .milliseconds(20))
        }
        let softHSM = try SoftHSM()
        _ = try await laboratory.examine(
            ["--module", softHSM.modulePath],
            variables: [SoftHSM.configurationVariable: softHSM.configurationPath]
        )
        #expect(card.commands == [])
        #expect(!card.controls.contains(0x02), "\(card.controls)")
        // Nobody is connected any more, and no transaction is open: an exclusive connection comes about.
        let holder = try ChildProcess(laboratory.pcscd.command([probe, "hold", "Virtual PCD 00 00", "exclusive"]))
        _ = try await holder.lines { $0 == "holding" }
        holder.closeInput()
        _ = try await holder.finish()
        try await card.remove()
    }

    @Test("No module is asked to log in or to change anything")
    func spied() async throws {
        let softHSM = try await SoftHSM.withToken(label: "spied")
        let directory = try TemporaryDirectory()
        let laboratory = try await Laboratory(Laboratory.Setup())
        let spy = "/usr/lib/x86_64-linux-gnu/pkcs11-spy.so"
        _ = try await laboratory.examine(
            ["--module", spy],
            variables: [
                SoftHSM.configurationVariable: softHSM.configurationPath, "PKCS11SPY": softHSM.modulePath,
                "PKCS11SPY_OUTPUT": directory.path("spy.log"),
            ]
        )
        let log = try String(contentsOfFile: directory.path("spy.log"), encoding: .utf8)
        #expect(log.contains("C_GetTokenInfo"))
        for function in [
            "C_Login", "C_InitToken", "C_InitPIN", "C_SetPIN", "C_CreateObject", "C_DestroyObject", "C_GenerateKey",
            "C_SignInit", "C_SetAttributeValue",
        ] {
            #expect(!log.contains(function), "\(function) was called")
        }
    }

    @Test("A report for others holds no name, label or serial number of this machine, and keeps the codes")
    func report() async throws {
        let softHSM = try await SoftHSM.withToken(label: "Annas Schluessel")
        var setup = Laboratory.Setup()
        setup.devices = [.yubiKey.with { $0.isAuthorized = false }]
        let laboratory = try await Laboratory(setup)
        let directory = try TemporaryDirectory()
        let output = try await laboratory.run(
            ["--module", softHSM.modulePath, "--report", directory.path("report.txt"), "--verbose"],
            variables: [SoftHSM.configurationVariable: softHSM.configurationPath, "HOME": "/home/anna"]
        )
        let shown = output.text
        let report = try String(contentsOfFile: directory.path("report.txt"), encoding: .utf8)
        #expect(shown.contains("usb-not-authorized"))
        for secret in ["0012345678", "Annas Schluessel", "/home/anna"] {
            #expect(!report.contains(secret), "\(report)")
        }
        for fact in ["usb-not-authorized", "1050:0407", "authorized", "end of report"] {
            #expect(report.contains(fact), "\(report)")
        }
    }

    @Test("--fix says what it would do, does it when told to, and looks again")
    func repairs() async throws {
        var setup = Laboratory.Setup()
        setup.after = "kill -KILL $(tr -d '\\0' </run/pcscd/pcscd.pid)"
        let laboratory = try await Laboratory(setup)
        let plan = try await laboratory.run(["--fix", "--dry-run"])
        #expect(plan.errorText.contains("remove /run/pcscd/pcscd.comm"), "\(plan.errorText)")
        #expect(try await laboratory.examine().rootCause == "pcscd-socket-stale")
        let refused = try await laboratory.run(["--fix"])
        #expect(refused.exitStatus == 2)
        let done = try await laboratory.run(["--fix", "--yes", "--ascii"])
        #expect(done.exitStatus == 1)
        // The leftover is gone; what is left is that the service does not run.
        #expect(try await laboratory.examine().rootCause == "pcscd-not-running")
    }

    @Test("--fix and --undo move a file out and back, and neither replaces one that is there")
    func undo() async throws {
        var setup = Laboratory.Setup()
        setup.runsService = false
        setup.before = """
            layer /etc
            printf 'FRIENDLYNAME "Old"\nDEVICENAME /dev/null\nLIBPATH /none/lib.so\nCHANNELID 1\n' >/etc/reader.conf.d/old
            """
        let laboratory = try await Laboratory(setup)
        let (place, aside) = ("/etc/reader.conf.d/old", "/etc/reader.conf.d.jeton-disabled/old")
        func content(_ path: String) async throws -> String {
            try await laboratory.pcscd.run(["sh", "-c", "cat \(path) 2>/dev/null || echo none"]).text
        }
        func change(_ words: String, _ code: Int32) async throws -> ChildProcess.Output {
            let output = try await laboratory.run(words.split(separator: " ").map(String.init))
            #expect(output.exitStatus == code, "\(words): \(output.text)\(output.errorText)")
            return output
        }
        let entry = try await content(place)
        #expect(entry.contains("LIBPATH"))
        _ = try await change("--fix --yes", 1)
        #expect(try await content(place) == "none\n")
        #expect(try await content(aside) == entry)
        let restored = try await change("--undo", 0)
        #expect(restored.text.contains("\(place) is there again"), "\(restored.text)")
        #expect(try await content(place) == entry)
        #expect(try await change("--undo", 0).errorText.contains("no file was set aside"))

        // Somebody has written the file again, and what is in its way stays.
        _ = try await change("--fix --yes", 1)
        _ = try await laboratory.pcscd.run(["sh", "-c", "sed 's/Old/New/' \(aside) >\(place)"])
        let new = try await content(place)
        for words in ["--undo", "--fix --yes"] {
            #expect(try await change(words, 7).errorText.contains("exists"))
            #expect(try await content(place) == new)
            #expect(try await content(aside) == entry)
        }
    }

    @Test("--fix takes back a repair that made it worse, and says so", arguments: [true, false])
    func takesBack(isJSON: Bool) async throws {
        // The entry that keeps pcscd from starting is the configuration of a token in software, too.
        let softHSM = try await SoftHSM.withToken(label: "lab")
        let place = "/etc/reader.conf.d/old"
        var setup = Laboratory.Setup()
        setup.runsService = false
        setup.devices = [.yubiKey]
        setup.before = """
            layer /etc
            cat '\(softHSM.configurationPath)' >\(place)
            printf 'FRIENDLYNAME "Old"\nDEVICENAME /dev/null\nLIBPATH /none/lib.so\nCHANNELID 1\n' >>\(place)
            """
        let laboratory = try await Laboratory(setup)
        func content(_ path: String) async throws -> String {
            try await laboratory.pcscd.run(["sh", "-c", "cat \(path) 2>/dev/null || echo none"]).text
        }
        let entry = try await content(place)
        let output = try await laboratory.run(
            ["--module", softHSM.modulePath, "--fix", "--yes"] + (isJSON ? ["--json"] : []),
            variables: [SoftHSM.configurationVariable: place]
        )
        #expect(output.exitStatus == 1, "\(output.text)\(output.errorText)")
        #expect(output.errorText.contains("undone, as it did not help: \(place) is there again"), "\(output.errorText)")
        #expect(try await content(place) == entry)
        #expect(try await content("/etc/reader.conf.d.jeton-disabled/old") == "none\n")
        guard isJSON else { return }
        // One document, and not one for each report.
        #expect((try? JSONSerialization.jsonObject(with: Data(output.standardOutput))) != nil, "\(output.text)")
        #expect(output.text.contains("\"undone\":true") || output.text.contains("\"undone\": true"), "\(output.text)")
    }

    private func pcscdStopped(_ laboratory: Laboratory) async throws { try await laboratory.pcscd.stopService() }

    private func withPIVCard(at path: String) async throws -> (Laboratory, ChildProcess) {
        var setup = Laboratory.Setup()
        setup.readers = [PrivatePCSCD.Reader("Virtual PCD")]
        let tool = try BuildProducts.path("virtual-card-tool")
        _ = try await ChildProcess.run([tool, "create", path])
        let laboratory = try await Laboratory(setup)
        let server = try ChildProcess(laboratory.pcscd.command([tool, "serve", path, "35963"]))
        _ = try await laboratory.pcscd.run([
            "sh", "-c", "until opensc-tool --list-readers | grep -q '^0 *Yes'; do sleep 0.05; done",
        ])
        return (laboratory, server)
    }
}
