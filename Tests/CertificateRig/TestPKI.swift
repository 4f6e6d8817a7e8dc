import JetonCMS
import JetonX509

/// A root, an intermediate authority and end entities below it, made by OpenSSL in a test's directory.
///
/// Files: `root.pem`, `sub.pem`, and for each end entity NAME `NAME.pem` and `NAME.key`.
struct TestPKI {
    let openSSL: OpenSSL
    let root: Certificate
    let intermediate: Certificate

    init(_ openSSL: OpenSSL) throws {
        self.openSSL = openSSL
        try openSSL.write(
            "basicConstraints=critical,CA:TRUE,pathlen:0\nkeyUsage=critical,keyCertSign,cRLSign\n",
            "ca.ext"
        )
        try openSSL.write("basicConstraints=CA:FALSE\nkeyUsage=critical,digitalSignature\n", "ee.ext")
        try openSSL.run(
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-keyout",
            "root.key",
            "-subj",
            "/O=Example/CN=Root",
            "-days",
            "10",
            "-out",
            "root.pem"
        )
        try TestPKI.makeKey(openSSL, "sub", ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"])
        try TestPKI.issue(openSSL, "sub", subject: "/O=Example/CN=Sub", issuer: "root", extensions: "ca.ext")
        root = try TestPKI.certificate(openSSL, "root")
        intermediate = try TestPKI.certificate(openSSL, "sub")
    }

    /// Arguments of `openssl genpkey` for each kind of key.
    static func arguments(for kind: KeyKind) -> [String] {
        switch kind {
        case .rsa: ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
        case .p256: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
        case .p384: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"]
        case .p521: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-521"]
        case .ed25519: ["-algorithm", "ED25519"]
        }
    }

    static func makeKey(_ openSSL: OpenSSL, _ name: String, _ arguments: [String]) throws {
        let arguments = ["genpkey"] + arguments + ["-out", "\(name).key"]
        let outcome = try openSSL.attempt(arguments)
        guard outcome.status == 0 else { throw OpenSSL.Failure(arguments: arguments, outcome: outcome) }
    }

    static func issue(
        _ openSSL: OpenSSL,
        _ name: String,
        subject: String,
        issuer: String,
        extensions: String
    ) throws {
        try openSSL.run(
            "req",
            "-new",
            "-key",
            "\(name).key",
            "-subj",
            subject,
            "-utf8",
            "-out",
            "\(name).csr"
        )
        try openSSL.run(
            "x509",
            "-req",
            "-in",
            "\(name).csr",
            "-CA",
            "\(issuer).pem",
            "-CAkey",
            "\(issuer).key",
            "-CAcreateserial",
            "-days",
            "5",
            "-extfile",
            extensions,
            "-out",
            "\(name).pem"
        )
    }

    static func certificate(_ openSSL: OpenSSL, _ name: String) throws -> Certificate {
        try Certificate.parse(openSSL.read("\(name).pem"))[0]
    }

    /// Makes an end entity's key and certificate.
    @discardableResult
    func entity(_ name: String, _ kind: KeyKind, extensions: String = "ee.ext") throws -> Certificate {
        try TestPKI.makeKey(openSSL, name, TestPKI.arguments(for: kind))
        return try certify(name, extensions: extensions)
    }

    /// Makes an end entity's certificate for a key that is at hand in `NAME.key`.
    func certify(_ name: String, extensions: String = "ee.ext") throws -> Certificate {
        try TestPKI.issue(openSSL, name, subject: "/C=DE/CN=\(name)", issuer: "sub", extensions: extensions)
        return try TestPKI.certificate(openSSL, name)
    }

    var verifier: CMSVerifier { CMSVerifier(trust: TrustStore([root]), certificates: [intermediate]) }
}
