import Foundation
import TestRig
import Testing

@Suite("Tokens and PINs")
struct TokenTests {
    @Test("A new token is set up, listed, shown and found by label, URI, reader and nickname")
    func aNewToken() async throws {
        let softHSM = try SoftHSM()
        let place = try Workplace(
            modules: [softHSM.modulePath],
            environment: [SoftHSM.configurationVariable: softHSM.configurationPath],
            holding: [softHSM]
        )
        let before = try await place.jeton("list")
        before.exits(0).prints("uninitialized").says("`jeton token init --reader 'SoftHSM slot ID 0x0' --label LABEL`")
        let setup = ["token", "init", "--label", "alpha"] + Workplace.officerOption + Workplace.pinOption
        try await place.jeton(setup).exits(0).prints("token 'alpha' is set up, serial ")

        let list = try await place.jeton("list").exits(0)
        list.prints("NICKNAME", "MEDIA", "STATE", "softhsm_", "ready", "pkcs11:token=alpha")
        let json = try await place.jeton("list", "--json").exits(0).json()
        #expect(json["schema"].text == "jeton.list/1")
        let reader = try #require(json["readers"].list.first { $0["state"].text == "ready" })
        #expect(reader["token"]["label"].text == "alpha")
        #expect(reader["media"].text?.hasPrefix("softhsm_") == true)
        for name in ["nickname", "name", "flags"] { #expect(reader[name].isPresent) }
        let serial = try #require(reader["token"]["serial"].text)
        #expect(reader["token"]["serialDecimal"].text == UInt64(serial, radix: 16).map { "\($0)" })

        let names = [
            ["alpha"], ["--token", "alpha"], ["pkcs11:token=alpha"], ["pkcs11:serial=\(serial)"],
            ["--token", "pkcs11:token=alpha;serial=\(serial)"], ["--reader", try #require(reader["name"].text)],
            ["--reader", try #require(reader["nickname"].text)], [],
        ]
        for name in names {
            let shown = try await place.jeton(["token", "show"] + name)
            shown.exits(0).prints("label:         alpha", "state:         ready", serial, "PIN length:")
        }
        let shown = try await place.jeton("token", "show", "--mechanisms", "--json").exits(0).json()
        #expect(shown["schema"].text == "jeton.token.show/1")
        #expect(shown["mechanisms"].list.contains { $0["name"].text == "CKM_ECDSA" })
    }

    @Test(
        "A token that is not there is exit code 3",
        arguments: [["beta"], ["pkcs11:token=beta"], ["--reader", "no such reader"], ["pkcs11:serial=00"]]
    )
    func noSuchToken(name: [String]) async throws {
        let place = try await Workplace.withSoftHSM()
        let answer = try await place.jeton(["token", "show"] + name).exits(3)
        answer.says("no token matches", "\n  pkcs11:token=alpha\n", "the tokens above are connected")
        let error = try await place.jeton(["token", "show"] + name + ["--json"]).exits(3).json()
        #expect(error["schema"].text == "jeton.error/1")
    }

    @Test("Of two tokens none is chosen: exit code 6 with a URI for each, and each URI names its token")
    func twoTokens() async throws {
        let softHSM = try await SoftHSM.withToken(label: "same", pin: Workplace.pin)
        try await softHSM.addToken(label: "same", pin: Workplace.pin)
        let place = try Workplace(
            modules: [softHSM.modulePath],
            environment: [SoftHSM.configurationVariable: softHSM.configurationPath],
            holding: [softHSM]
        )
        for name in [[], ["same"], ["pkcs11:token=same"]] {
            let answer = try await place.jeton(["token", "show", "--json"] + name).exits(6)
            let candidates = try answer.json()["error"]["candidates"].texts
            #expect(candidates.count == 2 && Set(candidates).count == 2)
            for candidate in candidates {
                answer.says(candidate)
                let shown = try await place.jeton("token", "show", candidate, "--json").exits(0).json()
                #expect(shown["token"]["uri"].text == candidate)
            }
        }
    }

    @Test("A token in use is erased only if it is named and that is confirmed")
    func erasing() async throws {
        let place = try await Workplace.withSoftHSM()
        let setup = ["token", "init", "--label", "beta"] + Workplace.officerOption + Workplace.pinOption
        let unconfirmed = try await place.jeton(setup + ["alpha"])
        unconfirmed.exits(2).says("Everything on token 'alpha'", "--yes")
        try await place.jeton("token", "show", "alpha").exits(0)
        try await place.jeton(setup + ["alpha", "--yes"]).exits(0)
        try await place.jeton("token", "show", "alpha").exits(3)
        try await place.jeton("token", "show", "beta").exits(0)
        // Without a name the spare slot is meant, never the token in use.
        let another = ["token", "init", "--label", "gamma", "--yes"] + Workplace.officerOption
        try await place.jeton(another).exits(0).says("`jeton pin set --token gamma`")
        try await place.jeton("token", "show", "beta").exits(0).prints("ready")
    }

    @Test("A module without the extension can't rename a token; one with it does")
    func renaming() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.withPIN("token", "rename", "--label", "beta").exits(5).says("can't rename", "token init")
        let state = try TemporaryDirectory()
        let rutoken = try Workplace.withFault("extension = 34\nstate_file = \(state.path("state"))")
        let renamed = try await rutoken.withPIN("token", "rename", "--label", "Мой токен", "--json").exits(0).json()
        #expect(renamed["schema"].text == "jeton.token.rename/1")
        #expect(renamed["label"].text == "Мой токен")
    }

    @Test("A label that is too long, an attribute that no URI has and a token that can't be set up are named as such")
    func namedMistakes() async throws {
        let place = try Workplace(modules: [try BuildProducts.path("libjeton-pkcs11.so")])
        try await place.jeton("virtual", "create", "alpha").exits(0)
        try place.secret("123456", "factory-pin")
        let long = String(repeating: "a", count: 40)
        try await place.jeton("token", "rename", "--label", long, "--pin-source", "file:factory-pin").exits(5)
            .says("CKR_ARGUMENTS_BAD", "hint: the label has 40 bytes; most tokens hold at most 32")
        let uri = "pkcs11:token=alpha;objekt=x"
        try await place.withPIN("csr", "create", "--key", uri, "--subject", "CN=x", "--out", "x.csr").exits(3).says(
            "RFC 7512 does not define the attribute 'objekt'"
        )
        // No PIN is the reason, and so not exit code 4.
        let fixed = try Workplace.withFault("fault.C_InitToken = rv:0x54\n")
        let setup = ["token", "init", "token 0", "--label", "alpha", "--yes"] + Workplace.officerOption
        try await fixed.jeton(setup).exits(5).says("C_InitToken", "CKR_FUNCTION_NOT_SUPPORTED")
    }

    @Test("PINs are changed, set and unblocked, and the status tells how they stand")
    func pins() async throws {
        let place = try await Workplace.withSoftHSM()
        try place.secret("135790", "new-pin")
        try place.secret("86420864", "new-so-pin")
        let status = try await place.jeton("pin", "status", "--json").exits(0).json()
        #expect(status["schema"].text == "jeton.pin.status/1")
        #expect(status["user"]["set"].flag == true && status["user"]["locked"].flag == false)
        try await place.jeton("pin", "status").exits(0).prints("user:             good")

        let change = ["pin", "change", "--pin-source", "file:pin", "--new-pin-source", "file:new-pin"]
        try await place.jeton(change).exits(0).prints("the user's PIN of token 'alpha' is changed")
        try await place.withPIN("key", "list").exits(4).says("CKR_PIN_INCORRECT")
        try await place.jeton("key", "list", "--pin-source", "file:new-pin").exits(0)
        try await place.jeton("pin", "status").exits(0).prints("user:             good")

        let officer = [
            "pin", "change", "--so", "--so-pin-source", "file:so-pin", "--new-pin-source", "file:new-so-pin",
        ]
        try await place.jeton(officer + ["--json"]).exits(0)
        let set = ["pin", "set", "--so-pin-source", "file:new-so-pin", "--pin-source", "file:pin", "--json"]
        #expect(try await place.jeton(set).exits(0).json()["schema"].text == "jeton.pin.set/1")
        // The PIN that was refused a moment ago is right now.
        try await place.withPIN("key", "list").exits(0)
        let unblock = ["pin", "unblock", "--so-pin-source", "file:new-so-pin", "--pin-source", "file:new-pin"]
        try await place.jeton(unblock).exits(0).prints("is unblocked")
        try await place.jeton("key", "list", "--pin-source", "file:new-pin").exits(0)
    }

    @Test("A PIN file that others can read is refused, and so is one that is not there")
    func pinFiles() async throws {
        let place = try await Workplace.withSoftHSM()
        try place.directory.write(Workplace.pin, to: "open-pin")
        try await place.jeton("key", "list", "--pin-source", "file:open-pin").exits(4).says("chmod 600")
        try await place.jeton("key", "list", "--pin-source", "file:no-pin").exits(4).says("can't be read")
        try await place.jeton("key", "list", "--pin-source", "env:NO_SUCH").exits(4)
        let environment = ["TOKEN_PIN": Workplace.pin, "CREDENTIALS_DIRECTORY": place.directory.path]
        for source in ["env:TOKEN_PIN", "credential:pin", "fd:0"] {
            let answer = try await place.jeton(
                ["key", "list", "--pin-source", source],
                environment: environment,
                input: Array((Workplace.pin + "\n").utf8)
            )
            answer.exits(0)
        }
        // Without a terminal there is nobody to be asked.
        try await place.jeton("key", "list").exits(4).says("there is no terminal")
    }

    @Test("The commands that change tokens and PINs answer in JSON when that is asked for")
    func documents() async throws {
        let softHSM = try SoftHSM()
        let place = try Workplace(
            modules: [softHSM.modulePath],
            environment: [SoftHSM.configurationVariable: softHSM.configurationPath],
            holding: [softHSM]
        )
        try place.secret("135790", "new-pin")
        let setup = ["token", "init", "--label", "alpha", "--json"] + Workplace.officerOption + Workplace.pinOption
        let made = try await place.jeton(setup).exits(0).json()
        #expect(made["schema"].text == "jeton.token.init/1" && made["userPINSet"].flag == true)
        let change = ["pin", "change", "--pin-source", "file:pin", "--new-pin-source", "file:new-pin", "--json"]
        let changed = try await place.jeton(change).exits(0).json()
        #expect(changed["schema"].text == "jeton.pin.change/1" && changed["role"].text == "user")
        let unblock = ["pin", "unblock", "--json"] + Workplace.officerOption + Workplace.pinOption
        #expect(try await place.jeton(unblock).exits(0).json()["schema"].text == "jeton.pin.unblock/1")
        try await place.openssl(
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-keyout",
            "key.pem",
            "-out",
            "cert.pem",
            "-days",
            "2",
            "-subj",
            "/CN=Lone",
            "-batch"
        )
        let imported = try await place.withPIN("cert", "import", "cert.pem", "--label", "lone", "--json")
        #expect(try imported.exits(0).json()["schema"].text == "jeton.cert.import/1")
    }

    @Test("The demo goes the whole way, removes what it made, and leaves the tokens of the machine alone")
    func demo() async throws {
        let place = try await Workplace.withSoftHSM()
        let demo = try await place.jeton("demo").exits(0)
        demo.prints("$ jeton token init", "$ jeton sign", "valid", "CN=Demo Signer")
        let folder = try #require(demo.text.firstMatch(of: /\/tmp\/jeton-demo-[A-Za-z0-9]{6}/)).output
        #expect(!FileManager.default.fileExists(atPath: String(folder)))
        let list = try await place.jeton("list", "--json").exits(0).json()
        #expect(list["readers"].list.compactMap { $0["token"]["label"].text }.filter { !$0.isEmpty } == ["alpha"])
    }
}
