import Foundation
import JetonEntitlements
import JetonKeystoreBase
import TestRig
import Testing

@Suite("Who a program is")
struct CallerIdentityTests {
    private static let group = "ABCDE12345.rutoken.shared"

    /// A directory with the files of /proc that are read, for what cannot be brought about for real.
    private static func fakeProcess(
        _ program: TestProgram,
        tracer: Int = 0,
        user: Int = 0,
        maps: String = "",
        label: String? = nil
    ) throws -> (TemporaryDirectory, ProcessProbe) {
        let folder = try TemporaryDirectory()
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: folder.path("exe"), withDestinationPath: program.path)
        try manager.createSymbolicLink(atPath: folder.path("root"), withDestinationPath: "/")
        try folder.write(
            "Name:\tx\nTracerPid:\t\(tracer)\nUid:\t\(user)\t\(user)\t0\t0\nGid:\t0\t0\t0\t0\n",
            to: "status"
        )
        try folder.write(maps, to: "maps")
        if let label {
            try manager.createDirectory(atPath: folder.path("attr"), withIntermediateDirectories: false)
            try folder.write(label + "\n", to: "attr/current")
        }
        return (folder, ProcessProbe(folder.path))
    }

    private static func find(_ probe: ProcessProbe, _ keys: TestTrust) throws -> CallerIdentity {
        try CallerIdentity.find(probe, trust: keys.trust, at: TestProgram.now)
    }

    private static func failed(_ caller: CallerIdentity) -> [String] {
        caller.checks.filter { $0.result == .failed }.map(\.subject)
    }

    /// Whether files of this test are root's, as L1 demands.
    private static let isRoot = geteuid() == 0

    @Test("The running test itself is found through /proc/self")
    func myself() throws {
        let caller = try Self.find(ProcessProbe(), try TestTrust())
        #expect(caller.evidence.executablePath.hasPrefix("/"))
        #expect(caller.evidence.executable == (try FileDigest.of("/proc/self/exe")))
        #expect(!caller.evidence.mappedFiles.isEmpty)
        #expect(caller.manifest == .absent)
        #expect(caller.level == .selfDeclared)
        #expect(caller.accessGroups == [caller.localGroup])
    }

    @Test("A signed program that only root can write reaches L1")
    func levelOne() throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        try program.sign([Self.group], with: keys.key, level: Self.isRoot ? .executableMatch : .selfDeclared)
        let caller = try Self.find(try program.start(), keys)
        #expect(caller.manifest.manifest != nil, "\(caller.checks)")
        #expect(caller.level == (Self.isRoot ? .executableMatch : .selfDeclared), "\(caller.checks)")
        #expect(caller.evidence.tracer == 0)
    }

    @Test("A program that others can write stays at L0, and is not signed if its manifest demands L1")
    func writable() throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        try program.sign([Self.group], with: keys.key)
        try FileManager.default.setAttributes([.posixPermissions: 0o775], ofItemAtPath: program.path)
        let caller = try Self.find(try program.start(), keys)
        #expect(caller.level == .selfDeclared)
        #expect(Self.failed(caller) == ["owner"])
        #expect(caller.team?.rawValue == TestProgram.team)

        try program.sign([Self.group], with: keys.key, level: .executableMatch)
        let demanding = try Self.find(try program.start(), keys)
        #expect(demanding.manifest.rejection?.reason == .level)
        #expect(demanding.manifest.rejection?.text.contains("users other than root can write to") == true)
        #expect(demanding.team == nil)
    }

    @Test("A changed program is not signed, and a newly signed one is again")
    func changed() throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        try program.sign([Self.group], with: keys.key)
        try program.folder.write(try program.folder.read(program.name) + [0], to: program.name, mode: 0o755)
        #expect(try Self.find(try program.start(), keys).manifest.rejection?.reason == .otherExecutable)
        try program.sign([Self.group], with: keys.key, serial: 2)
        #expect(try Self.find(try program.start(), keys).manifest.manifest?.serial == 2)
    }

    @Test("A program that was replaced or deleted while it runs is not signed")
    func deleted() throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        try program.sign([Self.group], with: keys.key)
        let probe = try program.start()
        let copy = try program.folder.read(program.name)
        try program.folder.remove(program.name)
        #expect(try Self.find(probe, keys).manifest.rejection?.reason == .deletedExecutable)
        try program.folder.write(copy, to: program.name, mode: 0o755)
        let caller = try Self.find(probe, keys)
        #expect(caller.manifest.rejection?.reason == .deletedExecutable)
        #expect(caller.evidence.executablePath == program.path)
    }

    @Test("A hard link is found under its own name, without the manifest of the other")
    func hardLink() throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        try program.sign([Self.group], with: keys.key)
        try FileManager.default.linkItem(atPath: program.path, toPath: program.folder.path("link"))
        let linked = try Process.start(program.folder.path("link"))
        #expect(try Self.find(linked.probe, keys).manifest == .absent)
    }

    @Test("A preloaded library of somebody else lowers the level to L0, and one that is listed does not")
    func preload() throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        let library = try Self.library()
        try program.folder.write(library + [0], to: "inject.so", mode: 0o775)
        try program.sign([Self.group], with: keys.key)
        let environment = ["LD_PRELOAD": program.folder.path("inject.so")]
        let caller = try Self.find(try program.start(environment: environment), keys)
        #expect(caller.level == .selfDeclared)
        #expect(Self.failed(caller).contains("libraries"), "\(caller.checks)")

        try program.sign([Self.group], with: keys.key, libraries: [try FileDigest.of(program.folder.path("inject.so"))])
        let listed = try Self.find(try program.start(environment: environment), keys)
        #expect(!Self.failed(listed).contains("libraries"), "\(listed.checks)")
    }

    /// The octets of a library that every dynamic program of this machine maps.
    private static func library() throws -> [UInt8] {
        let maps = try #require(try FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd())
        let line = try #require(
            String(decoding: maps, as: UTF8.self).split(separator: "\n").first { $0.hasSuffix("/libm.so.6") }
        )
        let path = try #require(line.split(separator: " ").last)
        return Array(try Data(contentsOf: URL(fileURLWithPath: String(path))))
    }

    @Test("A tracer lowers the level to L0")
    func tracer() throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        try program.sign([Self.group], with: keys.key)
        let (folder, probe) = try Self.fakeProcess(program, tracer: 4711)
        let caller = try Self.find(probe, keys)
        #expect(Self.failed(caller).contains("tracer"))
        #expect(caller.checks.contains { $0.detail == "process 4711 traces this process" })
        #expect(caller.level == .selfDeclared)
        _ = folder
    }

    /// A launcher that becomes another user; what follows is executed.
    private static func asUser(_ user: Int) -> [String] {
        ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"]
    }

    @Test(
        "A system account reaches L2, and the account of a person does not",
        .enabled(if: isRoot, "becomes other users"),
        arguments: [(120, "system account 120"), (1000, nil), (62_000, "system account 62000")] as [(Int, String?)]
    )
    func systemAccount(user: Int, expected: String?) throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        try program.sign([Self.group], with: keys.key)
        let caller = try Self.find(try program.start(launcher: Self.asUser(user)), keys)
        #expect(caller.evidence.kernelIdentity?.description == expected)
        #expect(caller.level == (expected == nil ? .executableMatch : .kernelIdentity), "\(caller.checks)")
    }

    @Test(
        "A label that other programs of the user may enter is no identity",
        arguments: ["signer (enforce)", "system_u:system_r:signer_t:s0"]
    )
    func label(_ label: String) throws {
        let program = try TestProgram()
        let (folder, probe) = try Self.fakeProcess(program, label: label)
        #expect(try probe.evidence().kernelIdentity == nil)
        _ = folder
    }

    @Test(
        "A program in a user namespace of an ordinary user stays at L0, whatever its files look like there",
        arguments: [["-U", "-r"], ["-U", "-r", "-m"], ["-U", "--map-user=120"]]
    )
    func userNamespace(_ options: [String]) throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        try program.sign([Self.group], with: keys.key)
        let launcher = (Self.isRoot ? Self.asUser(65_534) : []) + ["/usr/bin/unshare"] + options
        let caller = try Self.find(try program.start(launcher: launcher), keys)
        #expect(caller.evidence.userNamespace == .other)
        #expect(caller.evidence.kernelIdentity == nil)
        #expect(Self.failed(caller).first == "namespace")
        #expect(caller.level == .selfDeclared)

        try program.sign([Self.group], with: keys.key, level: .executableMatch)
        let demanding = try Self.find(try program.start(launcher: launcher), keys)
        #expect(demanding.manifest.rejection?.reason == .level)
        #expect(
            demanding.manifest.rejection?.text
                .contains("a user namespace, where a user's files can appear to be owned by root") == true
        )
    }

    @Test(
        "Files of a file system that a user may have mounted (nosuid) are not taken for root's",
        .enabled(if: isRoot, "mounts a file system outside of a user namespace")
    )
    func nosuid() throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        try program.sign([Self.group], with: keys.key)
        let words =
            "mount --bind \"$0\" \"$0\" && mount -o remount,bind,nosuid \"$0\" && exec \"$@\""
        let launcher = ["/usr/bin/unshare", "-m", "--propagation", "private", "/bin/sh", "-c", words]
        let caller = try Self.find(try program.start(launcher: launcher + [program.folder.path]), keys)
        #expect(Self.failed(caller) == ["owner"], "\(caller.checks)")
        #expect(caller.level == .selfDeclared)
    }

    @Test("A directory that is not the kernel's procfs is read, and proves nothing")
    func forgedProcess() throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        try program.sign([Self.group], with: keys.key)
        let (folder, probe) = try Self.fakeProcess(program, user: 120)
        try FileManager.default.createDirectory(atPath: folder.path("ns"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("ns/user"),
            withDestinationPath: "user:[4026531837]"
        )
        let caller = try Self.find(probe, keys)
        #expect(Self.failed(caller).first == "namespace", "\(caller.checks)")
        #expect(caller.evidence.kernelIdentity == nil)
        #expect(caller.level == .selfDeclared)
    }

    @Test("A setgid program reaches L2, and the same program without that bit does not")
    func setgid() throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        try program.sign([Self.group], with: keys.key, level: .kernelIdentity)
        let asNobody = Self.asUser(65_534)
        let plain = try Self.find(try program.start(launcher: asNobody), keys)
        #expect(plain.manifest.rejection?.reason == .level)

        try FileManager.default.setAttributes([.groupOwnerAccountID: 4242], ofItemAtPath: program.path)
        try FileManager.default.setAttributes([.posixPermissions: 0o2755], ofItemAtPath: program.path)
        let caller = try Self.find(try program.start(launcher: asNobody), keys)
        #expect(caller.evidence.kernelIdentity == .setgid(4242))
        #expect(caller.level == .kernelIdentity, "\(caller.checks)")
    }

    @Test("whoami says how the program was found, what was checked and what follows")
    func explanation() throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        try program.claim(Self.group)
        try program.sign([Self.group], with: keys.key)
        let explanation = try program.explain(trust: keys.trust)
        let lines = explanation.lines
        #expect(lines.first == "executable: noted: \(program.path)")
        for line in [
            "manifest: passed: signed by team ABCDE12345, serial 1",
            "content: passed: the manifest lists the executable",
            "namespace: passed: the process is in the initial user namespace",
            "tracer: passed: no process traces this process",
            "resource: passed: \(program.folder.path("Entitlements.plist"))",
            "team: ABCDE12345",
            "access groups: ABCDE12345.rutoken.shared, ABCDE12345.org.example.signer",
            "default group: ABCDE12345.rutoken.shared",
            "token channel: (d) status 0: the key is stored in 'ABCDE12345.rutoken.shared' and is shared by all "
                + "programs that "
                + "are signed with it",
        ] { #expect(lines.contains(line), "\(line) is missing in \(lines)") }
        let unsigned = try TestProgram(named: "other").explain(trust: keys.trust)
        #expect(unsigned.lines.contains("isolation: none between programs of this user"))
    }

    @Test("A process that is gone is an error")
    func gone() throws {
        let error = #expect(throws: KeystoreError.self) { try Self.find(ProcessProbe("/proc/0"), try TestTrust()) }
        #expect(error?.code == .inputOutput)
    }

    /// A started program and where it is looked at.
    private struct Process {
        let process: TestProcess
        let probe: ProcessProbe

        static func start(_ path: String) throws -> Process {
            let process = try TestProcess([path, "60"])
            return Process(process: process, probe: ProcessProbe("/proc/\(process.identifier)"))
        }
    }
}
