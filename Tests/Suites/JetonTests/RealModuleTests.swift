import Foundation
import TestRig
import Testing

@Suite("Modules of others")
struct RealModuleTests {
    @Test("On a TPM a token is set up, listed and shown, and keys on it sign", .timeLimit(.minutes(10)))
    func tpm() async throws {
        let tpm = try await SoftwareTPM()
        let place = try Workplace(modules: [tpm.modulePath], environment: tpm.environment, holding: [tpm])
        let setup = ["token", "init", "--label", "tpm"] + Workplace.officerOption + Workplace.pinOption
        try await place.jeton(setup).exits(0)
        let list = try await place.jeton("list", "--json").exits(0).json()
        let reader = try #require(list["readers"].list.first { $0["token"]["label"].text == "tpm" })
        #expect(reader["state"].text == "ready")
        #expect(reader["media"].text?.hasPrefix("tpm_") == true)
        try await place.jeton("token", "show", "tpm").exits(0).prints("state:         ready")
        try place.directory.write("I owe you one.\n", to: "letter")
        try place.directory.write(MadePDF().bytes(), to: "contract.pdf")
        for type in ["ec:p256", "rsa:2048"] {
            let label = type.replacingOccurrences(of: ":", with: "")
            try await place.makeSigner(label, type: type)
            try await place.withPIN("sign", "letter", "--key", label, "--force").exits(0)
            try await place.checkCMS("letter.p7s", of: "letter")
            try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem").exits(0)
            try await place.withPIN("sign", "contract.pdf", "--key", label, "--force").exits(0)
            try await place.jeton("verify", "contract-signed.pdf", "--trust", "ca.pem").exits(0)
            try place.extractSignature("contract-signed.pdf")
            try await place.checkCMS("signature.p7s", of: "covered")
        }
        try place.secret("000000", "wrong")
        try await place.jeton("key", "list", "--pin-source", "file:wrong").exits(4).says("CKR_PIN_INCORRECT")
    }

    @Test("Through p11-kit's proxy the token of SoftHSM is seen once, and works")
    func proxy() async throws {
        let softHSM = try await SoftHSM.withToken(label: "alpha", pin: Workplace.pin)
        let proxy = try Workplace.installed("p11-kit-proxy.so", package: "p11-kit-modules")
        let environment = [SoftHSM.configurationVariable: softHSM.configurationPath, "TSS2_LOG": "all+none"]
        let place = try Workplace(modules: [proxy], environment: environment, holding: [softHSM])
        try await place.jeton("list").exits(0).prints("pkcs11:token=alpha")
        try await place.jeton("token", "show", "alpha").exits(0).prints("p11-kit-proxy.so")
        try await place.makeKey("signer", type: "ec:p256", "--token", "alpha")
        try place.directory.write("x", to: "letter")
        let uri = "pkcs11:token=alpha;object=signer"
        try await place.withPIN("sign", "letter", "--key", uri, "--format", "raw").exits(0)
        let both = try Workplace(
            modules: [softHSM.modulePath, proxy],
            environment: environment,
            holding: [softHSM]
        )
        let list = try await both.jeton("list", "--json").exits(0).json()
        #expect(list["readers"].list.count { $0["token"]["label"].text == "alpha" } == 1)
    }

    @Test("Without --module the installed modules are used, and those that have nothing to show are no error")
    func installedModules() async throws {
        let softHSM = try await SoftHSM.withToken(label: "alpha", pin: Workplace.pin)
        let place = try Workplace(
            modules: [],
            environment: [SoftHSM.configurationVariable: softHSM.configurationPath, "TSS2_LOG": "all+none"],
            holding: [softHSM]
        )
        let list = try await place.jeton("list").exits(0)
        list.prints("pkcs11:token=alpha")
        #expect(list.text.split(separator: "\n").count { $0.contains("alpha") } == 1)
        let modules = try await place.jeton("modules", "list", "--json").exits(0).json()
        #expect(modules["schema"].text == "jeton.modules.list/1")
        let used = modules["modules"].list.filter { $0["used"].flag == true }
        #expect(used.contains { $0["path"].text?.contains("libsofthsm2.so") == true })
        let leftOut = modules["modules"].list.filter { $0["used"].flag == false }
        #expect(leftOut.allSatisfy { $0["reason"].text?.isEmpty == false })
        let broken = try Workplace.fault("fault.C_Initialize = rv:0x5\n")
        let shown = try await place.jeton("modules", "show", "--json", environment: ["JETON_MODULES": broken.path])
            .exits(0)
        let documents = try shown.json()
        #expect(documents["schema"].text == "jeton.modules.show/1")
        let soft = documents["modules"].list.first { $0["path"].text?.contains("libsofthsm2.so") == true }
        let failed = documents["modules"].list.first { $0["path"].text == broken.path }
        #expect(failed?["error"].text?.contains("C_Initialize") == true, "\(shown.text)")
        #expect(soft?["tokens"].number == 2 && soft?["cryptokiVersion"].text == "2.40")
        try await place.jeton("modules", "list").exits(0).prints("NAME", "SOURCE", "softhsm2")
    }

    @Test("A reader that pcscd and OpenSC both know is listed once, with the card that is in it")
    func openSC() async throws {
        let openSC = try Workplace.installed("opensc-pkcs11.so", package: "opensc-pkcs11")
        let softHSM = try await SoftHSM.withToken(label: "alpha", pin: Workplace.pin)
        let pcscd = try await PrivatePCSCD(readers: [.init("Aktiv Rutoken ECP BT 1217688090")])
        let place = try Workplace(
            modules: [openSC, softHSM.modulePath],
            environment: [SoftHSM.configurationVariable: softHSM.configurationPath],
            holding: [softHSM]
        )
        let name = "Aktiv Rutoken ECP BT 1217688090 00 00"
        func readers() async throws -> [JSONNode] {
            let output = try await pcscd.run(
                place.words(["list", "--json"]),
                environment: place.variables()
            )
            #expect(output.exitStatus == 0, "\(output.errorText)")
            return try JSONNode(output.standardOutput)["readers"].list
        }
        let empty = try await readers()
        #expect(empty.count { $0["name"].text == name } == 1)
        let reader = try #require(empty.first { $0["name"].text == name })
        #expect(reader["state"].text == "empty" && reader["media"].text == "NO_MEDIA")
        #expect(reader["nickname"].text?.isEmpty == false)
        #expect(empty.contains { $0["token"]["label"].text == "alpha" })

        let atr: [UInt8] = [0x3B, 0x80, 0x80, 0x01, 0x01]
        let card = try VirtualCardServer(in: pcscd, atr: atr, script: [:])
        var state: String?
        for _ in 0..<100 {
            let now = try await readers().filter { $0["name"].text == name }
            #expect(now.count == 1)
            state = now.first?["state"].text
            if state != "empty" { break }
            try await Task.sleep(for: .milliseconds(50))
        }
        // A card that OpenSC does not know.
        #expect(state == "unknown")
        let text = try await pcscd.run(place.words(["list"]), environment: place.variables())
        #expect(text.errorText.contains("no module reads the card in '\(name)'"), "\(text.errorText)")
        try await card.remove()
        try await pcscd.stop()
    }
}
