import Foundation
import Testing

@Suite("The udev rules, replayed by udevadm over mock devices", .timeLimit(.minutes(5)))
struct UdevReplayTests {
    private func expectGranted(_ devices: [USBDevice]) throws {
        for (device, transcript) in zip(devices, try UdevReplay(devices).transcripts) {
            #expect(
                UdevReplay.assignments(in: transcript) == ["GROUP \(UdevReplay.group)", "MODE 0660"],
                "\(device)"
            )
            let isTagged = UdevReplay.hasTag("uaccess", in: transcript)
            #expect(isTagged, "\(device)")
        }
    }

    @Test("Every token of the table is granted by its ids alone")
    func table() throws {
        try expectGranted(TokenTable.granted)
    }

    @Test("Any device with a smart-card interface is granted")
    func interfaces() throws {
        try expectGranted(TokenTable.grantedByInterface)
    }

    @Test("Licence dongles, disks, keyboards and hubs are left alone")
    func leftAlone() throws {
        let devices = TokenTable.leftAlone
        for (device, transcript) in zip(devices, try UdevReplay(devices).transcripts) {
            #expect(UdevReplay.assignments(in: transcript).isEmpty, "\(device)")
        }
    }

    @Test("A device that leaves is not touched")
    func remove() throws {
        let devices = [TokenTable.granted[0]]
        for transcript in try UdevReplay(devices, action: "remove").transcripts {
            #expect(UdevReplay.assignments(in: transcript).isEmpty)
        }
    }

    /// udevd reports what it cannot read when it reads it, and `udevadm test` shows that; from systemd 254 on
    /// `udevadm verify` checks the file by itself, and is asked as well.
    @Test("udev reads the file without complaint")
    func complaints() throws {
        let transcript = try UdevReplay([TokenTable.granted[0]]).transcripts[0]
        let isRead = transcript.contains("Reading rules file: /run/udev/rules.d/\(UdevReplay.rulesFile)")
        #expect(isRead)
        #expect(UdevReplay.complaints(in: transcript) == [])

        let folder = FileManager.default.temporaryDirectory.appending(path: "jeton-udev-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let answer = try UdevReplay.run(["udevadm", "--version"], outputFolder: folder)
        let digits = answer.output.prefix { $0.isNumber }
        let version = try #require(Int(digits), "udevadm --version said '\(answer.output)'")
        guard version >= 254 else {
            print("udev rules: checked by udevadm test of systemd \(version), which has no udevadm verify")
            return
        }
        let verified = try UdevReplay.run(
            ["udevadm", "verify", "--resolve-names=never", UdevReplay.rulesPath],
            outputFolder: folder
        )
        #expect(verified.status == 0, "\(verified.output)")
        print("udev rules: checked by udevadm test and udevadm verify of systemd \(version)")
    }
}
