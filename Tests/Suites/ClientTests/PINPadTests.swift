import Foundation
import TestRig
import Testing

/// A card of a real pcscd in a reader with keys, for jeton, for strangers on the provider, and for OpenSC's own module.
@Suite("PINs typed at the reader", .timeLimit(.minutes(5)))
struct PINPadTests {
    private let place: ClientPlace
    private let pad: PINPadReader
    private let pcscd: PrivatePCSCD
    private let server: ChildProcess

    init() async throws {
        place = try await ClientPlace()
        pad = try await PINPadReader()
        pcscd = try await PrivatePCSCD()
        server = try place.start(pcscd.command([BuildProducts.path("jeton"), "virtual", "serve", "alpha"]))
        _ = try await server.lines(upTo: { $0.hasPrefix("alpha: in the reader") })
        try await run(["sh", "-c", "until opensc-tool --list-readers | grep -q '^0 *Yes'; do sleep 0.05; done"])
    }

    private func finish() async throws {
        server.signal(SIGTERM)
        _ = try await server.finish(within: .seconds(20))
        try await pcscd.stop()
    }

    /// Runs a program where the reader is.
    @discardableResult
    private func run(_ words: [String], status: Int32 = 0, hasKeys: Bool = true) async throws -> String {
        // Entering the namespace goes to the root directory.
        try await place.run(
            pcscd.command(["sh", "-c", "cd \"$0\" && exec \"$@\"", place.directory.path] + words),
            status: status,
            environment: hasKeys ? pad.environment : [:]
        )
    }

    private func jeton(_ words: String..., status: Int32 = 0, hasKeys: Bool = true) async throws -> String {
        try await run(
            [try BuildProducts.path("jeton")] + words + ["--token", "alpha", "--module", place.module],
            status: status,
            hasKeys: hasKeys
        )
    }

    /// The commands with a PIN that came from a program.
    private var fromPrograms: [String] { pad.log.filter { $0.hasPrefix("program") } }

    @Test("jeton has the PIN typed at the reader, for keys, signatures and a change, and never sends one itself")
    func administrator() async throws {
        #expect(try await jeton("token", "show", "--json").contains("protectedAuthenticationPath"))
        #expect(try await !jeton("token", "show", "--json", hasKeys: false).contains("protectedAuthenticationPath"))

        try pad.type(ClientPlace.pin)
        let made = try await jeton("key", "generate", "--type", "ec:p256", "--label", "k")
        #expect(made.contains("enter the PIN on the reader of token 'alpha'"), "\(made)")
        try place.directory.write("a letter\n", to: "letter")
        try pad.type(ClientPlace.pin)
        _ = try await jeton("sign", "letter", "--key", "k", "--format", "raw", "--out", "letter.sig")
        try pad.type(ClientPlace.pin)
        _ = try await jeton("csr", "create", "--key", "k", "--subject", "CN=k", "--out", "request")
        try await place.openssl("req", "-in", "request", "-noout", "-verify", "-pubkey", "-out", "k.pub")
        try await place.openssl("dgst", "-sha256", "-verify", "k.pub", "-signature", "letter.sig", "letter")

        try pad.type("cancel")
        let cancelled = try await jeton("key", "list", status: 4)
        #expect(cancelled.contains("CKR_FUNCTION_CANCELED"), "\(cancelled)")
        // Nobody types anything.
        let late = try await jeton("key", "list", status: 4)
        #expect(late.contains("CKR_FUNCTION_CANCELED") && late.contains("in time"), "\(late)")
        let officer = try await jeton("pin", "set", "--pin-source", "file:pin", status: 4)
        #expect(officer.contains("use `--so-pin-source prompt`"), "\(officer)")
        try pad.type("999999")
        let wrong = try await jeton("key", "list", status: 4)
        #expect(wrong.contains("2 tries are left") && !wrong.contains("sent to this token again"), "\(wrong)")

        // One entry to log in, one with both PINs; the first new PIN was not typed the same twice.
        try pad.type(ClientPlace.pin, "\(ClientPlace.pin) 13579024 13579025")
        let differ = try await jeton("pin", "change", status: 4)
        #expect(differ.contains("CKR_PIN_INVALID"), "\(differ)")
        try pad.type(ClientPlace.pin, "\(ClientPlace.pin) 13579024 13579024")
        _ = try await jeton("pin", "change")
        try pad.type("13579024")
        _ = try await jeton("key", "list")
        #expect(fromPrograms == [])
        #expect(pad.log.allSatisfy { !$0.contains("3133353739") && !$0.contains("3234363831") }, "\(pad.log)")

        // Who asks for the keyboard's has it.
        try place.secret("13579024", "new-pin")
        _ = try await jeton("key", "list", "--pin-source", "file:new-pin")
        #expect(fromPrograms == ["program 00200080"])
        try await finish()
    }

    @Test("A key that wants the PIN each time has it typed at the reader each time")
    func alwaysAuthenticate() async throws {
        try place.directory.write("a letter\n", to: "letter")
        try pad.type(ClientPlace.pin)
        _ = try await jeton(
            "key",
            "generate",
            "--type",
            "ec:p256",
            "--label",
            "each",
            "--id",
            "02",
            "--pin-policy",
            "always"
        )
        try pad.type(ClientPlace.pin, ClientPlace.pin)
        _ = try await jeton("sign", "letter", "--key", "each", "--format", "raw", "--out", "letter.sig")
        try pad.type(ClientPlace.pin)
        _ = try await jeton("sign", "letter", "--key", "each", "--format", "raw", "--out", "again.sig", status: 4)
        #expect(pad.log.count { $0.hasPrefix("verify") } == 5)
        #expect(fromPrograms == [])
        try await finish()
    }

    @Test("Strangers on the provider have the PIN typed at the reader, and OpenSC's module does at the same keys")
    func strangers() async throws {
        try pad.type(ClientPlace.pin, ClientPlace.pin)
        let tool = ["pkcs11-tool", "--module", place.module, "--token-label", "alpha", "--login"]
        try await run(tool + ["--keypairgen", "--key-type", "EC:prime256v1", "--id", "01", "--label", "k"])
        try place.directory.write("a letter\n", to: "letter")
        try await run(
            tool + ["--sign", "--mechanism", "ECDSA-SHA256", "--id", "01", "-i", "letter", "-o", "letter.sig"]
                + ["--signature-format", "openssl"]
        )
        try await run(tool.dropLast() + ["--read-object", "--type", "pubkey", "--id", "01", "-o", "k.der"])
        try await place.openssl("pkey", "-pubin", "-inform", "DER", "-in", "k.der", "-out", "k.pub")
        try await place.openssl("dgst", "-sha256", "-verify", "k.pub", "-signature", "letter.sig", "letter")
        #expect(fromPrograms == [])

        // The keys are not made to our own requests only: OpenSC's are understood too.
        let ours = pad.log.count
        try pad.type(ClientPlace.pin)
        let objects = try await run(["pkcs11-tool", "--module", "opensc-pkcs11.so", "--login", "--list-objects"])
        // Seen after a login only.
        #expect(objects.contains("Printed Information"), "\(objects)")
        #expect(pad.log.dropFirst(ours).count { $0.hasPrefix("verify") } == 1, "\(pad.log.dropFirst(ours))")
        #expect(fromPrograms == [])
        try await finish()
    }
}
