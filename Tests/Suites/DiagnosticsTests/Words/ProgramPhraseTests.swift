import JetonDiagnostics
import Testing

/// The lines are those of the programs themselves: Debian 12's OpenSC 0.23, GnuTLS 3.7, OpenSSL 3.0, libp11 0.4.12,
/// OpenSSH 9.2, GnuPG 2.2.40, curl 7.88, NSS 3.87, OpenJDK 17, SoftHSM 2.6.1, tpm2-tss 3.2 and glibc 2.36.
@Suite("Words of programs")
struct ProgramPhraseTests {
    private static let error = "404751C59B7F0000:error:"

    @Test(
        "A program's own words name the reason and the object",
        arguments: [
            ("pkcs11-tool: symbol lookup error: /w/lazy.so: undefined symbol: nope", "/w/lazy.so needs nope,"),
            ("sc_dlopen failed: /w/now.so: undefined symbol: nope", "/w/now.so needs nope,"),
            ("dlopen /w/now.so failed: /w/now.so: undefined symbol: nope", "/w/now.so needs nope,"),
            (
                "sc_dlopen failed: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_9.4' not found (required by /w/v.so)",
                "/w/v.so needs version GLIBC_9.4"
            ),
            (
                "sc_dlopen failed: /nonexistent.so: cannot open shared object file: No such file or directory",
                "/nonexistent.so can't be loaded: No such file or directory"
            ),
            (
                "sc_dlopen failed: /bin/ls: cannot dynamically load position-independent executable",
                "/bin/ls is a program"
            ),
            ("provider /none.so is not a PKCS11 library", "/none.so is not a PKCS #11 module"),
            ("error: PKCS11 function C_Login failed: rv = CKR_PIN_INCORRECT (0xa0)", "the PIN that the command sent"),
            (error + "418000A0:PKCS#11 module:ERR_CKR_error:PIN incorrect:p11_slot.c:208:", "the PIN that the command"),
            ("*** Wrong PIN has been provided!", "the PIN that the command sent is wrong"),
            (
                "error: PKCS11 function C_OpenSession failed: rv = CKR_SLOT_ID_INVALID (0x3)",
                "the slot that the command"
            ),
            ("No slot with token named \"old\" found", "the token 'old' does not exist"),
            ("error: Private key not found", "the private key that the command names"),
            ("No matching objects found", "the object that the command's URI names"),
            ("No matching initialized token was found for private key", "the token that the command's URI names"),
            ("The private key was not found at: pkcs11:token=old;object=key", "the private key that the command's URI"),
            (error + "40000065:pkcs11 engine:ERR_ENG_error:object not found:eng_back.c:887:", "the object that the"),
            ("Invalid engine \"nope\"", "the engine 'nope' is not installed"),
            ("list: unable to load provider nope", "the provider 'nope' is not installed"),
            (
                "error: For RSA-PKCS-PSS mechanism, message size (got 32 bytes) must be equal to specified digest length (20)",
                "the mechanism RSA-PKCS-PSS requires data of a different length"
            ),
            ("ERR 67108983 No SmartCard daemon <GPG Agent>", "scdaemon is not installed"),
            ("gpg: OpenPGP card not available: No SmartCard daemon", "scdaemon is not installed"),
            (
                "sshconf: line 3: Bad configuration option: pkcs11provder",
                "sshconf has an unknown setting 'pkcs11provder' in line 3"
            ),
            (
                "Could not open a connection to your authentication agent.",
                "the agent can't be reached through SSH_AUTH_SOCK"
            ),
            (
                "ssh: connect to host localhost port 1: Connection refused",
                "localhost accepts no connections on port 1: Connection refused"
            ),
            ("curl: (6) Could not resolve host: nosuch.invalid", "the name nosuch.invalid has no address"),
            (
                "curl: (7) Failed to connect to 127.0.0.1 port 1 after 0 ms: Couldn't connect to server",
                "127.0.0.1 accepts no connections"
            ),
            ("curl: (60) SSL certificate problem: certificate is not yet valid", "this computer's clock is behind"),
            ("curl: (60) SSL certificate problem: certificate has expired", "a certificate of the server has expired"),
            (
                "curl: (60) SSL certificate problem: unable to get local issuer certificate",
                "the server's certificate is from an authority"
            ),
            ("Incorrect password/PIN entered.", "the password of the NSS database is wrong"),
            (
                "certutil: could not authenticate to token NSS Certificate DB.: SEC_ERROR_BAD_PASSWORD: The security password entered is incorrect.",
                "the password of the NSS database is wrong"
            ),
            (
                "keytool error: java.security.ProviderException: Library /none.so does not exist",
                "/none.so does not exist, but a SunPKCS11 configuration"
            ),
        ]
    )
    func reasons(_ line: String, _ words: String) throws {
        let said = try #require(ProgramPhrase.reading(of: line))
        #expect(said.phrase.standing == .cause)
        #expect("\(said.object.full) \(said.fault.full)".hasPrefix(words), "\(said.object.full) \(said.fault.full)")
    }

    @Test(
        "Words that say only which part fails are no reason",
        arguments: [
            "error: PKCS11 function C_Initialize failed: rv = CKR_GENERAL_ERROR (0x5)",
            "C_Initialize for provider /usr/lib/softhsm/libsofthsm2.so failed: 5", "cannot read public key from pkcs11",
            "No smart card readers found.", "ERROR: Could not load the SoftHSM configuration.",
            "ERROR: Could not initialize tpm ctx: 0x5", "Error connecting to agent: No such file or directory",
            "certutil: function failed: SEC_ERROR_BAD_DATABASE: security library: bad database.",
            "keytool error: java.security.ProviderException: Initialization failed",
            "Can't open \"/nonexistent.cnf\" for reading, No such file or directory",
        ]
    )
    func effects(_ line: String) throws {
        #expect(try #require(ProgramPhrase.reading(of: line)).phrase.standing == .effect)
    }

    @Test(
        "Lines of success and of advice say nothing",
        arguments: [
            "Using slot 0 with a present token (0x591a0fc6)", "Aborting.", "engine \"pkcs11\" set.",
            "Hint: use -provider-path option or OPENSSL_MODULES environment variable.", "Usage: pkcs11-tool [OPTIONS]",
            "More details here: https://curl.se/docs/sslcerts.html", "  Access:     sensitive, always sensitive", "",
        ]
    )
    func nothing(_ line: String) { #expect(ProgramPhrase.reading(of: line) == nil) }

    @Test("A URI's PIN is in no sentence that the words make")
    func secret() throws {
        let line = "The private key was not found at: pkcs11:token=lab;object=key?pin-value=471100"
        let said = try #require(ProgramPhrase.reading(of: line))
        #expect(!"\(said.object.full) \(said.fault.full)".contains("471100"))
        #expect(said.remedies.allSatisfy { !$0.text.full.contains("471100") })
    }
}
