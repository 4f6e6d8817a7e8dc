import Foundation
import Testing

/// Runs `udevadm test` of the installed systemd over mock devices, with the rules file among the system's own rules.
///
/// A private mount namespace has its own /run and /dev, since `udevadm test` writes to both, and a copy of /etc/group
/// with a group `pcscd`. `udevadm test` prints each assignment with file and line (read here as systemd 252 prints them).
struct UdevReplay {
    static let rulesFile = "60-jeton-tokens.rules"
    /// The number that the group `pcscd` has in the namespace.
    static let group = "64999"

    /// What `udevadm test` printed for each device, in order.
    let transcripts: [String]

    static var rulesPath: String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return root.appending(path: "udev").appending(path: rulesFile).path
    }

    init(_ devices: [USBDevice], action: String = "add") throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "jeton-udev-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        let ports = 1...devices.count
        let fixture = zip(devices, ports).map { $0.fixture(port: $1) }.joined()
        try fixture.write(to: folder.appending(path: "usb.umockdev"), atomically: true, encoding: .utf8)
        let script = """
            set -eu
            grep -v '^pcscd:' /etc/group >'\(folder.path)/group'
            echo 'pcscd:x:\(Self.group):' >>'\(folder.path)/group'
            mount --bind '\(folder.path)/group' /etc/group
            mkdir '\(folder.path)/dev'
            mount -t tmpfs tmpfs '\(folder.path)/dev'
            touch '\(folder.path)/dev/null'
            mount --bind /dev/null '\(folder.path)/dev/null'
            mount --rbind '\(folder.path)/dev' /dev
            mount -t tmpfs tmpfs /run
            mkdir -p /run/udev/rules.d
            cp '\(Self.rulesPath)' /run/udev/rules.d/
            umockdev-run -d '\(folder.path)/usb.umockdev' -- sh -eu -c '
                for path in "$@"; do
                    udevadm test --action=\(action) "/sys$path" 2>&1
                    echo "\(Self.separator)"
                done' sh \(zip(devices, ports).map { $0.path(port: $1) }.joined(separator: " "))
            """
        let namespace = ["unshare", "--mount", "--map-root-user", "--propagation", "private"]
        let run = try Self.run(namespace + ["sh", "-c", script], outputFolder: folder)
        try #require(run.status == 0, "udevadm under umockdev failed: \(run.output.suffix(2_000))")
        transcripts = run.output.components(separatedBy: Self.separator).dropLast().map { String($0) }
        try #require(transcripts.count == devices.count)
    }

    /// The assignments of our rules file in one transcript, such as `MODE 0660`.
    static func assignments(in transcript: String) -> [String] {
        transcript.split(separator: "\n").compactMap { line in
            guard let file = line.range(of: "/\(rulesFile):") else { return nil }
            let words = line[file.upperBound...].split(separator: " ", maxSplits: 1)
            guard words.count == 2, words[1].hasPrefix("GROUP ") || words[1].hasPrefix("MODE ") else { return nil }
            return String(words[1])
        }
    }

    /// What udev has to say against the rules file itself.
    static func complaints(in transcript: String) -> [Substring] {
        transcript.split(separator: "\n").filter { line in
            line.contains("/\(rulesFile):") && !line.contains(" GROUP ") && !line.contains(" MODE ")
        }
    }

    static func hasTag(_ tag: String, in transcript: String) -> Bool {
        transcript.split(separator: "\n").contains { $0.hasPrefix("TAGS=") && $0.contains(":\(tag):") }
    }

    /// Runs a command for a minute at most; standard output and error go to one file, which is read when it has ended.
    static func run(_ arguments: [String], outputFolder: URL) throws -> (status: Int32, output: String) {
        let file = outputFolder.appending(path: "output")
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["timeout", "60"] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }

    private static let separator = "--- next device ---"
}
