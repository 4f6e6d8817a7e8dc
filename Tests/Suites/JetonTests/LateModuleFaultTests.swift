import Foundation
import TestRig
import Testing

@Suite("Modules that fail where the token does a part of the work only")
struct LateModuleFaultTests {
    /// Where the module fails, how, and the words for it.
    private static let faults = [
        ("C_Initialize", "abort", "crashed in"), ("C_GetSlotList", "crash", "crashed in"),
        ("C_GetTokenInfo", "exit:0", "ended the process in"), ("C_OpenSession", "hang", "did not return from"),
        ("C_Login", "crash", "crashed in"), ("C_FindObjects", "hang", "did not return from"),
    ]

    /// Runs a command with another module than the place's.
    ///
    /// Only what hangs is given a short time: on a busy machine a healthy module may take long.
    private func failing(
        _ arguments: [String],
        _ place: Workplace,
        _ module: FaultModuleCopy,
        hangs: Bool
    ) async throws -> ChildProcess.Output {
        let program = try BuildProducts.path("jeton")
        let words = arguments + ["--module", module.path] + Workplace.pinOption
        return try await place.run("env", "JETON_MODULE_DEADLINE=\(hangs ? 2 : 60)", program, and: words)
    }

    @Test("extend, renew, job run and enroll name the module and its function, and all can be done afterwards")
    func named() async throws {
        let place = try await Workplace.withSoftHSM()
        try place.directory.write("content", to: "letter")
        _ = try await EvidenceServer(place)
        try await place.makeSigner("signer")
        let server = try await EvidenceServer(place, ["--tls", "web.pem", "web.key", "--client-authority", "ca.pem"])
        try await place.jeton(["sign", "letter", "--key", "signer"] + Workplace.pinOption).exits(0)
        let message = try #require(place.contents("letter.p7s"))
        try await place.makeKey("work")
        let request = ["enroll", "request", "--key", "work", "--subject", "CN=Work", "--out", "work.csr"]
        try await place.jeton(request + Workplace.pinOption).exits(0)
        try await place.certify("work", ["keyUsage=digitalSignature"])
        let jobs = try await JobPlace(place)
        try await jobs.make("a")
        let clientKey = ["--tsa", server.tsa, "--server-trust", "ca.pem", "--trust", "ca.pem"]
        let commands = [
            ["extend", "letter.p7s", "--level", "T", "--tsa-key", "k"] + clientKey,
            ["job", "run", "a.jeton-job", "--server-trust", "ca.pem", "--yes"],
            ["enroll", "import", "work.pem"], ["enroll", "collect"],
            ["enroll", "renew", "--key", "k", "--out", "renewed.csr"],
        ]
        for (function, fault, words) in Self.faults {
            let module = try Workplace.fault(Workplace.faultKey + "fault.\(function) = \(fault)\n")
            // A token that is not the one that is needed is not logged in to.
            let reaches = ["C_Initialize", "C_GetSlotList", "C_GetTokenInfo"].contains(function)
            for command in commands where reaches || command.contains("k") {
                let output = try await failing(command, place, module, hangs: fault == "hang")
                let told = "error: module \(module.path) \(words) \(function)"
                #expect(output.exitStatus == 5, "\(command) \(function): \(output.ending) \(output.errorText)")
                #expect(output.errorText.contains(told), "\(command) \(function): \(output.errorText)")
            }
        }
        #expect(place.contents("letter.p7s") == message && place.contents("renewed.csr") == nil)
        try await jobs.run("a").exits(0)
        let imported = try await place.jeton(["enroll", "import", "work.pem", "--json"] + Workplace.pinOption).exits(0)
        #expect(try imported.json()["requests"].list.map { $0["state"].text } == ["stored"])
    }
}
