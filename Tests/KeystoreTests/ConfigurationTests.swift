import Testing

@Suite("The user's configuration of OpenSSL")
struct ConfigurationTests {
    static let configurations = [
        // Only the provider that can do nothing.
        """
        openssl_conf = first
        [first]
        providers = providers
        alg_section = algorithms
        [providers]
        null = null
        [null]
        activate = 1
        [algorithms]
        default_properties = provider=none-such
        """,
        "this is [ no = configuration",
    ]

    @Test("An openssl.cnf that takes openssl's algorithms, or is malformed, changes nothing", arguments: configurations)
    func configuration(_ text: String) throws {
        let store = try TestStore()
        let path = "\(store.directory)/openssl.cnf"
        try Shell.write(Array((text + "\n").utf8), path)
        let environment = ["OPENSSL_CONF=\(path)", "OPENSSL_MODULES=/nonexistent"]
        try Shell.run("/usr/bin/env", environment + [Worker.path(), "exercise", store.storePath, "shared"])
    }
}
