import Foundation
import JetonNetwork
import JetonX509
import TestRig

/// A certificate authority with servers' certificates, made by openssl once for all tests.
struct TestAuthority {
    let directory: TemporaryDirectory
    /// Trusts the authority alone.
    let trust: TLSTrust

    static let shared = Task {
        let directory = try TemporaryDirectory()
        let output = try await ChildProcess.run(
            ["sh", "-ec", script],
            workingDirectory: directory.path
        )
        guard output.exitStatus == 0 else { throw TestRigError("openssl: \(output.errorText)") }
        let anchors = try Certificate.parse(directory.read("ca.pem"))
        return TestAuthority(directory: directory, trust: TLSTrust(TrustStore(anchors)))
    }

    func certificate(_ name: String) throws -> Certificate {
        try Certificate.parse(directory.read("\(name).pem"))[0]
    }

    private static let script = """
        new="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
        openssl req -x509 $new -keyout ca.key -out ca.pem -subj "/CN=Test authority" -days 2 \
            -addext keyUsage=critical,keyCertSign
        leaf() {
            openssl req $new -keyout $1.key -out $1.csr -subj "/CN=$1"
            printf 'subjectAltName=%s\\nextendedKeyUsage=%s\\n' "$2" "$3" > $1.ext
            openssl x509 -req -in $1.csr -CA ca.pem -CAkey ca.key -days $4 -extfile $1.ext -out $1.pem
        }
        leaf server DNS:localhost,DNS:*.example.test,IP:127.0.0.1 serverAuth 2
        leaf elsewhere DNS:elsewhere.test serverAuth 2
        leaf client DNS:localhost,IP:127.0.0.1 clientAuth 2
        """
}
