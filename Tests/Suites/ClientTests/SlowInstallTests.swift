import Foundation
import TestRig
import Testing

@Suite("scripts/install", .timeLimit(.minutes(5)))
struct SlowInstallTests {
    @Test("What it installs works from there: the program finds the provider, p11-kit too, openssl by the example")
    func install() async throws {
        let place = try await ClientPlace()
        let prefix = place.directory.path("usr")
        let modules = place.directory.path("modules")
        let script = BuildProducts.packageDirectory.appendingPathComponent("scripts/install").path
        let said = try await place.run(
            script,
            "--prefix",
            prefix,
            "--p11-kit",
            modules,
            "--programs",
            BuildProducts.directory.path
        )
        #expect(said.contains("jeton is in \(prefix)/bin"))
        for (name, mode) in [
            ("bin/jeton", 0o755), ("bin/jeton-agent", 0o755), ("lib/libjeton-pkcs11.so", 0o755),
            ("share/doc/jeton/openssl.cnf", 0o644),
            ("share/man/man1/jeton.1", 0o644), ("share/man/man1/jeton-virtual-serve.1", 0o644),
            ("share/bash-completion/completions/jeton", 0o644), ("share/zsh/site-functions/_jeton", 0o644),
            ("share/fish/vendor_completions.d/jeton.fish", 0o644),
            ("share/systemd/user/jeton-relay@.service", 0o644), ("share/systemd/user/jeton-agent.service", 0o644),
            ("share/systemd/user/jeton-agent.socket", 0o644),
            ("share/systemd/user/jeton-agent-control.socket", 0o644),
        ] {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(prefix)/\(name)")
            #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
        }
        for name in ["bin/jeton", "bin/jeton-agent", "lib/libjeton-pkcs11.so"] {
            #expect(try await place.run("readelf", "-lW", "\(prefix)/\(name)").contains("GNU_RELRO"), "\(name)")
            #expect(try await !place.run("readelf", "-SW", "\(prefix)/\(name)").contains(" .debug_"), "\(name)")
        }
        let unit = "\(prefix)/share/systemd/user/jeton-relay@.service"
        let starts = try String(contentsOfFile: unit, encoding: .utf8).split(separator: "\n")
            .first { $0.hasPrefix("ExecStart=") }
        #expect(starts?.hasPrefix("ExecStart=\(prefix)/bin/jeton relay listen ") == true, "\(starts ?? "")")
        try await checkPages(in: "\(prefix)/share/man/man1", place)
        for library in ["libcrypto.so.3", "libssl.so.3"] {
            let target = try FileManager.default.destinationOfSymbolicLink(atPath: "\(prefix)/lib/jeton/\(library)")
            #expect(target.hasPrefix("/") && target.hasSuffix("/\(library)"), "\(target)")
        }
        let list = try await place.run("\(prefix)/bin/jeton", "modules", "list")
        #expect(
            list.contains("\(prefix)/bin/../lib/libjeton-pkcs11.so")
                || list.contains("\(prefix)/lib/libjeton-pkcs11.so")
        )
        #expect(try await place.run("\(prefix)/bin/jeton", "list").contains("alpha"))
        let tokens = try await place.runAlone(
            "mount --bind \(modules) /usr/share/p11-kit/modules\np11tool --list-tokens"
        )
        #expect(tokens.contains("Label: alpha"), "\(tokens)")
        try await place.makeKey("k", "ec:p256")
        try await place.run(
            [
                "openssl", "req", "-new", "-x509", "-engine", "pkcs11", "-keyform", "engine", "-key",
                ClientPlace.uri("k"), "-subj", "/CN=k", "-out", "k.pem",
            ],
            environment: ["OPENSSL_CONF": "\(prefix)/share/doc/jeton/openssl.cnf"]
        )
        try await place.openssl("verify", "-CAfile", "k.pem", "k.pem")

        try place.directory.write("another", to: "usr/share/doc/jeton/notes")
        let removed = try await place.run(script, "--uninstall", "--prefix", prefix, "--p11-kit", modules)
        #expect(removed.contains("jeton is removed from \(prefix)"))
        let left = try await place.run("find", prefix, modules, "-not", "-type", "d")
        #expect(left == "\(prefix)/share/doc/jeton/notes\n", "\(left)")
        try await place.run(script, "--uninstall", "--prefix", prefix, "--p11-kit", modules)
    }

    @Test(
        "A program that has lost its RELRO is not installed or packaged, and neither is anything else",
        arguments: ["install", "package"],
        ["jeton", "jeton-agent", "libjeton-pkcs11.so"]
    )
    func withoutRELRO(_ name: String, _ program: String) async throws {
        let place = try await ClientPlace(cards: [])
        let programs = try place.directory.makeDirectory("programs")
        for file in ["jeton", "jeton-agent", "libjeton-pkcs11.so"] {
            let built = BuildProducts.directory.appending(path: file)
            try FileManager.default.copyItem(at: built, to: URL(fileURLWithPath: "\(programs)/\(file)"))
        }
        try Self.removeRELRO(of: "\(programs)/\(program)")
        let output = place.directory.path("output")
        let places = name == "install" ? ["--prefix", output, "--p11-kit", output] : ["--output", output]
        let script = BuildProducts.packageDirectory.appendingPathComponent("scripts/\(name)").path
        let stopped = try await ChildProcess.run([script, "--programs", programs] + places, deadline: .seconds(300))
        #expect(stopped.exitStatus == 1, "\(stopped.errorText)")
        #expect(stopped.errorText.contains("/\(program) has no GNU_RELRO segment"), "\(stopped.errorText)")
        let left = (try? FileManager.default.contentsOfDirectory(atPath: output)) ?? []
        #expect(left.isEmpty, "\(left)")
    }

    /// Makes the header of an ELF file's RELRO segment an unused one (System V ABI, "Program Header").
    private static func removeRELRO(of path: String) throws {
        var file = try Data(contentsOf: URL(fileURLWithPath: path))
        func number(_ place: Int, _ size: Int) -> Int {
            (0..<size).reduce(0) { $0 | Int(file[place + $1]) << (8 * $1) }
        }
        let (start, size, count) = (number(32, 8), number(54, 2), number(56, 2))
        let header = try #require((0..<count).map { start + $0 * size }.first { number($0, 4) == 0x6474_E552 })
        file.replaceSubrange(header..<header + 4, with: [0, 0, 0, 0])
        try file.write(to: URL(fileURLWithPath: path))
    }

    @Test("--uninstall leaves the module file of another prefix, and takes no programs")
    func otherPrefix() async throws {
        let place = try await ClientPlace(cards: [])
        let script = BuildProducts.packageDirectory.appendingPathComponent("scripts/install").path
        let modules = try place.directory.makeDirectory("modules")
        let text = "module: /opt/jeton/lib/libjeton-pkcs11.so\n"
        try place.directory.write(text, to: "modules/jeton.module")
        try await place.run(script, "--uninstall", "--prefix", place.directory.path("usr"), "--p11-kit", modules)
        #expect(try String(contentsOfFile: "\(modules)/jeton.module", encoding: .utf8) == text)
        try await place.run([script, "--uninstall", "--programs", modules], status: 2)
    }

    /// Holds every man page to the sections that it has to have, in their order, and to mandoc.
    private func checkPages(in directory: String, _ place: ClientPlace) async throws {
        let pages = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
        #expect(pages.count > 80)
        for page in pages {
            let text = try String(contentsOfFile: "\(directory)/\(page)", encoding: .utf8)
            let sections = text.split(separator: "\n").filter { $0.hasPrefix(".SH ") }.map { String($0.dropFirst(4)) }
            let isGroup = sections.contains { $0.hasSuffix("SUBCOMMANDS") }
            let ends = ["EXIT STATUS", "ENVIRONMENT", "FILES"] + (isGroup ? [] : ["EXAMPLES"]) + ["SEE ALSO"]
            #expect(sections.prefix(2) == ["NAME", "SYNOPSIS"] && sections.suffix(ends.count) == ends[...], "\(page)")
            #expect(Set(sections).count == sections.count, "\(page): \(sections)")
            // Every page that is named is there.
            for name in text.matches(of: /\.BR (jeton[a-z\\-]*) \(1\)/) {
                let other = String(name.1).replacing("\\-", with: "-") + ".1"
                #expect(pages.contains(other) && other != page, "\(page) names \(other)")
            }
        }
        try await place.run(["mandoc", "-T", "lint", "-W", "error"] + pages.map { "\(directory)/\($0)" })
    }

    @Test("DESTDIR stands in front of what is written, and in no file")
    func staged() async throws {
        let place = try await ClientPlace(cards: [])
        let script = BuildProducts.packageDirectory.appendingPathComponent("scripts/install").path
        try await place.run(
            script,
            "--prefix",
            "/opt/jeton",
            "--programs",
            BuildProducts.directory.path,
            environment: ["DESTDIR": place.directory.path("stage")]
        )
        let module = try String(
            contentsOfFile: place.directory.path("stage/etc/pkcs11/modules/jeton.module"),
            encoding: .utf8
        )
        #expect(module.hasSuffix("module: /opt/jeton/lib/libjeton-pkcs11.so\n"))
        #expect(FileManager.default.fileExists(atPath: place.directory.path("stage/opt/jeton/bin/jeton")))
    }

    @Test(
        "Root writes nothing into a directory that another user owns or can write to, by either option",
        .enabled(if: geteuid() == 0, "chown needs root"),
        arguments: ["--prefix", "--p11-kit"],
        [("chown 54321", "belongs to"), ("chmod 0777", "every user can write to")]
    )
    func foreignDirectory(_ option: String, _ opening: (command: String, words: String)) async throws {
        let place = try await ClientPlace(cards: [])
        let script = BuildProducts.packageDirectory.appendingPathComponent("scripts/install").path
        let open = try place.directory.makeDirectory("open")
        try await place.run(["sh", "-c", "\(opening.command) '\(open)'"])
        let other = option == "--prefix" ? "--p11-kit" : "--prefix"
        let output = try await ChildProcess.run([
            script, option, open + "/below", other, place.directory.path("own"), "--programs",
            BuildProducts.directory.path,
        ])
        #expect(output.exitStatus == 2)
        #expect(
            output.errorText.contains("error: root does not write to \(open)/below, since \(open) \(opening.words)")
                || output.errorText.contains("\(opening.words) \(open)"),
            "\(output.errorText)"
        )
        #expect(try FileManager.default.contentsOfDirectory(atPath: open).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: place.directory.path("own")))
    }

    @Test(
        "A path that is not absolute, an unknown word and programs that are not there are refused",
        arguments: [
            ["--prefix", "usr"], ["--prefix"], ["--nonsense", "x"], ["--programs", "/nonexistent"],
        ]
    )
    func refused(_ words: [String]) async throws {
        let place = try await ClientPlace(cards: [])
        let script = BuildProducts.packageDirectory.appendingPathComponent("scripts/install").path
        try await place.run([script] + words, status: 2)
        #expect(!FileManager.default.fileExists(atPath: place.directory.path("usr")))
    }
}
