import CCryptoki
import Foundation
import TestRig
import Testing

/// Small modules made for one fault each, most of them in ways that a table in C alone can have.
@Suite("Entry points and tables", .timeLimit(.minutes(5)))
struct EntryPointTests {
    private let compiler: Compiler

    init() throws { compiler = try Compiler() }

    /// A module of 2.40 all of whose functions succeed.
    private static let good = """
        static CK_RV any(void) { return CKR_OK; }
        static CK_FUNCTION_LIST list = {
            .version = {2, 40}, .C_Initialize = (CK_C_Initialize)any, .C_Finalize = (CK_C_Finalize)any,
        };
        CK_RV C_GetFunctionList(CK_FUNCTION_LIST_PTR_PTR out) { *out = &list; return CKR_OK; }

        """

    private static let interface = """
        CK_RV C_GetInterface(CK_UTF8CHAR_PTR n, CK_VERSION_PTR v, CK_INTERFACE_PTR_PTR out, CK_FLAGS f) {
            static CK_FUNCTION_LIST_3_2 wide = {.version = {3, 2}, .C_EncapsulateKey = (CK_C_EncapsulateKey)C_GetInterface};
            static CK_INTERFACE interface = {(CK_UTF8CHAR_PTR)"PKCS 11", &wide, 7};
            *out = &interface;
            return CKR_OK;
        }

        """

    @Test("An interface that a dependency leaks is not the module's")
    func leakedInterface() async throws {
        let here = compiler.directory.path
        _ = try await compiler.library(Self.interface, named: "libleak.so")
        let options = ["-Wl,--no-as-needed", "-L\(here)", "-lleak", "-Wl,-rpath,\(here)"]
        let leaking = try await LoadReport("load", [compiler.library(Self.good, named: "leaking.so", options)])
        #expect(leaking.status == CCK_LOAD_OK.rawValue)
        #expect(leaking["origin"] == "\(CCK_ORIGIN_FUNCTION_LIST.rawValue)")
        #expect(leaking["version"] == "2.40")
        let own = try await LoadReport("load", [compiler.library(Self.good + Self.interface, named: "own.so", options)])
        #expect(own["origin"] == "\(CCK_ORIGIN_INTERFACE.rawValue)")
        #expect(own["version"] == "3.2")
        #expect(own["functions"] == "1")
    }

    @Test("A function list that only a dependency has is a foreign entry point, and the dependency is named")
    func foreign() async throws {
        let here = compiler.directory.path
        let owner = try await compiler.library(Self.good, named: "libowner.so")
        let options = ["-Wl,--no-as-needed", "-L\(here)", "-lowner", "-Wl,-rpath,\(here)"]
        let report = try await LoadReport("load", [compiler.library("int x;", named: "empty.so", options)])
        #expect(report.status == CCK_LOAD_FOREIGN_ENTRY_POINT.rawValue)
        #expect(report["detail"] == owner)
    }

    @Test("An interface without a function list is enough, and says why where it is none")
    func interfaceOnly() async throws {
        let only = try await LoadReport("load", [compiler.library(Self.interface, named: "only.so")])
        #expect(only.status == CCK_LOAD_OK.rawValue)
        #expect(only["functions"] == "1")
        let refusing = "CK_RV C_GetInterface(void *a, void *b, void **c, CK_FLAGS f) { return 0x80000001; }"
        let none = try await LoadReport("load", [compiler.library(refusing, named: "refusing.so")])
        #expect(none.status == CCK_LOAD_INTERFACE_FAILED.rawValue)
        #expect(none["rv"] == "0x80000001")
        #expect(none["detail"] == "C_GetInterface returned 0x80000001")
    }

    @Test(
        "A table that cannot be one is refused, and nothing crashes",
        arguments: [
            ("*out = NULL;", "a NULL table"), ("*out = (void *)16;", "a table in memory that cannot be read"),
            ("*out = (void *)-8L;", "a table in memory that cannot be read"),
            ("static CK_FUNCTION_LIST t; *out = &t;", "a table of an unknown major version"),
            ("static CK_FUNCTION_LIST t = {.version = {4, 0}}; *out = &t;", "a table of an unknown major version"),
            (
                "static CK_FUNCTION_LIST t = {.version = {2, 40}, .C_Sign = (void *)&t}; *out = &t;",
                "a table whose members are not functions"
            ),
            (
                "static CK_FUNCTION_LIST t = {.version = {2, 40}, .C_WaitForSlotEvent = (void *)8}; *out = &t;",
                "a table whose members are not functions"
            ),
        ]
    )
    func badTables(body: String, detail: String) async throws {
        let source = "CK_RV C_GetFunctionList(CK_FUNCTION_LIST_PTR_PTR out) { \(body) return CKR_OK; }"
        let report = try await LoadReport("load", [compiler.library(source, named: "bad.so")])
        #expect(report.status == CCK_LOAD_BAD_FUNCTION_LIST.rawValue, "\(report.output.text)")
        #expect(report["detail"] == "C_GetFunctionList handed out " + detail)
    }

    @Test("A table that ends where its mapping ends is read to its end and no further", arguments: [68, 92, 104])
    func tableAtTheEndOfMemory(functions: Int) async throws {
        let source = """
            #include <stddef.h>
            #include <string.h>
            #include <sys/mman.h>
            CK_RV C_GetInterface(CK_UTF8CHAR_PTR n, CK_VERSION_PTR v, CK_INTERFACE_PTR_PTR out, CK_FLAGS f) {
                static CK_INTERFACE interface = {(CK_UTF8CHAR_PTR)"PKCS 11", NULL, 0};
                char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
                mprotect(pages + 4096, 4096, PROT_NONE);
                void **table = (void **)(pages + 4096 - 8 - \(functions) * 8);
                *(CK_VERSION *)table = (CK_VERSION){3, 2};
                for (int i = 1; i <= \(functions); i++) table[i] = (void *)C_GetInterface;
                interface.pFunctionList = table;
                *out = &interface;
                return CKR_OK;
            }
            """
        let report = try await LoadReport("load", [compiler.library(source, named: "end.so", ["-D_GNU_SOURCE"])])
        #expect(report.status == CCK_LOAD_OK.rawValue)
        #expect(report["functions"] == "\(functions)")
    }

    @Test("Functions that the module makes at run time are functions, as those of p11-kit's proxy are")
    func closures() async throws {
        let source = """
            #include <sys/mman.h>
            CK_RV C_GetFunctionList(CK_FUNCTION_LIST_PTR_PTR out) {
                static CK_FUNCTION_LIST list = {.version = {2, 40}};
                char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
                mprotect(page, 4096, PROT_READ | PROT_EXEC);
                list.C_Initialize = (CK_C_Initialize)(page + 64);
                *out = &list;
                return CKR_OK;
            }
            """
        let report = try await LoadReport("load", [compiler.library(source, named: "made.so", ["-D_GNU_SOURCE"])])
        #expect(report.status == CCK_LOAD_OK.rawValue)
        #expect(report["functions"] == "1")
    }

    @Test("Rutoken's table is as long as its exports show", arguments: [(18, 19), (30, 31), (33, 34), (21, 22)])
    func extensionEras(last: Int, count: Int) async throws {
        // Functions after the 19th: one in the middle is not exported, and what follows the last one is poison.
        let names = try String(contentsOfFile: Compiler.headers + "/cryptoki_rutoken.h", encoding: .utf8)
            .split(separator: "X(").compactMap { $0.hasPrefix("C_EX_") ? String($0.prefix { $0 != ")" }) : nil }
        #expect(names.count == 34)
        var source = Self.good + "static void *table[64];\n"
        for (index, name) in names.enumerated() where index > 18 && index <= last && index != 20 {
            source += "CK_RV \(name)() { return CKR_OK; }\n"
        }
        source += """
            CK_RV C_EX_GetFunctionListExtended(CK_FUNCTION_LIST_EXTENDED_PTR_PTR out) {
                for (int i = 1; i < 64; i++) table[i] = i <= \(last + 1) ? (void *)any : (void *)0x5A5A5A5A5A5AL;
                *(CK_VERSION *)table = (CK_VERSION){2, 40};
                *out = (void *)table;
                return CKR_OK;
            }
            """
        let report = try await LoadReport("load", [compiler.library(source, named: "rutoken.so")])
        #expect(report.status == CCK_LOAD_OK.rawValue)
        #expect(report["extended"] == "\(count)")
        #expect(report["extended_functions"] == "\(last > 20 ? count - 1 : count)")
    }

    @Test("A module that cannot lock is initialised without arguments, unless it needs a parameter string")
    func locking() async throws {
        let source = """
            static CK_RV initialize(void *arguments) { return arguments == NULL ? CKR_OK : CKR_CANT_LOCK; }
            static CK_RV count(CK_BBOOL present, CK_SLOT_ID_PTR list, CK_ULONG_PTR count) { *count = 3; return CKR_OK; }
            static CK_FUNCTION_LIST list = {
                .version = {2, 40}, .C_Initialize = initialize, .C_GetSlotList = count,
            };
            CK_RV C_GetFunctionList(CK_FUNCTION_LIST_PTR_PTR out) { *out = &list; return CKR_OK; }
            """
        let module = try await compiler.library(source, named: "unlocked.so")
        let plain = try await LoadReport("use", [module])
        #expect(plain["initialize"] == "0x0")
        #expect(plain["lacks_locking"] == "1")
        #expect(plain["slots"] == "0x0 3")
        // It has no C_Finalize either.
        #expect(plain["finalize"] == "0x0")
        let reserved = try await LoadReport("use", [module, "configdir=/tmp"])
        #expect(reserved["initialize"] == "0xa")
        #expect(reserved["owns"] == "0")
    }

    @Test("A file replaced under its path stays the library that is loaded")
    func replaced() async throws {
        let module = try await compiler.library(Self.good, named: "first.so")
        let copy = compiler.directory.path("replaced.so")
        let source = """
            #include <stdio.h>
            #include "loader.h"
            int main(int count, char **arguments) {
                const cck_module *first = cck_load(arguments[1], NULL);
                rename(arguments[2], arguments[1]);
                return first == NULL || cck_load(arguments[1], NULL) != first;
            }
            """
        try FileManager.default.copyItem(atPath: module, toPath: copy)
        let sources = try FileManager.default.contentsOfDirectory(atPath: Compiler.headers + "/..")
            .filter { $0.hasSuffix(".c") }.map { Compiler.headers + "/../" + $0 }
        let program = try await compiler.compile(source, to: "replace", sources + ["-ldl", "-lpthread"])
        #expect(try await ChildProcess.run([program, module, copy]).exitStatus == 0)
    }
}
