import Foundation
import JetonLibcrypto
import TestRig
import Testing

@Suite("OpenSSL's GOST provider, missing or in a strange environment")
struct GOSTProviderTests {
    private func lines(_ output: ChildProcess.Output) -> [(name: String, result: String)] {
        String(decoding: output.standardOutput, as: UTF8.self).split(separator: "\n").compactMap { line in
            guard let space = line.lastIndex(where: { $0 == " " }), !line.contains("error: ") else {
                let parts = line.components(separatedBy: " error: ")
                return parts.count == 2 ? (parts[0], "error: " + parts[1]) : nil
            }
            return (String(line[..<space]), String(line[line.index(after: space)...]))
        }
    }

    private static let independent = ["public key", "digest", "random"]

    @Test("Pitfall 7: Without the provider every function of the family says so, and everything else works")
    func missing() async throws {
        let version = try await ChildProcess.run(["openssl", "version", "-m"])
        let text = String(decoding: version.standardOutput, as: UTF8.self)
        let directory = try #require(text.split(separator: "\"").dropFirst().first)
        let script = "mount -t tmpfs none \"$1\" && exec \"$2\""
        let output = try await ChildProcess.run(
            [
                "unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh", String(directory),
                try BuildProducts.path("gost-probe"),
            ]
        )
        #expect(output.ending == .exited(0), "\(output)")
        let lines = lines(output)
        #expect(lines.count == 21)
        for line in lines {
            if Self.independent.contains(line.name) {
                #expect(!line.result.hasPrefix("error: "), "\(line)")
            } else {
                #expect(
                    line.result
                        == "error: OpenSSL's GOST provider gostprov can't be loaded (package libengine-gost-openssl)",
                    "\(line)"
                )
            }
        }
    }

    @Test("Pitfalls 1 and 7: The environment changes neither the code that is loaded nor the S-boxes")
    func environment() async throws {
        let probe = try BuildProducts.path("gost-probe")
        let plain = try await ChildProcess.run([probe])
        #expect(plain.ending == .exited(0))
        #expect(!String(decoding: plain.standardOutput, as: UTF8.self).contains("error"))
        let directory = try TemporaryDirectory()
        let configuration = try directory.write("openssl_conf = none-such\n", to: "openssl.cnf")
        let strange = try await ChildProcess.run(
            [probe],
            environment: [
                "CRYPT_PARAMS": "id-Gost28147-89-CryptoPro-B-ParamSet",
                "OPENSSL_MODULES": directory.url.path,
                "OPENSSL_ENGINES": directory.url.path,
                "OPENSSL_CONF": configuration,
            ]
        )
        #expect(strange.ending == .exited(0))
        #expect(strange.standardOutput == plain.standardOutput)
    }
}
