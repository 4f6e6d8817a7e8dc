import Foundation
import Testing
import TokenKit

/// The same trees of files, once read by p11-kit itself and once here.
///
/// p11-kit's folders are fixed, so it runs in a private mount namespace in which the fixture lies over them, as a
/// user other than root, since root has no user configuration.
@Suite("Module configuration: beside p11-kit")
struct P11KitDifferentialTests {
    private static let trustModule =
        "\(ModuleEnvironment.standardLibraryDirectories[0])/pkcs11/p11-kit-trust.so"

    private static let script = """
        set -e
        mount -t tmpfs tmpfs /etc
        mkdir -p /etc/pkcs11
        cp -r "$1/etc/pkcs11/." /etc/pkcs11/
        mount --bind "$1/usr/share/p11-kit/modules" /usr/share/p11-kit/modules
        exec setpriv --reuid 65534 --regid 65534 --clear-groups \
            env -i PATH=/usr/bin:/bin HOME="$1/home/u" p11-kit list-modules
        """

    /// The names of the modules that p11-kit loads, in its order; nil if it refuses to load any.
    private func names(listedByP11Kit tree: FixtureTree) throws -> [String]? {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments = ["-m", "sh", "-c", Self.script, "sh", tree.root]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let octets = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return nil }
        return String(decoding: octets, as: UTF8.self).split(separator: "\n").compactMap { line in
            guard let first = line.first, !first.isWhitespace else { return nil }
            return line.split(separator: ":").first.map(String.init)
        }
    }

    /// `%a` to `%d` stand for four modules, which are copies of one that loads anywhere.
    @Test(
        "The same modules in the same order, or a problem where p11-kit refuses all",
        arguments: [
            ["etc/pkcs11/modules/b.module": "module: %b", "etc/pkcs11/modules/a.module": "module: %a"],
            [
                "etc/pkcs11/modules/a.module": "module: %a\npriority: -2",
                "etc/pkcs11/modules/b.module": "priority:7x\nmodule: %b",
                "usr/share/p11-kit/modules/c.module": "module: %c\npriority: 10",
                "usr/share/p11-kit/modules/B.module": "module: %d",
            ],
            [
                "home/u/.config/pkcs11/modules/m.module": "priority: 3",
                "etc/pkcs11/modules/n.module": "module: %b\npriority: 2",
                "usr/share/p11-kit/modules/m.module": "module: %a\npriority: 1",
            ],
            ["home/u/.config/pkcs11/modules/m.module": "module: %a", "etc/pkcs11/pkcs11.conf": "user-config: none"],
            [
                "home/u/.config/pkcs11/modules/m.module": "module: %a", "etc/pkcs11/modules/n.module": "module: %b",
                "home/u/.config/pkcs11/pkcs11.conf": "user-config: only",
            ],
            [
                "home/u/.config/pkcs11/modules/m.module": "module:", "etc/pkcs11/modules/m.module": "module: %a",
                "etc/pkcs11/modules/n.module": "module: %b",
            ],
            ["etc/pkcs11/modules/a.module": "module: %a\nenable-in: ssh", "etc/pkcs11/modules/b.module": "module: %b"],
            [
                "etc/pkcs11/modules/a.module": "module: %a\nenable-in: ssh, p11-kit",
                "etc/pkcs11/modules/b.module": "module: %b\ndisable-in: p11-kit",
                "etc/pkcs11/modules/c.module": "module: %c\ndisable-in: p11-kit-proxy",
            ],
            ["etc/pkcs11/modules/a.module~": "module: %a", "etc/pkcs11/modules/sub/b.module": "module: %b"],
            ["etc/pkcs11/modules/a.module": "x: y", "etc/pkcs11/modules/b.module": "  module  :  %b  \n\n#x\n"],
            ["etc/pkcs11/modules/a.module": "module: %a\nmodule: %b"],
            ["etc/pkcs11/modules/a.module": "module: %a\nno colon", "etc/pkcs11/modules/b.module": "module: %b"],
            ["etc/pkcs11/modules/a.module": "[section]\nmodule: %a"],
            ["etc/pkcs11/pkcs11.conf": "user-config: sometimes", "etc/pkcs11/modules/a.module": "module: %a"],
            ["etc/pkcs11/modules/a.module": "module: %a\ncritical: maybe\nmanaged: perhaps\npriority: "],
        ] as [[String: String]]
    )
    func sameModules(files: [String: String]) throws {
        let tree = try FixtureTree()
        try #require(unsafe chmod(tree.root, 0o755) == 0)
        for directory in ["etc/pkcs11/modules", "usr/share/p11-kit/modules", "home/u"] {
            try tree.makeDirectory(directory)
        }
        let library = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.trustModule)))
        for letter in ["a", "b", "c", "d"] { try tree.write("lib/\(letter).so", octets: library) }
        // Module paths must hold for both readers, so they are the real ones and the root is given a second time.
        for (path, text) in files {
            try tree.write(path, text.replacing(#/%([a-d])/#) { "\(tree.root)/lib/\($0.1).so" })
        }
        let environment = ModuleEnvironment(
            root: tree.root,
            home: "/home/u",
            userID: 65534,
            programName: "p11-kit",
            libraryDirectories: []
        )
        try tree.link(String(tree.root.dropFirst()), to: tree.root)
        let registry = ModuleRegistry(in: environment)
        let stops = registry.problems.contains { $0.stopsP11Kit }
        if let names = try names(listedByP11Kit: tree) {
            #expect(registry.modules.map(\.name) == names)
            #expect(!stops)
        } else {
            #expect(stops)
        }
    }
}
