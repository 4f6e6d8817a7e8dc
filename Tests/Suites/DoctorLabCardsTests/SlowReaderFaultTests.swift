import Foundation
import TestRig
import Testing

/// Faults of cards, of programs that hold readers, and of what pcscd may do, with real readers of vpcd or mock devices.
@Suite("The fault laboratory, readers and those who hold them", .serialized)
struct SlowReaderFaultTests {
    private static let unknownCard: [UInt8] = [0x3B, 0x80, 0x01, 0x81]

    private func laboratory(
        named name: String = "Virtual PCD",
        _ change: (inout Laboratory.Setup) -> Void = { _ in }
    ) async throws -> Laboratory {
        var setup = Laboratory.Setup()
        setup.readers = [PrivatePCSCD.Reader(name)]
        change(&setup)
        return try await Laboratory(setup)
    }

    private func awaitCard(_ laboratory: Laboratory, _ word: String = "present") async throws {
        let probe = try BuildProducts.path("pcsc-probe")
        for _ in 0..<300 {
            if try await laboratory.pcscd.run([probe, "list"]).text.contains(word) { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw TestRigError("pcscd shows no card")
    }

    /// A pcscd with arguments of its own, which runs until its input ends.
    private func start(_ arguments: [String], _ laboratory: Laboratory) async throws -> ChildProcess {
        let service = try ChildProcess(laboratory.pcscd.command(arguments))
        let ready = try await laboratory.pcscd.run([
            "sh", "-c", "for i in $(seq 1000); do [ -S /run/pcscd/pcscd.comm ] && exit 0; sleep 0.01; done; exit 1",
        ])
        guard ready.exitStatus == 0 else { throw TestRigError("pcscd: \(service.collectedError)") }
        return service
    }

    @Test("A card that does not answer, and one that has no protocol, are named", arguments: FaultyReader.allCases)
    func faulty(_ reader: FaultyReader) async throws {
        let directory = try TemporaryDirectory()
        let folder = try await reader.configuration(in: directory)
        let laboratory = try await laboratory {
            $0.readers = []
            $0.runsService = false
        }
        let service = try await start(["pcscd", "--foreground", "--config", folder], laboratory)
        try await awaitCard(laboratory, "Faulty Reader")
        let diagnosis = try await laboratory.examine()
        #expect(diagnosis.roots == [reader.rawValue], "\(diagnosis.findings)")
        service.signal(SIGTERM)
        _ = try await service.finish()
        withExtendedLifetime(directory) {}
    }

    @Test("A reader that a virtual machine shares is told of")
    func sharedReader() async throws {
        let laboratory = try await laboratory(named: "VMware Virtual USB CCID")
        let diagnosis = try await laboratory.examine()
        // Fault env-vm-shared-reader (a warning): vpcd, reader named like VMware's
        #expect(diagnosis.severity(of: "env-vm-shared-reader") == "warning", "\(diagnosis.findings)")
        #expect(diagnosis.roots == ["card-absent"], "\(diagnosis.findings)")
    }

    @Test("A reader that gpg is told to use and that is not there is named")
    func readerPort() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("disable-ccid\npcsc-shared\nreader-port \"Gemalto\"\n", to: "scdaemon.conf")
        let laboratory = try await laboratory { $0.variables = ["GNUPGHOME": directory.path] }
        let card = try VirtualCardServer(in: laboratory.pcscd, atr: Self.unknownCard) { _ in [0x6A, 0x82] }
        try await awaitCard(laboratory)
        let diagnosis = try await laboratory.examine(["--app", "gpg", "--only", "gpg-reader-port"])
        // Fault gpg-reader-port: vpcd, scdaemon.conf with another reader, `--app gpg`
        #expect(diagnosis.roots == ["gpg-reader-port"], "\(diagnosis.findings)")
        try await card.remove()
    }

    @Test("gpg that does not share, beside another program with the card, is named")
    func gpg() async throws {
        let directory = try TemporaryDirectory()
        // OpenSC's module waits for the card that is held.
        let laboratory = try await laboratory {
            $0.variables = ["GNUPGHOME": directory.path, "JETON_MODULE_DEADLINE": "3"]
        }
        let card = try VirtualCardServer(in: laboratory.pcscd, atr: Self.unknownCard) { _ in [0x6A, 0x82] }
        try await awaitCard(laboratory)
        let holder = try ChildProcess(
            laboratory.pcscd.command([try BuildProducts.path("pcsc-probe"), "hold", "Virtual PCD 00 00"])
        )
        _ = try await holder.lines { $0 == "holding" }
        let arguments = ["--app", "gpg", "--only", "excl-pcscd-blocks-gpg"]
        // Fault excl-pcscd-blocks-gpg: vpcd, card in use by another program, no scdaemon.conf, `--app gpg`
        #expect(try await laboratory.examine(arguments).roots == ["excl-pcscd-blocks-gpg"])
        try directory.write("disable-ccid\npcsc-shared\n", to: "scdaemon.conf")
        #expect(try await laboratory.examine(arguments).roots == [])
        holder.closeInput()
        _ = try await holder.finish()
        try await card.remove()
    }

    /// A program of a name that has the mock device's node open until its input ends.
    private func open(as name: String, _ laboratory: Laboratory, _ directory: TemporaryDirectory) async throws
        -> ChildProcess
    {
        let perl = try await ChildProcess.run(["sh", "-c", "readlink -f \"$(command -v perl)\""])
        let program = directory.path(name)
        try FileManager.default.createSymbolicLink(
            atPath: program,
            withDestinationPath: perl.text.replacing("\n", with: "")
        )
        let script = "$| = 1; open F, '<', '/dev/bus/usb/001/002' or die; print qq(open\\n); <STDIN>"
        let holder = try ChildProcess(laboratory.pcscd.command([program, "-e", script]))
        _ = try await holder.lines { $0 == "open" }
        return holder
    }

    @Test(
        "A program that has the reader's node open is named",
        // Fault excl-libusb-other: mock USB device, whose node is open in a program named nfc-list
        // Fault excl-scdaemon-ccid: mock USB device, whose node is open in a program named scdaemon
        arguments: [("scdaemon", "excl-scdaemon-ccid"), ("nfc-list", "excl-libusb-other")]
    )
    func nodeHeld(_ name: String, _ id: String) async throws {
        let laboratory = try await laboratory {
            $0.readers = []
            $0.devices = [.yubiKey.with { $0.interfaceDriver = "usbfs" }]
            $0.before = """
                layer /dev
                mkdir -p /dev/bus/usb/001
                touch /dev/bus/usb/001/002
                """
        }
        let directory = try TemporaryDirectory()
        let holder = try await open(as: name, laboratory, directory)
        let diagnosis = try await laboratory.examine()
        #expect(diagnosis.rootCause == id, "\(diagnosis.findings)")
        #expect(diagnosis.roots == [id], "\(diagnosis.findings)")
        holder.closeInput()
        _ = try await holder.finish()
        withExtendedLifetime(directory) {}
    }

    @Test("A container that sees a device without its node is told of")
    func containerDevice() async throws {
        let laboratory = try await laboratory {
            $0.readers = []
            $0.devices = [.yubiKey.with { $0.hasNode = false }]
            $0.before = "touch /run/.containerenv"
        }
        let diagnosis = try await laboratory.examine()
        // Fault env-container-usb (behind `pcscd-stale-reader-state`): mock USB device without a node, container marker
        #expect(diagnosis.roots.contains("env-container-usb"), "\(diagnosis.findings)")
    }

    @Test("pcscd of a user that must not open the device is named")
    func serviceUser() async throws {
        let laboratory = try await laboratory {
            $0.readers = []
            $0.devices = [.yubiKey]
            $0.runsService = false
            $0.before = """
                layer /dev
                mkdir -p /dev/bus/usb/001
                touch /dev/bus/usb/001/002
                chmod 600 /dev/bus/usb/001/002
                mkdir -p /run/pcscd
                chown 65534:65534 /run/pcscd
                """
        }
        let directory = try TemporaryDirectory()
        _ = unsafe chmod(directory.path, 0o755)
        let user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"]
        let service = try await start(user + ["pcscd", "--foreground", "--config", directory.path], laboratory)
        let diagnosis = try await laboratory.examine()
        // Fault usb-node-perm-pcscd-user: mock USB device, real pcscd as user 65534
        #expect(diagnosis.rootCause == "usb-node-perm-pcscd-user", "\(diagnosis.findings)")
        #expect(diagnosis.roots == ["usb-node-perm-pcscd-user"], "\(diagnosis.findings)")
        service.signal(SIGTERM)
        _ = try await service.finish()
    }

    @Test("Sixteen readers, and a device for which there is no room")
    func readerLimit() async throws {
        let laboratory = try await laboratory {
            $0.readers = (0..<8).map { PrivatePCSCD.Reader("Virtual \($0)", port: UInt16(36_000 + 2 * $0)) }
            $0.devices = [.yubiKey]
        }
        let diagnosis = try await laboratory.examine()
        // Fault pcscd-reader-limit: sixteen vpcd readers, and a mock USB device
        #expect(diagnosis.roots.contains("pcscd-reader-limit"), "\(diagnosis.findings)")
    }
}
