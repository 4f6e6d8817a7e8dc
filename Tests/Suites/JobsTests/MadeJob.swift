import JetonASN1
import JetonOctets
import JetonX509

@testable import CertificateRig
@testable import JetonJobs

/// A job as a server makes it, by OpenSSL, with whatever a test changes of it.
struct MadeJob {
    static let type = "2.25.147607797994757774504504869572682161680"
    static let usage = "2.25.245673358858021840847124040467570385224"
    static let installation = "11111111-2222-4333-8444-555555555555"
    static let now: Int64 = 1_900_000_000

    /// The members, each as JSON text; an empty text leaves the member out.
    var members: [(name: String, text: String)]

    init() {
        let now = MadeJob.now
        members = [
            ("typ", #""jeton.job/1""#), ("jti", #""0b9a7c1e-5f7d-4a53-9a4c-1f2e3d4c5b6a""#),
            ("iss", #""https://portal.example""#), ("aud", #"["\#(MadeJob.installation)"]"#), ("iat", "\(now)"),
            ("nbf", "\(now)"), ("exp", "\(now + 300)"), ("op", #""sign-data""#),
            ("params", #"{"form":"cms-detached"}"#),
            (
                "documents",
                """
                [{"name":"letter.txt","mediaType":"text/plain","size":5,"digest":{"alg":"sha256",\
                "value":"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"}}]
                """
            ),
            ("key", #"{"skid":"\#(String(repeating: "ab", count: 20))"}"#),
            ("display", #"{"title":"Sign the letter","text":"Please"}"#),
            ("reply", #"{"url":"https://portal.example/reply"}"#),
        ]
    }

    subscript(name: String) -> String {
        get { members.first { $0.name == name }?.text ?? "" }
        set {
            if let index = members.firstIndex(where: { $0.name == name }) {
                members[index].text = newValue
            } else {
                members.append((name, newValue))
            }
        }
    }

    var text: String {
        "{" + members.filter { !$0.text.isEmpty }.map { "\"\($0.name)\": \($0.text)" }.joined(separator: ", ") + "}"
    }

    /// Signs the job in a directory that has `SIGNER.pem` and `SIGNER.key`.
    func signed(
        _ openSSL: OpenSSL,
        by signer: String = "signer",
        type: String = MadeJob.type,
        _ more: [String] = ["-cades"]
    ) throws -> [UInt8] {
        try openSSL.write(text, "job.json")
        let arguments =
            [
                "cms", "-sign", "-binary", "-nodetach", "-in", "job.json", "-signer", "\(signer).pem", "-inkey",
                "\(signer).key", "-econtent_type", type, "-outform", "DER", "-out", "job.der",
            ] + more
        let outcome = try openSSL.attempt(arguments)
        guard outcome.status == 0 else { throw OpenSSL.Failure(arguments: arguments, outcome: outcome) }
        return try openSSL.read("job.der")
    }
}
