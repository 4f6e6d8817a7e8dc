import TestRig
import Testing
import VirtualCard

@Suite("The provider in a C program", .timeLimit(.minutes(5)))
struct ProbeTests {
    @Test("C_Initialize and C_Finalize answer as the standard says")
    func initialize() async throws {
        let provider = try await Provider([])
        #expect(
            try await provider.probe(["initialize"]) == """
                C_GetInfo before: 0x190
                C_Finalize before: 0x190
                C_Initialize reserved: 0x7
                C_Initialize one mutex function: 0x7
                C_Initialize no threads: 0
                C_Initialize again: 0x191
                C_GetInfo: 0
                version: 3.2
                C_GetInfo null: 0x7
                C_Finalize reserved: 0x7
                C_Finalize: 0
                C_Finalize again: 0x190
                C_Initialize at last: 0

                """
        )
    }

    @Test("Every function bears a call with nothing but zeros")
    func zeros() async throws {
        let provider = try await Provider()
        let output = try await provider.probe(["zeros"])
        #expect(output.hasPrefix("state 0: 0 accepted, 102 refused\nstate 1: "), "\(output)")
    }

    @Test("A child of a fork starts anew, and its parent goes on")
    func fork() async throws {
        let provider = try await Provider()
        try await provider.makeKey("EC:prime256v1", identifier: "01")
        #expect(
            try await provider.probe(["fork", Provider.pin]) == """
                child C_GetInfo: 0x190
                child C_Finalize: 0x190
                child sign: 0
                child C_Finalize at last: 0
                child ended: 0
                parent sign: 0

                """
        )
    }

    @Test("A slot is used by its identifier alone, and keeps it across C_Finalize and a fork")
    func slots() async throws {
        let provider = try await Provider(["alpha", "beta"])
        let child = try ChildProcess(
            [try BuildProducts.path("provider-probe"), provider.module, "slots", "1"],
            environment: provider.environment
        )
        let functions = [
            "C_GetSlotInfo", "C_GetTokenInfo", "C_GetMechanismList", "C_GetMechanismInfo", "C_OpenSession",
            "C_CloseAllSessions",
        ]
        for function in functions { #expect(try await child.nextLine() == "\(function): 0") }
        #expect(try await child.nextLine()?.hasPrefix("before: Jeton virtual card beta ") == true)
        #expect(try await child.nextLine() == "unknown: 0x3")
        _ = try SoftwareCard.create(at: provider.folder.path("aaa.card"))
        child.send(line: "")
        #expect(try await child.nextLine()?.hasPrefix("after: Jeton virtual card beta ") == true)
        #expect(try await child.nextLine()?.hasPrefix("new: Jeton virtual card aaa ") == true)
        #expect(try await child.nextLine()?.hasPrefix("child: Jeton virtual card beta ") == true)
        #expect(try await child.finish().exitStatus == 0)
    }

    @Test("Mutexes of the caller's are used where it wants no others")
    func mutexes() async throws {
        let provider = try await Provider()
        try await provider.makeKey("EC:prime256v1", identifier: "01")
        #expect(
            try await provider.probe(["mutexes", Provider.pin]) == """
                mutexes: 1, balanced: 1, calls at least 8: 1
                with the system's locks: 0

                """
        )
    }

    @Test("Sixteen threads sign beside OpenSSL, and its errors are its own")
    func threads() async throws {
        let provider = try await Provider()
        try await provider.makeKey("EC:prime256v1", identifier: "01")
        #expect(
            try await provider.probe(["threads", Provider.pin, "16", "3"]) == "signed: 1, failures: 0\n"
        )
    }

    @Test("Threads use two cards at once, and each signature is by its own card's key")
    func twoCards() async throws {
        let provider = try await Provider(["alpha", "beta"])
        for name in ["alpha", "beta"] {
            try await provider.makeKey("EC:prime256v1", identifier: "01", ["--token-label", name])
        }
        #expect(try await provider.probe(["cards", Provider.pin, "8", "3"]) == "signed: 1 1, failures: 0\n")
    }

    @Test("A card that is taken out ends its sessions, and one that is put in again works")
    func removal() async throws {
        let provider = try await Provider()
        try await provider.makeKey("EC:prime256v1", identifier: "01")
        let path = provider.folder.path("alpha.card")
        let child = try ChildProcess(
            [try BuildProducts.path("provider-probe"), provider.module, "removal", Provider.pin],
            environment: provider.environment
        )
        #expect(try await child.nextLine() == "sign: 0")
        try SoftwareCard.eject(at: path)
        child.send(line: "")
        #expect(try await child.nextLine() == "sign without card: 0x32")
        #expect(try await child.nextLine() == "sign again without card: 0x32")
        #expect(try await child.nextLine() == "C_GetTokenInfo without card: 0xe0")
        #expect(try await child.nextLine() == "C_WaitForSlotEvent: 0")
        try SoftwareCard.insert(at: path)
        child.send(line: "")
        #expect(try await child.nextLine() == "C_OpenSession: 0")
        #expect(try await child.nextLine() == "C_Login: 0")
        #expect(try await child.nextLine() == "sign after recovery: 0")
        #expect(try await child.finish().exitStatus == 0)
    }
}

@Suite("The provider under load", .timeLimit(.minutes(5)))
struct SlowLoadTests {
    @Test("Sixteen threads sign for a minute without a failure")
    func minute() async throws {
        let provider = try await Provider()
        try await provider.makeKey("EC:prime256v1", identifier: "01")
        #expect(
            try await provider.probe(["threads", Provider.pin, "16", "60"], deadline: .seconds(150))
                == "signed: 1, failures: 0\n"
        )
    }
}
