import CCryptoki
import Foundation
import TestRig
import Testing

/// Files that are no modules: each has a status of its own, and none is given to the linker.
@Suite("Broken files", .timeLimit(.minutes(5)))
struct BrokenFileTests {
    private struct Failure: Equatable {
        let status: UInt32
        let detail: String

        init(_ status: cck_load_status, _ detail: String) {
            self.status = status.rawValue
            self.detail = detail
        }
    }

    private static func load(_ path: String) throws -> Failure {
        var result = cck_load_result()
        let module = unsafe cck_load(path, &result)
        #expect(unsafe module == nil)
        let detail = unsafe withUnsafeBytes(of: &result.detail) { octets in
            unsafe String(decoding: octets.prefix { $0 != 0 }, as: UTF8.self)
        }
        return Failure(result.status, detail)
    }

    private let directory: TemporaryDirectory
    private let compiler: Compiler

    init() throws {
        directory = try TemporaryDirectory()
        compiler = try Compiler()
    }

    private func library() async throws -> [UInt8] {
        let path = try await compiler.library("CK_RV C_GetFunctionList(void *list) { return 0; }", named: "whole.so")
        return try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    }

    @Test("A path that leads nowhere says so")
    func absent() throws {
        #expect(try Self.load(directory.path("absent.so")) == Failure(CCK_LOAD_NOT_FOUND, ""))
        #expect(try Self.load("") == Failure(CCK_LOAD_NOT_FOUND, "no path"))
        let file = try directory.write("", to: "file")
        #expect(try Self.load(file + "/module.so") == Failure(CCK_LOAD_NOT_FOUND, "Not a directory"))
    }

    @Test("No path at all is an absent file, and nobody need want the reason")
    func null() {
        var result = cck_load_result()
        #expect(unsafe cck_load(nil, &result) == nil)
        #expect(result.status == CCK_LOAD_NOT_FOUND)
        #expect(unsafe cck_load("/absent.so", nil) == nil)
    }

    @Test("A dangling link names its target, a link to itself too")
    func dangling() throws {
        let link = directory.path("link.so")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/opt/vendor/gone.so")
        #expect(try Self.load(link) == Failure(CCK_LOAD_DANGLING_LINK, "/opt/vendor/gone.so"))
        let loop = directory.path("loop.so")
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: "loop.so")
        #expect(try Self.load(loop) == Failure(CCK_LOAD_DANGLING_LINK, "loop.so"))
    }

    @Test("What is not a regular file is named")
    func kinds() throws {
        #expect(try Self.load(directory.path) == Failure(CCK_LOAD_NOT_A_FILE, "a directory"))
        #expect(try Self.load("/dev/null") == Failure(CCK_LOAD_NOT_A_FILE, "a device"))
        let pipe = directory.path("pipe")
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        #expect(try Self.load(pipe) == Failure(CCK_LOAD_NOT_A_FILE, "a pipe"))
    }

    @Test("A file that may not be read says so, to a user who is not root")
    func unreadable() async throws {
        // Root may read everything: the probe runs as nobody then, from a place that nobody may enter.
        let open = directory.path("open")
        try FileManager.default.createDirectory(atPath: open, withIntermediateDirectories: false)
        let module = try directory.write(try await library(), to: "open/closed.so")
        let probe = directory.path("open/probe")
        try FileManager.default.copyItem(atPath: BuildProducts.path("loader-probe"), toPath: probe)
        for (path, mode) in [(directory.path, 0o711), (open, 0o711), (probe, 0o755), (module, 0o000)] {
            #expect(unsafe chmod(path, mode_t(mode)) == 0)
        }
        let prefix = getuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
        let output = try await ChildProcess.run(prefix + [probe, "load", module])
        #expect(output.text.contains("status \(CCK_LOAD_NOT_READABLE.rawValue)\n"), "\(output.errorText)")
        #expect(output.text.contains("detail Permission denied\n"))
    }

    @Test(
        "Files of other formats show how they start",
        arguments: [
            ("", "an empty file"), ("{\"a\": 1}", "starts with 7b 22 61 22"),
            ("/* GNU ld script */", "starts with 2f 2a 20 47"),
            ("MZ", "starts with 4d 5a 00 00"), ("\u{7F}EL", "starts with 7f 45 4c 00"),
        ]
    )
    func formats(content: String, detail: String) throws {
        #expect(try Self.load(directory.write(content, to: "module.so")) == Failure(CCK_LOAD_NOT_ELF, detail))
    }

    @Test(
        "Another class or machine is named",
        arguments: [
            ([4: 1], CCK_LOAD_WRONG_CLASS, "32-bit"), ([18: 243, 19: 0], CCK_LOAD_WRONG_MACHINE, "64-bit RISC-V"),
            ([4: 1, 18: 3, 19: 0], CCK_LOAD_WRONG_CLASS, "32-bit Intel 80386"),
            ([18: 0xFE, 19: 0xCA], CCK_LOAD_WRONG_MACHINE, "64-bit machine 51966"),
            ([4: 9], CCK_LOAD_NOT_ELF, "ELF of unknown class 9"),
            ([5: 2], CCK_LOAD_WRONG_MACHINE, "foreign byte order"),
        ] as [([Int: UInt8], cck_load_status, String)]
    )
    func machines(octets: [Int: UInt8], status: cck_load_status, detail: String) async throws {
        var file = try await library()
        for (offset, octet) in octets { file[offset] = octet }
        let failure = try Self.load(directory.write(file, to: "module.so"))
        #expect(failure.status == status.rawValue)
        #expect(failure.detail.contains(detail), "\(failure.detail)")
    }

    @Test("A library that ends early is refused at every length, before the linker would touch what is not there")
    func truncated() async throws {
        let whole = try await library()
        for length in [4, 16, 19, 20, 63, 64, 100, 1000, whole.count / 2] {
            let failure = try Self.load(directory.write(Array(whole.prefix(length)), to: "short.so"))
            #expect(failure.status == CCK_LOAD_NOT_ELF.rawValue, "\(length)")
            #expect(failure.detail.hasPrefix("truncated: \(length) bytes of at least "), "\(failure.detail)")
        }
    }

    @Test(
        "Headers with impossible numbers are refused",
        arguments: [
            ([54: 1], "no usable program headers"), ([56: 0], "no usable program headers"),
            ([56: 0xFF, 57: 0xFF], "no usable program headers"), ([32: 0xFF, 39: 0xFF], "truncated"),
        ] as [([Int: UInt8], String)]
    )
    func impossible(octets: [Int: UInt8], detail: String) async throws {
        var file = try await library()
        for (offset, octet) in octets { file[offset] = octet }
        let failure = try Self.load(directory.write(file, to: "module.so"))
        #expect(failure.status == CCK_LOAD_NOT_ELF.rawValue)
        #expect(failure.detail.hasPrefix(detail), "\(failure.detail)")
    }

    @Test(
        "Programs and object files are no shared objects",
        arguments: [
            (["-no-pie"], "a program"), (["-pie", "-fPIE"], "a program"), (["-static"], "a program"),
            (["-static-pie", "-fPIE"], "a program"), (["-c"], "an object file"),
        ]
    )
    func programs(options: [String], detail: String) async throws {
        let path = try await compiler.compile("int main(void) { return 0; }", to: "program", options)
        #expect(try Self.load(path) == Failure(CCK_LOAD_NOT_SHARED_OBJECT, detail))
    }

    @Test("A missing dependency is named, at the first level and at the second")
    func dependencies() async throws {
        let here = compiler.directory.path
        _ = try await compiler.library("int one(void) { return 1; }", named: "libjetontest1.so")
        let second = try await compiler.library(
            "int one(void); int two(void) { return one(); }",
            named: "libjetontest2.so",
            ["-L\(here)", "-ljetontest1"]
        )
        let module = try await compiler.library(
            "int two(void); CK_RV C_GetFunctionList(void *list) { return two(); }",
            named: "module.so",
            ["-L\(here)", "-ljetontest2", "-Wl,-rpath,\(here)", "-Wl,-rpath-link,\(here)"]
        )
        try FileManager.default.removeItem(atPath: here + "/libjetontest1.so")
        #expect(try Self.load(module) == Failure(CCK_LOAD_MISSING_DEPENDENCY, "libjetontest1.so"))
        try FileManager.default.removeItem(atPath: second)
        #expect(try Self.load(module) == Failure(CCK_LOAD_MISSING_DEPENDENCY, "libjetontest2.so"))
    }

    @Test("A symbol that nobody defines is the linker's error, in its words")
    func undefined() async throws {
        let module = try await compiler.library(
            "int nowhere(void); CK_RV C_GetFunctionList(void *list) { return nowhere(); }",
            named: "undefined.so"
        )
        let failure = try Self.load(module)
        #expect(failure.status == CCK_LOAD_DLOPEN_FAILED.rawValue)
        #expect(failure.detail.contains("undefined symbol: nowhere"))
    }

    @Test("A library without entry points is none of ours")
    func entryPoints() async throws {
        let module = try await compiler.library("int answer(void) { return 42; }", named: "plain.so")
        #expect(try Self.load(module) == Failure(CCK_LOAD_NO_ENTRY_POINT, "C_GetFunctionList, C_GetInterface"))
    }
}
