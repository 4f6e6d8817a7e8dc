import Foundation
import TestRig
import Testing

/// `jeton` on a machine whose OpenSSL has no GOST provider.
@Suite("Channels without OpenSSL's GOST provider", .timeLimit(.minutes(15)))
struct WithoutGOSTTests {
    private let place: Workplace
    private let modules: String

    init() async throws {
        place = try Workplace(modules: [try BuildProducts.path("libjeton-pkcs11.so")])
        let version = try await ChildProcess.run(["openssl", "version", "-m"])
        modules = String(try #require(version.text.split(separator: "\"").dropFirst().first))
    }

    /// Runs `jeton` where the directory of OpenSSL's providers is empty.
    private func jeton(_ words: [String]) async throws -> Answer {
        let script = "mount -t tmpfs none \"$1\" && shift && exec \"$@\""
        let unshare = ["unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh", modules]
        let program = try BuildProducts.path("jeton")
        let output = try await ChildProcess.run(
            unshare + [program] + words,
            environment: place.variables([:]),
            workingDirectory: place.directory.path,
            deadline: .seconds(120)
        )
        return Answer(arguments: words, output: output)
    }

    private static let channel = ["--channel", "--print-passwords", "--json"]

    @Test("--channel alone makes a card of P-256 and says so; a named suite of GOST fails with the package's name")
    func create() async throws {
        let made = try await place.jeton(["virtual", "create", "alpha"] + Self.channel).exits(0)
        #expect(try made.json()["channel"]["suites"].texts == ["modern"])
        #expect(!made.all.contains("note: "))
        let other = try await jeton(["virtual", "create", "beta"] + Self.channel).exits(0)
        other.says("note: the channel's suite is p256", "libengine-gost-openssl")
        #expect(try other.json()["channel"]["suites"].texts == ["p256"])
        try await jeton(["virtual", "create", "gamma", "--channel", "modern", "--print-passwords"])
            .exits(7).says("libengine-gost-openssl", "--channel p256")
    }

    @Test("A card of P-256 pairs and signs; pairing one of GOST fails with the package's name, and costs no try")
    func use() async throws {
        let gost = try await place.jeton(["virtual", "create", "alpha"] + Self.channel).exits(0).json()
        let made = try await jeton(["virtual", "create", "beta"] + Self.channel).exits(0).json()
        try place.secret(try #require(gost["passwords"].list.first?.text), "gost")
        try place.secret(try #require(made["passwords"].list.first?.text), "p256")
        let reader = "Jeton virtual card beta \(try #require(made["serial"].text))"
        try await jeton(["pair", reader, "--password-source", "file:p256"]).exits(0).prints("is paired")
        try place.secret("12345678", "factory-puk")
        try await jeton(
            ["token", "init", "--reader", reader, "--label", "beta", "--yes"]
                + ["--so-pin-source", "file:factory-puk", "--pin-source", "file:pin"]
        ).exits(0)
        try await jeton(
            ["key", "generate", "--token", "beta", "--type", "ec:p256", "--label", "k", "--pin-source", "file:pin"]
        ).exits(0)
        try place.directory.write("a contract", to: "contract")
        try await jeton(
            ["sign", "contract", "--key", "k", "--token", "beta", "--format", "raw", "--out", "raw"]
                + ["--pin-source", "file:pin"]
        ).exits(0)
        #expect(place.contents("raw") != nil)
        let foreign = "Jeton virtual card alpha \(try #require(gost["serial"].text))"
        let refused = try await jeton(["pair", foreign, "--password-source", "file:gost"])
        #expect(refused.all.contains("libengine-gost-openssl"), "\(refused.all)")
        let slots = try await place.jeton("virtual", "show", "alpha", "--json").json()["channel"]["slots"].texts
        #expect(slots == Array(repeating: "unused", count: 6))
        // Where the provider is, the same password pairs.
        try await place.jeton("virtual", "eject", "alpha").exits(0)
        try await place.jeton("virtual", "insert", "alpha").exits(0)
        try await place.jeton("pair", foreign, "--password-source", "file:gost").exits(0).prints("is paired")
    }
}
