import CCryptoki
import Foundation
import TestRig
import Testing

/// The fault module through the loader: it behaves when nothing is asked of it, and each kind of fault is to be had.
@Suite("Fault module", .timeLimit(.minutes(5)))
struct FaultModuleTests {
    @Test("Without settings it loads, lists its slot and is finalised")
    func plain() async throws {
        let module = try FaultModule()
        let report = try await LoadReport("use", module)
        #expect(report.status == CCK_LOAD_OK.rawValue, "\(report.output.text)")
        #expect(report["slots"] == "0x0 1")
        #expect(report["finalize"] == "0x0")
    }

    @Test("Ten thousand slots are listed")
    func slots() async throws {
        let report = try await LoadReport("use", FaultModule("slots = 10000"))
        #expect(report["slots"] == "0x0 10000")
    }

    @Test(
        "A line that is not understood is an error, not a fault that does not happen",
        arguments: [
            "nonsense = 1", "fault.C_Sing = crash", "token.1.label = beyond", "object = label:k1", "no equals sign",
            "attribute.nonsense = sensitive", "fault.C_Sign = explode",
        ]
    )
    func notUnderstood(line: String) async throws {
        let report = try await LoadReport("load", FaultModule("slots = 1\n\(line)"))
        #expect(report["rv"] == "0x5")
        #expect(report.output.errorText.contains("fault module: "))
    }

    @Test(
        "Interfaces of every kind lead to the table that can be trusted",
        arguments: [
            ("interface = none", "2.40", CCK_ORIGIN_FUNCTION_LIST, 68),
            ("interface = 3.0", "3.0", CCK_ORIGIN_INTERFACE, 92),
            ("interface = 3.1", "3.1", CCK_ORIGIN_INTERFACE, 92), ("interface = 3.2", "3.2", CCK_ORIGIN_INTERFACE, 104),
            ("interface = 2.40", "2.40", CCK_ORIGIN_DEFAULT_INTERFACE, 68),
            ("interface = null", "2.40", CCK_ORIGIN_FUNCTION_LIST, 68),
            ("interface = unreadable", "2.40", CCK_ORIGIN_FUNCTION_LIST, 68),
            ("interface = wrong_name", "2.40", CCK_ORIGIN_FUNCTION_LIST, 68),
            ("interface = vendor_default", "2.40", CCK_ORIGIN_FUNCTION_LIST, 68),
            ("interface = rv:0x80000001", "2.40", CCK_ORIGIN_FUNCTION_LIST, 68),
            // A table of 3.0 that states 3.2, one of 2.40 that states 3.0, and a version of the future.
            ("interface = 3.0\ninterface.version = 3.2", "3.2", CCK_ORIGIN_INTERFACE, 92),
            ("interface = 2.40\ninterface.version = 3.0", "3.0", CCK_ORIGIN_INTERFACE, 68),
            ("interface = 3.2\ninterface.version = 4.0", "2.40", CCK_ORIGIN_FUNCTION_LIST, 68),
            ("list.version = 2.1", "2.1", CCK_ORIGIN_FUNCTION_LIST, 68),
            ("list.version = 3.2", "3.2", CCK_ORIGIN_FUNCTION_LIST, 68),
            ("null = C_Sign, C_Login", "2.40", CCK_ORIGIN_FUNCTION_LIST, 66),
        ]
    )
    func interfaces(settings: String, version: String, origin: cck_origin, functions: Int) async throws {
        let report = try await LoadReport("load", FaultModule(settings))
        #expect(report.status == CCK_LOAD_OK.rawValue, "\(report.output.text)")
        #expect(report["version"] == version)
        #expect(report["origin"] == "\(origin.rawValue)")
        #expect(report["functions"] == "\(functions)")
    }

    @Test(
        "A module whose function list fails has a status of its own",
        arguments: [
            ("list = rv:0x30", CCK_LOAD_FUNCTION_LIST_FAILED, "C_GetFunctionList returned 0x00000030"),
            ("list = null", CCK_LOAD_BAD_FUNCTION_LIST, "C_GetFunctionList handed out a NULL table"),
            (
                "list = unreadable", CCK_LOAD_BAD_FUNCTION_LIST,
                "C_GetFunctionList handed out a table in memory that cannot be read"
            ),
        ]
    )
    func lists(settings: String, status: cck_load_status, detail: String) async throws {
        let report = try await LoadReport("load", FaultModule(settings))
        #expect(report.status == status.rawValue)
        #expect(report["detail"] == detail)
    }

    @Test(
        "Rutoken's table is there when it is asked for",
        arguments: [(0, "0", "0"), (19, "34", "19"), (34, "34", "34")]
    )
    func extensionTable(members: Int, count: String, functions: String) async throws {
        let report = try await LoadReport("load", FaultModule("extension = \(members)"))
        #expect(report["extended"] == count)
        #expect(report["extended_functions"] == functions)
    }

    @Test(
        "The answers of C_Initialize become what the loader makes of them",
        arguments: [
            ("initialize.locking = 0xa", "0x0", "1"), ("initialize.locking = 7", "0x0", "1"),
            ("initialize.needs_reserved = true", "0x7", "0"), ("fault.C_Initialize = rv:0x191", "0x0", "0"),
            ("fault.C_Initialize = rv:0x30", "0x30", "0"), ("", "0x0", "1"),
        ]
    )
    func initialize(settings: String, answer: String, owns: String) async throws {
        let report = try await LoadReport("use", FaultModule(settings))
        #expect(report["initialize"] == answer)
        #expect(report["owns"] == owns)
    }

    @Test("A parameter string reaches the module that needs one")
    func reserved() async throws {
        let module = try FaultModule("initialize.needs_reserved = true")
        #expect(try await LoadReport("use", module, ["configdir=/tmp"])["initialize"] == "0x0")
    }

    @Test(
        "A supervisor learns in which function of which module its child crashed or hung",
        arguments: [
            ("fault.C_GetInfo = crash", SIGSEGV, "C_GetInfo"), ("fault.C_GetInfo = abort", SIGABRT, "C_GetInfo"),
            ("fault.C_GetInfo = hang", SIGKILL, "C_GetInfo"), ("fault.C_Initialize = crash", SIGSEGV, "C_Initialize"),
            ("fault.C_GetFunctionList = crash", SIGSEGV, "C_GetFunctionList"),
            ("fault.C_GetInterface = hang", SIGKILL, "C_GetInterface"), ("", 0, "none"),
        ]
    )
    func marker(settings: String, signal: Int32, function: String) async throws {
        let module = try FaultModule(settings)
        let report = try await LoadReport("watch", module)
        #expect(report["signal"] == "\(signal)")
        #expect(report["function"] == function)
        #expect(report["module"] == module.path)
    }

    @Test("A child forked while another thread initialises does not wait for a thread that it does not have")
    func forkWhileLocked() async throws {
        let module = try FaultModule("fault.C_Initialize = sleep:500")
        let report = try await LoadReport("fork-locked", module)
        #expect(report["child_status"] == "0")
    }

    @Test(
        "Modules that forget and modules that inherit after a fork",
        arguments: [
            ("fork = forgets", "1"), ("fork = inherits", "0"),
        ]
    )
    func fork(settings: String, ownsInChild: String) async throws {
        let report = try await LoadReport("fork", FaultModule(settings))
        #expect(report["child_initialize"] == "0x0")
        #expect(report["child_owns_now"] == ownsInChild)
        #expect(report["parent_finalize"] == "0x0")
    }

    @Test("A module that crashes when its process ends does so after the work is done")
    func exitCrash() async throws {
        let report = try await LoadReport("use", FaultModule("exit = crash"))
        #expect(report.output.ending == .killed(signal: SIGSEGV))
        #expect(try await LoadReport("use", FaultModule("exit = normal")).output.exitStatus == 0)
    }
}
