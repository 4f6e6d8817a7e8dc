import Foundation
import TestRig
import Testing

/// Keys of GOST R 34.10, with `openssl` and its engine gost as the judge.
extension Workplace {
    private static let engine = """
        openssl_conf=all
        [all]
        engines=engines
        [engines]
        gost=gost
        [gost]
        engine_id=gost
        default_algorithms=ALL
        [req]
        distinguished_name=dn
        [dn]

        """

    /// What `openssl` with the engine says.
    @discardableResult
    func gostOpenSSL(_ words: String, fails: Bool = false) async throws -> String {
        let configuration = try directory.write(Self.engine, to: "gost.cnf")
        let output = try await run("env", "OPENSSL_CONF=\(configuration)", "sh", "-c", "openssl \(words)")
        #expect((output.exitStatus == 0) != fails, "openssl \(words): \(output.errorText)")
        return output.text + output.errorText
    }

    /// A place with an initialized card behind the provider.
    static func withGOSTCard() async throws -> Workplace {
        let place = try Workplace(modules: [try BuildProducts.path("libjeton-pkcs11.so")])
        try await place.jeton("virtual", "create", "alpha").exits(0)
        try await place.jeton(
            ["token", "init", "--reader", "Jeton virtual card alpha", "--label", "alpha", "--yes"]
                + ["--so-pin-source", "file:so-pin", "--pin-source", "file:pin"]
        ).exits(0)
        return place
    }

    /// A place with a token of the double of Rutoken's library, which does some things otherwise than the standard says.
    static func withGOSTDouble(_ quirks: [String] = []) async throws -> Workplace {
        let settings = ["user_pin = \(Workplace.pin)", "label = alpha"] + quirks
        return try Workplace.with(try await RutokenModuleCopy(settings.map { "slot.0.\($0)\n" }.joined()))
    }

    /// Has an authority of the engine's issue a certificate for a key of the token: `k.pem` under `ca.pem`.
    func certifyGOSTKey(_ label: String) async throws {
        try await withPIN("csr", "create", "--key", label, "--subject", "CN=Anna,C=RU", "--out", "k.csr").exits(0)
        #expect(try await gostOpenSSL("req -verify -noout -in k.csr").contains("OK"))
        let authority =
            "req -x509 -newkey gost2012_256 -pkeyopt paramset:A -nodes -keyout ca.key -subj /CN=CA -out ca.pem"
        try await gostOpenSSL("\(authority) -addext basicConstraints=critical,CA:TRUE -days 2")
        try directory.write("keyUsage=digitalSignature\n", to: "ee.ext")
        let issue = "x509 -req -in k.csr -CA ca.pem -CAkey ca.key -CAcreateserial -extfile ee.ext -days 2 -out k.pem"
        try await gostOpenSSL(issue)
    }
}
