import TestRig
import Testing

@Suite("The user's configuration of OpenSSL")
struct ConfigurationTests {
    @Test(
        "An openssl.cnf that takes openssl's algorithms, or is malformed, changes nothing",
        arguments: OpenSSLConfiguration.harmful
    )
    func configuration(_ text: String) throws {
        let store = try TestStore()
        let path = "\(store.directory)/openssl.cnf"
        try Shell.write(Array((text + "\n").utf8), path)
        let environment = ["OPENSSL_CONF=\(path)", "OPENSSL_MODULES=/nonexistent"]
        try Shell.run("/usr/bin/env", environment + [Worker.path(), "exercise", store.storePath, "shared"])
    }
}
