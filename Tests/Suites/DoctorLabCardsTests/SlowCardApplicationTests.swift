import Foundation
import JetonOctets
import Synchronization
import TestRig
import Testing
import VirtualCard

/// Faults around the applications of a card and around programs that share it, with real readers of vpcd.
@Suite("The fault laboratory, applications of cards")
struct SlowCardApplicationTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func laboratory(
        _ reader: String = "Virtual PCD",
        _ change: (inout Laboratory.Setup) -> Void = { _ in }
    ) async throws -> Laboratory {
        var setup = Laboratory.Setup()
        setup.readers = [PrivatePCSCD.Reader(reader)]
        change(&setup)
        return try await Laboratory(setup)
    }

    /// Waits until pcscd shows a card.
    private func awaitCard(_ laboratory: Laboratory, in slot: String = "00 00") async throws {
        let probe = try BuildProducts.path("pcsc-probe")
        for _ in 0..<300 {
            let list = try await laboratory.pcscd.run([probe, "list"])
            let lines = list.text.split(separator: "\n")
            if lines.contains(where: { $0.contains(" \(slot) [") && $0.contains("present") }) { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw TestRigError("pcscd shows no card")
    }

    /// A PIV card in a reader.
    private func insertPIVCard(_ laboratory: Laboratory, port: Int = 35_963) async throws -> ChildProcess {
        let path = directory.path("\(UUID().uuidString).card")
        _ = try SoftwareCard.create(at: path)
        return try serve(path, laboratory, port: port)
    }

    private func serve(_ path: String, _ laboratory: Laboratory, port: Int = 35_963) throws -> ChildProcess {
        let tool = try BuildProducts.path("virtual-card-tool")
        return try ChildProcess(laboratory.pcscd.command([tool, "serve", path, "\(port)"]))
    }

    /// A program that keeps a connection to pcscd, under a name of its own.
    private func client(_ name: String, _ laboratory: Laboratory) async throws -> ChildProcess {
        let program = directory.path(name)
        try FileManager.default.createSymbolicLink(
            atPath: program,
            withDestinationPath: try BuildProducts.path("pcsc-probe")
        )
        let child = try ChildProcess(laboratory.pcscd.command([program, "monitor"]))
        _ = try await child.lines { $0.hasPrefix("card inserted") }
        return child
    }

    @Test("scdaemon that shares a card of two applications with another program is a warning")
    func switched() async throws {
        try directory.write("disable-ccid\npcsc-shared\n", to: "scdaemon.conf")
        let laboratory = try await laboratory("Yubico YubiKey OTP+FIDO+CCID") {
            $0.variables = ["GNUPGHOME": directory.path]
        }
        let card = try await insertPIVCard(laboratory)
        try await awaitCard(laboratory)
        let programs = [try await client("scdaemon", laboratory), try await client("keepassxc", laboratory)]
        let diagnosis = try await laboratory.examine()
        // Fault excl-applet-switched (a warning): vpcd, PIV card, two programs, one of them named scdaemon
        #expect(diagnosis.complaints == ["excl-applet-switched"], "\(diagnosis.findings)")
        // With others connected the card's applications are left alone.
        // Fault obj-touch-required (information): vpcd, virtual card whose GET METADATA says "always"
        let touch = diagnosis.checks.first { $0.id == "obj-touch-required" }
        #expect(touch?.result == "unknown")
        for program in programs {
            program.closeInput()
            _ = try await program.finish()
        }
        card.signal(SIGTERM)
    }

    @Test("A program from before a restart of pcscd that holds on to it is named")
    func lostContext() async throws {
        let laboratory = try await laboratory()
        let first = try await insertPIVCard(laboratory)
        try await awaitCard(laboratory)
        let holder = try ChildProcess(
            laboratory.pcscd.command([try BuildProducts.path("pcsc-probe"), "hold", "Virtual PCD 00 00"])
        )
        _ = try await holder.lines { $0 == "holding" }
        try await laboratory.pcscd.stopService()
        first.signal(SIGTERM)
        try await laboratory.pcscd.startService()
        let second = try await insertPIVCard(laboratory)
        try await awaitCard(laboratory)
        let diagnosis = try await laboratory.examine()
        // Fault pcscd-restart-lost-context: real pcscd restarted under a program that uses a card
        #expect(diagnosis.roots == ["pcscd-restart-lost-context"], "\(diagnosis.findings)")
        #expect(diagnosis.complaints == ["pcscd-restart-lost-context"], "\(diagnosis.findings)")
        holder.closeInput()
        _ = try await holder.finish()
        second.signal(SIGTERM)
    }

    /// A stand-in for pcscd, and a token that has nothing to do with cards.
    private func diagnose(_ standIn: String, sleptSeconds: Int = 0) async throws -> Diagnosis {
        let softHSM = try await SoftHSM.withToken(label: "lab")
        var setup = Laboratory.Setup()
        setup.runsService = false
        setup.standIn = standIn
        setup.sleptSeconds = sleptSeconds
        setup.arguments = ["--module", softHSM.modulePath]
        setup.variables = [SoftHSM.configurationVariable: softHSM.configurationPath]
        return try await Laboratory(setup).examine()
    }

    @Test("A service with a longer table of readers than its clients read is named")
    func readerTable() async throws {
        let diagnosis = try await diagnose(StandIns.largerTable)
        // Fault pcscd-reader-array-mismatch: stand-in with a table of 48 readers
        #expect(diagnosis.roots == ["pcscd-reader-array-mismatch"], "\(diagnosis.findings)")
    }

    @Test("A card that is refused is put down to the machine's sleep, and without sleep is not")
    func sleep() async throws {
        let slept = try await diagnose(StandIns.lostCard, sleptSeconds: 100_000)
        // Fault pcscd-after-suspend: stand-in that refuses a card with 0x80100068, time namespace 100,000 s ahead
        #expect(slept.roots == ["pcscd-after-suspend"], "\(slept.findings)")
        let awake = try await diagnose(StandIns.lostCard)
        #expect(awake.roots == ["not-explained"], "\(awake.findings)")
    }

    @Test("An empty PIV application that OpenSC shows while OpenPGP has the keys is named")
    func otherApplication() async throws {
        // OpenSC would take OpenPGP by itself; whoever is told to use PIV has set this.
        let laboratory = try await laboratory { $0.variables = ["OPENSC_DRIVER": "PIV-II"] }
        let path = directory.path("two.card")
        _ = try SoftwareCard.create(at: path)
        let piv = try SoftwareCard(at: path)
        let isOpenPGP = Mutex(false)
        let card = try VirtualCardServer(in: laboratory.pcscd, atr: SoftwareCard.answerToReset) { command in
            let name: [UInt8] = [0xD2, 0x76, 0x00, 0x01, 0x24, 0x01]
            if command.starts(with: [0x00, 0xA4, 0x04]) {
                let isSelected = command.count >= 11 && Array(command[5..<11]) == name
                isOpenPGP.withLock { $0 = isSelected }
                if isSelected { return [0x90, 0x00] }
            } else if isOpenPGP.withLock({ $0 }) {
                guard command.starts(with: [0x00, 0xCA, 0x00, 0x6E]) else { return [0x6A, 0x88] }
                let fingerprints = TLV(tag: 0xC5, value: [UInt8](repeating: 7, count: 60))
                return TLV(tag: 0x6E, members: [TLV(tag: 0x73, members: [fingerprints])]).encoded + [0x90, 0x00]
            }
            return (try? piv.transmit(command)) ?? [0x6F, 0x00]
        }
        try await awaitCard(laboratory)
        let told = try await laboratory.examine()
        // Fault card-opensc-applet-choice (a warning without `--app`): vpcd, PIV card in front of which a script
        // answers for OpenPGP, OpenSC
        #expect(told.complaints == ["card-opensc-applet-choice"], "\(told.findings)")
        let asked = try await laboratory.examine(["--app", "curl"])
        #expect(asked.severity(of: "card-opensc-applet-choice") == "failure", "\(asked.findings)")
        try await card.remove()
    }

    @Test("A card in a reader for which OpenSC has no slot left is named")
    func slotLimit() async throws {
        try directory.write(
            "app opensc-pkcs11 {\n  pkcs11 {\n    max_virtual_slots = 1;\n  }\n}\n",
            to: "opensc.conf"
        )
        let laboratory = try await laboratory { $0.variables = ["OPENSC_CONF": directory.path("opensc.conf")] }
        let card = try await insertPIVCard(laboratory, port: 35_964)
        try await awaitCard(laboratory, in: "00 01")
        let diagnosis = try await laboratory.examine()
        // Fault card-opensc-slot-limit: vpcd, opensc.conf with one slot, card in the second
        #expect(diagnosis.roots == ["card-opensc-slot-limit"], "\(diagnosis.findings)")
        card.signal(SIGTERM)
    }

    @Test("A contactless card that wants its access number is named")
    func accessNumber() async throws {
        let laboratory = try await laboratory("Contactless Reader")
        let historical: [UInt8] = [0x80, 0x31, 0xC0, 0x72]
        let atr = [0x80 | UInt8(historical.count), 0x80, 0x01] + historical
        let card = try VirtualCardServer(in: laboratory.pcscd, atr: [0x3B] + atr + [atr.reduce(0, ^)]) { command in
            guard command.starts(with: [0x00, 0xB0, 0x9C]) else { return [0x69, 0x82] }
            // EF.CardAccess: PACEInfo with id-PACE-ECDH-GM-AES-CBC-CMAC-128.
            let object: [UInt8] = [0x06, 0x0A, 0x04, 0x00, 0x7F, 0x00, 0x07, 0x02, 0x02, 0x04, 0x02, 0x02]
            return [0x31, 0x14, 0x30, 0x12] + object + [0x02, 0x01, 0x02, 0x02, 0x01, 0x0D, 0x90, 0x00]
        }
        try await awaitCard(laboratory)
        let diagnosis = try await laboratory.examine()
        // Fault card-contactless-can: vpcd, contactless answer to reset, EF.CardAccess with PACE
        #expect(diagnosis.roots == ["card-contactless-can"], "\(diagnosis.findings)")
        try await card.remove()
    }

    @Test("A reader for short commands with a token that has a larger key is a warning")
    func shortCommands() async throws {
        var reader = [UInt8](repeating: 0, count: 54)
        // dwFeatures: exchange of short commands, level 2 of 4.
        (reader[0], reader[1], reader[42]) = (54, 0x21, 0x02)
        let device = MockUSBDevice.yubiKey.with {
            $0.descriptors =
                [18, 1] + [UInt8](repeating: 0, count: 16) + [9, 2] + [UInt8](repeating: 0, count: 7)
                + [9, 4, 0, 0, 3, 0x0B, 0, 0, 0] + reader
        }
        let name = "Yubico YubiKey OTP+FIDO+CCID"
        let module = try FaultModuleCopy(
            """
            token.0.description = \(name) 00 00
            object = class:public,keytype:rsa,modulus:\(String(repeating: "C3", count: 384)),label:large,id:01
            """
        )
        let laboratory = try await laboratory(name) { $0.devices = [device] }
        let card = try VirtualCardServer(in: laboratory.pcscd, atr: [0x3B, 0x80, 0x01, 0x81]) { _ in [0x6A, 0x82] }
        try await awaitCard(laboratory)
        let diagnosis = try await laboratory.examine(["--module", module.path])
        // Fault card-extended-apdu (a warning): vpcd, mock USB device with descriptors, fault module with a key of
        // 3072 bits
        #expect(diagnosis.complaints == ["card-extended-apdu"], "\(diagnosis.findings)")
        try await card.remove()
    }

    @Test("A card in use with the PIN of the factory is a warning, and its key that wants a touch is told of")
    func factoryPINAndTouch() async throws {
        let laboratory = try await laboratory("Yubico YubiKey Virtual")
        let path = directory.path("touch.card")
        _ = try SoftwareCard.create(at: path)
        let piv = try SoftwareCard(at: path)
        // A virtual card has nothing to touch: the policy in what it tells of 9A is changed to "always".
        let card = try VirtualCardServer(in: laboratory.pcscd, atr: SoftwareCard.answerToReset) { command in
            guard var answer = try? piv.transmit(command) else { return [0x6F, 0x00] }
            if command.starts(with: [0x00, 0xF7, 0x00, 0x9A]), let place = answer.firstRange(of: [0x02, 0x02]) {
                answer[place.lowerBound + 3] = 0x02
            }
            return answer
        }
        try await awaitCard(laboratory)
        let script = """
            set -eu
            cd "$1"
            tool() { yubico-piv-tool --reader= "$@"; }
            tool -agenerate -s9a -AECCP256 -o9a.pub
            openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -subj /CN=CA 2>/dev/null
            openssl x509 -new -force_pubkey 9a.pub -subj /CN=a -CA ca.pem -CAkey ca.key -days 400 -out a.pem
            tool -aimport-certificate -s9a -ia.pem
            tool -aset-chuid
            """
        let output = try await laboratory.pcscd.run(["sh", "-c", script, "sh", directory.path])
        #expect(output.exitStatus == 0, "\(output.errorText)")
        let before = card.commands.count
        let diagnosis = try await laboratory.examine()
        #expect(diagnosis.severity(of: "token-default-pin") == "warning", "\(diagnosis.findings)")
        #expect(diagnosis.severity(of: "obj-touch-required") == "info", "\(diagnosis.findings)")
        #expect(diagnosis.rootCause == nil)
        // VERIFY with a PIN in it is never sent; OpenSC asks for the tries that are left by an empty one.
        #expect(!card.commands.dropFirst(before).contains { $0.count > 5 && $0[1] == 0x20 })
        try await card.remove()
    }
}
