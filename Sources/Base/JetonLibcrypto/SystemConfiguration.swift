import CJetonLibcrypto

/// What libcrypto reads by itself for a process: the system's openssl.cnf.
package enum SystemConfiguration {
    /// Keeps libcrypto from reading openssl.cnf, and from setting up the texts of its errors.
    ///
    /// For a process that loads no PKCS#11 module and no libssl, which may rely on either. To be called before anything
    /// else of this module; later it has no effect. Any thread.
    package static func ignore() {
        libcrypto_ignore_configuration()
    }
}
