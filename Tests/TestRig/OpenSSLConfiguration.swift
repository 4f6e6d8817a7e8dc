/// Configurations of OpenSSL that a program of ours must not read.
public enum OpenSSLConfiguration {
    /// Contents of openssl.cnf: one that takes all algorithms away, and one that is malformed.
    public static let harmful = [
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
}
