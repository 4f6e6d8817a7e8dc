import JetonASN1
import JetonX509
import Testing

@testable import CertificateRig
@testable import JetonJobs

@Suite("Jobs made by OpenSSL, and the first reason for which one is refused")
struct JobVerifierTests {
    private struct Place {
        let openSSL: OpenSSL
        let issuer: JobIssuer
        let root: Certificate
    }

    /// A signer below `sub` who may sign jobs for portal.example, one without the usage, one of another host.
    private static let place = Result { () throws -> Place in
        let openSSL = try OpenSSL()
        let authority = try TestPKI(openSSL)
        let signers = [
            "signer": "subjectAltName=DNS:portal.example\nextendedKeyUsage=\(MadeJob.usage)\n",
            "unfit": "subjectAltName=DNS:portal.example\n",
            "other": "subjectAltName=DNS:other.example\nextendedKeyUsage=\(MadeJob.usage)\n",
        ]
        for (name, extensions) in signers {
            try openSSL.write("keyUsage=critical,digitalSignature\n" + extensions, "\(name).ext")
            try authority.entity(name, .p256, extensions: "\(name).ext")
        }
        try openSSL.run(
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-keyout",
            "stranger.key",
            "-out",
            "stranger.pem",
            "-days",
            "5",
            "-subj",
            "/CN=Stranger",
            "-addext",
            "subjectAltName=DNS:portal.example"
        )
        let issuer = JobIssuer(
            origin: try #require(JobOrigin("https://portal.example")),
            certificate: authority.intermediate,
            operations: ["sign-data"],
            allowsBlindDigests: false
        )
        return Place(openSSL: openSSL, issuer: issuer, root: authority.root)
    }

    private let openSSL: OpenSSL
    private let issuer: JobIssuer
    /// The authority above that of the issuer.
    private let root: Certificate

    init() throws {
        // Each test writes in a directory of its own.
        let place = try JobVerifierTests.place.get()
        openSSL = try OpenSSL()
        issuer = place.issuer
        root = place.root
        // Only now are the certificates valid.
        now = UniversalTime.now.secondsSince1970
        try openSSL.write(place.openSSL.read("sub.pem"), "sub.pem")
        for name in ["signer", "unfit", "other", "stranger"] {
            for suffix in ["pem", "key"] {
                try openSSL.write(place.openSSL.read("\(name).\(suffix)"), "\(name).\(suffix)")
            }
        }
    }

    private func verify(_ octets: [UInt8], _ issuers: [JobIssuer]? = nil) throws -> VerifiedJob {
        // The certificates are valid now, so the job's times are shifted to now instead.
        try JobVerifier(
            issuers: issuers ?? [issuer],
            installation: MadeJob.installation,
            at: UniversalTime(secondsSince1970: now)
        ).verify(octets)
    }

    private let now: Int64

    private func made(_ change: (inout MadeJob) -> Void = { _ in }) -> MadeJob {
        var job = MadeJob()
        job["iat"] = "\(now)"
        job["nbf"] = "\(now)"
        job["exp"] = "\(now + 300)"
        change(&job)
        return job
    }

    private func refusal(_ octets: [UInt8], _ issuers: [JobIssuer]? = nil) -> JobRefusal.Code? {
        do {
            _ = try verify(octets, issuers)
            return nil
        } catch {
            return (error as? JobRefusal)?.code
        }
    }

    @Test("A job of a trusted issuer is read whole")
    func good() throws {
        let verified = try verify(made().signed(openSSL))
        #expect(verified.job.operation == .signData(.detached))
        #expect(verified.job.documents.map(\.name) == ["letter.txt"])
        #expect(verified.issuer.origin.description == "https://portal.example")
        try verified.check(Array("hello".utf8), is: verified.job.documents[0])
        for other in ["hello!", "hellp", ""] {
            #expect(throws: JobRefusal(.document, "")) {
                try verified.check(Array(other.utf8), is: verified.job.documents[0])
            }
        }
    }

    @Test("A pinned certificate needs no usage")
    func pinned() throws {
        let own = try Certificate.parse(openSSL.read("unfit.pem"))[0]
        let issuers = [
            JobIssuer(origin: issuer.origin, certificate: own, operations: ["sign-data"], allowsBlindDigests: false)
        ]
        let octets = try made().signed(openSSL, by: "unfit")
        #expect(refusal(octets, issuers) == nil)
        #expect(refusal(octets) == .signer)
    }

    @Test(
        "A wrong member is refused by its own reason",
        arguments: [
            ("typ", #""jeton.job/2""#, JobRefusal.Code.content), ("jti", #""../../etc/passwd""#, .content),
            ("jti", "", .content), ("surprise", "1", .content), ("aud", #"["another"]"#, .audience),
            ("aud", "[]", .content), ("iss", #""https://other.example""#, .issuer),
            ("iss", #""http://portal.example""#, .issuer), ("iss", #""https://portal.example:443""#, .issuer),
            ("op", #""run""#, .operation), ("op", #""sign-digest""#, .operation),
            ("op", #""sign-pdf""#, .content), ("op", #""timestamp""#, .content),
            ("params", #"{"form":"pades"}"#, .content), ("params", #"{"form":"raw","x":1}"#, .content),
            ("reply", #"{"url":"https://portal.example.evil/reply"}"#, .url),
            ("reply", #"{"url":"https://portal.example@evil/reply"}"#, .url),
            ("reply", #"{"url":"https://portal.example:8443/reply"}"#, .url),
            ("reply", #"{"url":"file:///etc/passwd"}"#, .url),
            ("display", #"{"title":"a\u202eb","text":""}"#, .text),
            ("display", #"{"title":"a\u001b[2Jb","text":""}"#, .text),
            ("display", #"{"title":"a","text":"\u0085"}"#, .text), ("display", #"{"title":"a"}"#, .content),
            ("documents", "[]", .content),
            (
                "documents",
                #"[{"name":"../a","mediaType":"a/b","size":1,"digest":{"alg":"sha256","value":"00"}}]"#, .content
            ),
            (
                "documents",
                #"[{"name":"../\u0338a","mediaType":"a/b","size":1,"digest":{"alg":"sha256","value":"00"}}]"#,
                .content
            ),
            (
                "documents",
                #"[{"name":"a","mediaType":"a/b","size":1,"digest":{"alg":"sha1","value":"00"}}]"#, .content
            ),
            ("key", #"{"label":"a"}"#, .content),
        ] as [(String, String, JobRefusal.Code)]
    )
    func members(name: String, text: String, expected: JobRefusal.Code) throws {
        let job = made { $0[name] = text }
        #expect(refusal(try job.signed(openSSL)) == expected)
    }

    @Test(
        "Each operation has its own schema, and is done for those who may ask for it",
        arguments: [
            ("sign-pdf", #"{"form":"pades"}"#, true, true, nil),
            ("sign-pdf", #"{"form":"xades"}"#, true, true, .content),
            ("sign-xml", #"{"form":"xades"}"#, true, true, nil), ("sign-xml", #"{"form":"xmldsig"}"#, true, true, nil),
            ("sign-xml", #"{"form":"pades"}"#, true, true, .content),
            ("timestamp", #"{"form":"rfc3161"}"#, false, true, nil),
            ("timestamp", #"{"form":"rfc3161"}"#, true, true, .content),
            ("timestamp", #"{"form":"rfc3161"}"#, false, false, .content),
            ("enroll", #"{"form":"pkcs10","subject":"CN=Anna"}"#, true, false, nil),
            ("enroll", #"{"form":"pkcs10","subject":"CN=Anna"}"#, true, true, .content),
            ("enroll", #"{"form":"pkcs10","subject":"CN=Anna"}"#, false, false, .content),
            ("enroll", #"{"form":"pkcs10","subject":"not a name"}"#, true, false, .content),
            ("enroll", #"{"form":"pkcs10"}"#, true, false, .content),
            ("collect", #"{"form":"certificates"}"#, false, true, nil),
            ("collect", #"{"form":"certificates"}"#, false, false, .content),
        ] as [(String, String, Bool, Bool, JobRefusal.Code?)]
    )
    func operations(
        name: String,
        parameters: String,
        hasKey: Bool,
        hasDocuments: Bool,
        expected: JobRefusal.Code?
    ) throws {
        let job = made {
            $0["op"] = "\"\(name)\""
            $0["params"] = parameters
            if !hasKey { $0["key"] = "" }
            if !hasDocuments { $0["documents"] = "[]" }
        }
        let octets = try job.signed(openSSL)
        let all = JobIssuer(
            origin: issuer.origin,
            certificate: issuer.certificate,
            operations: [name],
            allowsBlindDigests: false
        )
        #expect(refusal(octets, [all]) == expected)
        #expect(refusal(octets) == (expected ?? .operation))
    }

    @Test(
        "A job that asks for files says what it needs, never which file, and where they go",
        arguments: [
            (#"{"label":"A plan","mediaTypes":["application/pdf"],"size":100}"#, nil),
            (
                #"{"label":"A","mediaTypes":["text/csv"],"size":1},{"label":"B","mediaTypes":["image/png"],"size":1}"#,
                nil
            ),
            (#"{"label":"A","mediaTypes":["application/pdf"],"size":1,"name":"../../.ssh/id_rsa"}"#, .content),
            (#"{"label":"A","mediaTypes":["application/pdf"],"size":1,"path":"/etc/passwd"}"#, .content),
            (#"{"label":"","mediaTypes":["application/pdf"],"size":1}"#, .content),
            (#"{"label":"A\u202e","mediaTypes":["application/pdf"],"size":1}"#, .text),
            (#"{"label":"A","mediaTypes":[],"size":1}"#, .content),
            (#"{"label":"A","mediaTypes":["application/x-pem-file"],"size":1}"#, .content),
            (#"{"label":"A","mediaTypes":["*/*"],"size":1}"#, .content),
            (#"{"label":"A","mediaTypes":["application/pdf"],"size":0}"#, .content),
            (#"{"label":"A","mediaTypes":["application/pdf"],"size":67108865}"#, .content),
            ("", .content),
            (
                Array(repeating: #"{"label":"A","mediaTypes":["text/csv"],"size":1}"#, count: 9).joined(separator: ","),
                .content
            ),
        ] as [(String, JobRefusal.Code?)]
    )
    func attachments(files: String, expected: JobRefusal.Code?) throws {
        let asking = JobIssuer(
            origin: issuer.origin,
            certificate: issuer.certificate,
            operations: ["attach"],
            allowsBlindDigests: false
        )
        var job = made {
            $0["op"] = #""attach""#
            $0["params"] = #"{"form":"file","files":[\#(files)]}"#
            $0["documents"] = "[]"
            $0["key"] = ""
        }
        #expect(refusal(try job.signed(openSSL), [asking]) == expected)
        #expect(refusal(try job.signed(openSSL)) == (expected ?? .operation))
        // Files that would go nowhere, and beside a document.
        job["reply"] = ""
        #expect(refusal(try job.signed(openSSL), [asking]) == (expected ?? .content))
        job["reply"] = #"{"url":"https://portal.example/reply"}"#
        job["documents"] = JobVerifierTests.relayed(1)
        #expect(refusal(try job.signed(openSSL), [asking]) == (expected ?? .content))
    }

    @Test(
        "A relay leads to an allowed target only, with one document of the issuer, for at most a day",
        arguments: [
            ([:], nil), (["exp": "86400"], nil), (["key": ""], nil),
            (["params": #"{"form":"https","method":"PUT","to":"https://www.example.com:8443/in"}"#], nil),
            (["exp": "86401"], .time),
            (["aud": "[\"\(String(repeating: "ab", count: 20))\"]"], .audience),
            (["params": #"{"form":"https","method":"POST","to":"https://www.example.org/"}"#], .operation),
            (["params": #"{"form":"https","method":"POST","to":"https://www.example.com:444/"}"#], .operation),
            (["params": #"{"form":"https","method":"POST","to":"https://a@www.example.com/"}"#], .content),
            (["params": #"{"form":"https","method":"POST","to":"http://www.example.com/"}"#], .content),
            (["params": #"{"form":"https","method":"GET","to":"https://www.example.com/"}"#], .content),
            (["params": #"{"form":"https","method":"POST"}"#], .content),
            (["params": JobVerifierTests.fields(#"{"name":"SOAPAction","value":"\"urn:a\""}"#)], nil),
            (["params": JobVerifierTests.fields(#"{"name":"X-Known","value":""}"#)], nil),
            (["params": JobVerifierTests.fields(#"{"name":"X-Other","value":"1"}"#)], .operation),
            (["params": JobVerifierTests.fields(#"{"name":"Host","value":"a"}"#)], .content),
            (["params": JobVerifierTests.fields(#"{"name":"Authorization","value":"a"}"#)], .content),
            (["params": JobVerifierTests.fields(#"{"name":"Content-Type","value":"a/b"}"#)], .content),
            (["params": JobVerifierTests.fields(#"{"name":"X-Forwarded-For","value":"a"}"#)], .content),
            (["params": JobVerifierTests.fields(#"{"name":"SOAPAction","value":"a\r\nHost: b"}"#)], .content),
            (["params": JobVerifierTests.fields(#"{"name":"SOAPAction","value":" a"}"#)], .content),
            (["params": JobVerifierTests.fields(#"{"name":"SOAPAction","value":"a","x":1}"#)], .content),
            (
                [
                    "params": JobVerifierTests.fields(
                        #"{"name":"SOAPAction","value":"a"},{"name":"soapaction","value":"b"}"#
                    )
                ], .content
            ),
            (
                [
                    "params": JobVerifierTests.fields(
                        #"{"name":"SOAPAction","value":"\#(String(repeating: "a", count: 1025))"}"#
                    )
                ], .content
            ),
            (
                [
                    "params":
                        #"{"form":"https","method":"POST","to":"https://www.example.com/","answer":"https://e.example/"}"#
                ], .url
            ),
            (["documents": "[]"], .content), (["documents": JobVerifierTests.relayed(2)], .content),
            (["documents": JobVerifierTests.relayed(1, url: "")], .content),
            (["documents": JobVerifierTests.relayed(1, url: #","url":"https://www.example.com/a""#)], .url),
        ] as [([String: String], JobRefusal.Code?)]
    )
    func relays(changes: [String: String], expected: JobRefusal.Code?) throws {
        let relaying = JobIssuer(
            origin: issuer.origin,
            certificate: issuer.certificate,
            operations: ["relay"],
            allowsBlindDigests: false,
            relayTargets: ["https://www.example.com", "https://www.example.com:8443"].compactMap { JobOrigin($0) },
            relayFields: ["x-known"]
        )
        let job = made {
            $0["op"] = #""relay""#
            $0["params"] = #"{"form":"https","method":"POST","to":"https://www.example.com/in"}"#
            $0["documents"] = JobVerifierTests.relayed(1)
            for (name, text) in changes { $0[name] = name == "exp" ? "\(now + (Int64(text) ?? 0))" : text }
        }
        let octets = try job.signed(openSSL)
        #expect(refusal(octets, [relaying]) == expected)
        #expect(refusal(octets) == (expected ?? .operation))
        #expect(try JobIssuer(file: relaying.encoded) == relaying)
    }

    /// A relay's parameters with fields.
    private static func fields(_ fields: String) -> String {
        #"{"form":"https","method":"POST","to":"https://www.example.com/in","fields":[\#(fields)]}"#
    }

    /// Documents of 1 TiB, as a job describes them.
    private static func relayed(_ count: Int, url: String = #","url":"https://portal.example/a""#) -> String {
        let digest = #""digest":{"alg":"sha256","value":"\#(String(repeating: "00", count: 32))"}"#
        let parts = (0..<count).map {
            #"{"name":"\#($0)","mediaType":"a/b","size":1099511627776,\#(digest)\#(url)}"#
        }
        return "[\(parts.joined(separator: ","))]"
    }

    @Test("A job without a key is for the installation, not for keys")
    func keyless() throws {
        let timestamps = JobIssuer(
            origin: issuer.origin,
            certificate: issuer.certificate,
            operations: ["timestamp"],
            allowsBlindDigests: false
        )
        let job = made {
            $0["op"] = #""timestamp""#
            $0["params"] = #"{"form":"rfc3161"}"#
            $0["key"] = ""
            $0["aud"] = "[\"\(String(repeating: "ab", count: 20))\"]"
        }
        #expect(refusal(try job.signed(openSSL), [timestamps]) == .audience)
    }

    @Test(
        "Times are kept, with a minute for clocks",
        arguments: [
            (0, 0, 600, nil), (60, 60, 600, nil), (61, 0, 300, JobRefusal.Code.time), (0, 61, 300, .time),
            (0, 0, 601, .time), (-300, -300, 0, .time), (-300, -300, 1, nil), (-1000, -1000, 100, .time),
        ] as [(Int64, Int64, Int64, JobRefusal.Code?)]
    )
    func times(issued: Int64, start: Int64, end: Int64, expected: JobRefusal.Code?) throws {
        let job = made {
            $0["iat"] = "\(now + issued)"
            $0["nbf"] = "\(now + start)"
            $0["exp"] = "\(now + end)"
        }
        #expect(refusal(try job.signed(openSSL)) == expected)
    }

    @Test("A signer who is unknown, unfit, of another host, or an issuer who is not trusted is refused")
    func signers() throws {
        #expect(refusal(try made().signed(openSSL, by: "stranger")) == .signer)
        #expect(refusal(try made().signed(openSSL, by: "unfit")) == .signer)
        #expect(refusal(try made().signed(openSSL, by: "other")) == .issuer)
        #expect(refusal(try made().signed(openSSL), []) == .signer)
        let blind = made {
            $0["op"] = #""sign-digest""#
            $0["params"] = #"{"form":"raw"}"#
        }
        let digests = ["sign-data", "sign-digest"]
        let seeing = JobIssuer(
            origin: issuer.origin,
            certificate: issuer.certificate,
            operations: digests,
            allowsBlindDigests: false
        )
        let trusting = JobIssuer(
            origin: issuer.origin,
            certificate: issuer.certificate,
            operations: digests,
            allowsBlindDigests: true
        )
        #expect(refusal(try blind.signed(openSSL), [seeing]) == .operation)
        #expect(refusal(try blind.signed(openSSL), [trusting]) == nil)
    }

    @Test("An authority above the signer's is trusted if the message has the certificates between them")
    func subordinate() throws {
        let above = JobIssuer(
            origin: issuer.origin,
            certificate: root,
            operations: ["sign-data"],
            allowsBlindDigests: false
        )
        let with = try made().signed(openSSL, ["-cades", "-certfile", "sub.pem"])
        #expect(refusal(with, [above]) == nil)
        #expect(try verify(with, [above]).certificates.contains(issuer.certificate))
        #expect(refusal(try made().signed(openSSL), [above]) == .signer)
        // Certificates in the message are trusted by nobody's word.
        #expect(
            refusal(try made().signed(openSSL, by: "stranger", ["-cades", "-certfile", "sub.pem"]), [above]) == .signer
        )
    }

    @Test("A file with two messages is refused: which of them is meant would be a guess")
    func twoBlocks() throws {
        let octets = try made().signed(openSSL)
        let one = PEM.encode(octets, label: "CMS")
        let other = PEM.encode(
            try made { $0["jti"] = #""00000000-0000-4000-8000-000000000000""# }.signed(openSSL),
            label: "CMS"
        )
        #expect(refusal(Array(one.utf8)) == nil)
        #expect(refusal(Array((one + other).utf8)) == .form)
        #expect(refusal(Array((one + "words\n" + one).utf8)) == .form)
    }

    @Test("One issuer's authority does not vouch for another issuer")
    func otherIssuersAuthority() throws {
        let stranger = try Certificate.parse(openSSL.read("stranger.pem"))[0]
        let issuers = [
            JobIssuer(
                origin: issuer.origin,
                certificate: stranger,
                operations: ["sign-data"],
                allowsBlindDigests: false
            ),
            JobIssuer(
                origin: try #require(JobOrigin("https://other.example")),
                certificate: issuer.certificate,
                operations: ["sign-data"],
                allowsBlindDigests: false
            ),
        ]
        #expect(refusal(try made().signed(openSSL), issuers) == .signer)
    }

    @Test("Another content type, a signature that names no certificate, two signers, and a changed byte are refused")
    func messages() throws {
        #expect(refusal(try made().signed(openSSL, type: "1.2.840.113549.1.7.1")) == .contentType)
        #expect(refusal(try made().signed(openSSL, [])) == .signature)
        let two = ["-cades", "-signer", "other.pem", "-inkey", "other.key"]
        #expect(refusal(try made().signed(openSSL, two)) == .form)
        #expect(refusal(Array("no job".utf8)) == .form)
        #expect(refusal([UInt8](repeating: 0x30, count: (1 << 20) + 1)) == .size)
        let octets = try made().signed(openSSL)
        let title = Array("Sign the letter".utf8)
        let place = try #require(octets.indices.first { octets[$0...].starts(with: title) })
        var changed = octets
        changed[place] ^= 0x20
        #expect(refusal(changed) == .signature)
        for length in stride(from: 0, to: octets.count, by: 41) {
            #expect(refusal(Array(octets.prefix(length))) != nil)
        }
    }

    @Test("A member that stands twice is refused, also when it is written differently")
    func duplicates() throws {
        let job = made { $0.members.append((#"\u006ati"#, #""00000000-0000-4000-8000-000000000000""#)) }
        #expect(refusal(try job.signed(openSSL)) == .content)
    }
}
