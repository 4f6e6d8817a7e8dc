import ArgumentParser
import Testing

@testable import JetonCLI

@Suite("Commands that read plain arguments without ArgumentParser")
struct PlainArgumentsTests {
    static let plain = [
        "contract", "a b.pdf c.xml", "--key work contract", "--json contract --force", "--detached contract --out here",
        "--module one.so --module two.so --token t --reader r contract --attached",
        "--key first --key second contract", "--format asice-cades --certificate signer.pem contract",
        "--pin-source file:pin --format raw contract",
    ]

    @Test("`jeton sign` reads them as ArgumentParser does, in every option", arguments: plain)
    func sign(_ line: String) throws {
        let words = line.split(separator: " ").map(String.init)
        let plain = try #require(SignCommand(plain: ["sign"] + words))
        let parsed = try #require(try SignCommand.parseAsRoot(words) as? SignCommand)
        var (one, other) = ("", "")
        dump(plain, to: &one)
        dump(parsed, to: &other)
        #expect(one == other)
        #expect(!one.contains(".definition"))
    }

    @Test(
        "All others are left to ArgumentParser",
        arguments: [
            "--key=work contract", "-r contract", "-- contract", "contract -", "--format none contract", "--key",
            "--out - contract", "--level T contract", "--unknown contract", "contract --help",
        ]
    )
    func others(_ line: String) {
        #expect(SignCommand(plain: ["sign"] + line.split(separator: " ").map(String.init)) == nil)
        #expect(SignCommand(plain: ["verify", "contract"]) == nil)
    }
}
