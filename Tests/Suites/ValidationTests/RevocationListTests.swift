import JetonASN1
import JetonCMS
import JetonValidation
import Testing

@testable import CertificateRig
@testable import JetonX509

@Suite("Revocation by lists")
struct RevocationListTests {
    let root: MadeCertificate
    let sub: MadeCertificate
    let alice: MadeCertificate

    init() throws {
        root = try MadeCertificate.root()
        sub = try root.authority()
        alice = try sub.signer()
    }

    private func statuses(
        _ certificates: [Certificate],
        _ lists: [MadeList],
        also: [Certificate] = [],
        at time: UniversalTime = .now
    ) throws -> [RevocationStatus] {
        let trust = TrustStore([root.certificate])
        let path = CertificatePathBuilder(
            trust: trust,
            intermediates: certificates,
            purpose: .any,
            time: time
        ).path(for: certificates[0])
        try #require(path.isTrusted, "\(path.failures)")
        let serials = (certificates + also).map(\.serialNumber)
        return RevocationCheck(
            trust: trust,
            certificates: certificates + also,
            evidence: RevocationEvidence(lists: try lists.map { try $0.list(serials) }),
            time: time
        ).statuses(of: path)
    }

    private var chain: [Certificate] { [alice.certificate, sub.certificate] }

    @Test("Each certificate is looked up in its issuer's list")
    func twoLists() throws {
        var ofSub = MadeList(sub)
        #expect(try statuses(chain, [ofSub, MadeList(root)]) == [.good, .good])
        let date = UniversalTime.now.adding(days: -1)
        ofSub.entries = [
            MadeList.entry(try sub.signer().certificate),
            MadeList.entry(alice.certificate, date: date, [MadeList.reason(.keyCompromise)]),
        ]
        #expect(try statuses(chain, [ofSub, MadeList(root)]) == [.revoked(date, .keyCompromise), .good])
        let missing = try statuses(chain, [ofSub])
        #expect(missing[1] == .undetermined("no revocation list for it is available"))
    }

    @Test("A revocation after the time that is asked about does not count")
    func laterRevocation() throws {
        var ofSub = MadeList(sub)
        let hour: Int64 = 3600
        let date = UniversalTime(secondsSince1970: UniversalTime.now.secondsSince1970 - hour)
        ofSub.entries = [MadeList.entry(alice.certificate, date: date)]
        let before = UniversalTime(secondsSince1970: date.secondsSince1970 - hour)
        #expect(try statuses(chain, [ofSub, MadeList(root)], at: before) == [.good, .good])
        #expect(try statuses(chain, [ofSub, MadeList(root)])[0] == .revoked(date, nil))
    }

    @Test("A revocation that is dated ahead of the clock counts now")
    func futureRevocation() throws {
        let date = UniversalTime.now.adding(days: 5)
        var ofSub = MadeList(sub)
        ofSub.entries = [MadeList.entry(alice.certificate, date: date)]
        #expect(try statuses(chain, [ofSub, MadeList(root)])[0] == .revoked(date, nil))
    }

    @Test(
        "No newer list takes a revocation back; a newer one ends a suspension, and one of the same time does not",
        arguments: [false, true]
    )
    func contradictions(isReversed: Bool) throws {
        func status(_ reason: RevocationReason, newerDays: Int) throws -> RevocationStatus {
            var older = MadeList(sub)
            older.thisUpdate = UniversalTime.now.adding(days: -2)
            older.entries = [MadeList.entry(alice.certificate, [MadeList.reason(reason)])]
            var newer = MadeList(sub)
            newer.thisUpdate = older.thisUpdate.adding(days: newerDays)
            let lists = isReversed ? [newer, older] : [older, newer]
            return try statuses(chain, lists + [MadeList(root)])[0]
        }
        guard case .revoked = try status(.keyCompromise, newerDays: 1) else {
            Issue.record("a newer list takes a revocation back")
            return
        }
        #expect(try status(.certificateHold, newerDays: 1) == .good)
        guard case .revoked = try status(.certificateHold, newerDays: 0) else {
            Issue.record("of two lists of one time the better one counts")
            return
        }
    }

    @Test("The newer of two lists counts, in whatever order they come", arguments: [false, true])
    func newerList(isReversed: Bool) throws {
        var older = MadeList(sub)
        older.thisUpdate = UniversalTime.now.adding(days: -2)
        var newer = MadeList(sub)
        newer.entries = [MadeList.entry(alice.certificate, [MadeList.reason(.keyCompromise)])]
        let lists = isReversed ? [newer, older] : [older, newer]
        guard case .revoked(_, .keyCompromise) = try statuses(chain, lists)[0] else {
            Issue.record("an older list hides a revocation")
            return
        }
    }

    @Test("The octets may come in pieces of any size", arguments: [1, 2, 7, 64, 1000])
    func pieces(size: Int) throws {
        var made = MadeList(sub)
        made.entries = try (0..<20).map { _ in MadeList.entry(try sub.issue("CN=x", []).certificate) }
        made.entries.append(MadeList.entry(alice.certificate, [MadeList.reason(.superseded)]))
        let octets = try made.derRepresentation
        var reader = try RevocationListReader(serials: [alice.certificate.serialNumber])
        var start = 0
        while start < octets.count {
            let end = min(start + size, octets.count)
            try reader.update(octets.span.extracting(start..<end))
            start = end
        }
        let list = try reader.finish()
        #expect(list.entryCount == 21)
        #expect(list.entries.map(\.reason) == [.superseded])
        #expect(list.checkSignature(by: sub.certificate.publicKey) == .valid)
        #expect(list.checkSignature(by: root.certificate.publicKey) == .invalid)
    }

    @Test("Each octet that is changed shows: the list is malformed, or its signature does not hold")
    func changedOctets() throws {
        var made = MadeList(sub)
        made.entries = [MadeList.entry(alice.certificate, [MadeList.reason(.superseded)])]
        let octets = try made.derRepresentation
        var refusals = 0
        for index in octets.indices {
            var changed = octets
            changed[index] ^= 0x01
            guard var reader = try? RevocationListReader(serials: [alice.certificate.serialNumber]) else { continue }
            guard (try? reader.update(changed.span)) != nil, let list = try? reader.finish() else {
                refusals += 1
                continue
            }
            let isSound = list.checkSignature(by: sub.certificate.publicKey) == .valid && list.obstacle == nil
            #expect(!isSound, "octet \(index)")
        }
        #expect(refusals > 0)
        for count in stride(from: 0, to: octets.count, by: 3) {
            #expect(throws: DocumentError.self) { try Self.read(Array(octets.prefix(count))) }
        }
    }

    private static func read(_ octets: [UInt8]) throws -> RevocationList {
        var reader = try RevocationListReader(serials: [])
        try reader.update(octets.span)
        return try reader.finish()
    }

    @Test("A list that cannot be used is no evidence, and the reason is said")
    func unusable() throws {
        var made = MadeList(sub)
        made.nextUpdate = UniversalTime.now.adding(days: -1)
        made.thisUpdate = UniversalTime.now.adding(days: -2)
        #expect("\(try statuses(chain, [made])[0])".contains("it expired at"))
        made = MadeList(sub)
        made.nextUpdate = nil
        #expect("\(try statuses(chain, [made])[0])".contains("does not state when it expires"))
        made = MadeList(sub)
        made.more = [CertificateExtension(oid: OID(1, 2, 3, 4), isCritical: true, value: DER.null)]
        #expect("\(try statuses(chain, [made])[0])".contains("critical extension 1.2.3.4"))
        made = MadeList(sub)
        made.entries = [
            MadeList.entry(
                try sub.signer().certificate,
                [CertificateExtension(oid: OID(1, 2, 3, 4), isCritical: true, value: DER.null)]
            )
        ]
        #expect("\(try statuses(chain, [made])[0])".contains("critical extension 1.2.3.4"))
        // Signed by another key under the issuer's name.
        let stranger = try root.authority()
        made = MadeList(stranger)
        #expect("\(try statuses(chain, [made])[0])".contains("signature was not made by the key"))
    }

    @Test("An authority that may not sign lists is no issuer of one")
    func keyUsage() throws {
        let mute = try root.issue(
            "CN=Mute,O=Example",
            [.basicConstraints(isAuthority: true), .keyUsage([.keyCertSign])]
        )
        let bob = try mute.signer()
        let found = try statuses([bob.certificate, mute.certificate], [MadeList(mute)])
        #expect("\(found[0])".contains("may not sign revocation lists"))
    }

    @Test("A delta list changes its full list, and no other")
    func deltas() throws {
        var full = MadeList(sub)
        full.number = 5
        full.entries = [MadeList.entry(alice.certificate, [MadeList.reason(.certificateHold)])]
        var delta = MadeList(sub)
        delta.number = 7
        delta.base = 5
        delta.entries = [MadeList.entry(alice.certificate, [MadeList.reason(.removeFromCRL)])]
        #expect(try statuses(chain, [full, delta, MadeList(root)]) == [.good, .good])
        // Its base is newer than the list.
        delta.base = 6
        guard case .revoked(_, .certificateHold) = try statuses(chain, [full, delta])[0] else {
            Issue.record("a delta was applied to a list that is too old")
            return
        }
        // A delta alone says nothing.
        #expect(try statuses(chain, [delta])[0] == .undetermined("no revocation list for it is available"))
        // A delta revokes.
        full.entries = []
        delta.base = 5
        delta.entries = [MadeList.entry(alice.certificate)]
        guard case .revoked = try statuses(chain, [full, delta])[0] else {
            Issue.record("a delta does not count")
            return
        }
    }

    @Test("A list counts within its scope only")
    func scopes() throws {
        var users = MadeList(sub)
        users.scope = DER.sequence(DER.element(.contextPrimitive(1), [0xFF]))
        #expect(try statuses(chain, [users])[0] == .good)
        var authorities = MadeList(sub)
        authorities.scope = DER.sequence(DER.element(.contextPrimitive(2), [0xFF]))
        #expect(try statuses(chain, [authorities])[0] == .undetermined("no revocation list for it is available"))
        var reasons = MadeList(sub)
        // keyCompromise alone.
        reasons.scope = DER.sequence(DER.element(.contextPrimitive(3), [0x06, 0x40]))
        #expect(
            try statuses(chain, [reasons])[0]
                == .undetermined("the revocation lists do not cover all revocation reasons")
        )
    }

    @Test("An indirect list counts where the certificate names its issuer, for the issuer that an entry names")
    func indirect() throws {
        let lister = try root.issue("CN=Lister,O=Example", [.keyUsage([.cRLSign])])
        let named = try GeneralName.directoryName(lister.certificate.subject).derRepresentation
        let points = CertificateExtension(
            oid: .cRLDistributionPoints,
            isCritical: false,
            value: DER.sequence(DER.sequence(DER.element(.contextConstructed(2), named)))
        )
        let bob = try sub.signer([points])
        var list = MadeList(lister)
        list.scope = DER.sequence(DER.element(.contextPrimitive(4), [0xFF]))
        let certificates = [bob.certificate, sub.certificate]
        let all = [list, MadeList(root)]
        #expect(try statuses(certificates, all, also: [lister.certificate])[0] == .good)
        // The entry is about another issuer's certificate with the same serial number.
        list.entries = [MadeList.entry(bob.certificate, [try MadeList.issuer(root.certificate.subject)])]
        #expect(try statuses(certificates, [list, MadeList(root)], also: [lister.certificate])[0] == .good)
        // The issuer of an entry holds for those after it too.
        list.entries = [
            MadeList.entry(alice.certificate, [try MadeList.issuer(sub.certificate.subject)]),
            MadeList.entry(bob.certificate),
        ]
        guard case .revoked = try statuses(certificates, [list, MadeList(root)], also: [lister.certificate])[0] else {
            Issue.record("an indirect entry does not count")
            return
        }
        // Without a word of the certificate the list of another issuer is nothing.
        list.entries = []
        #expect(
            try statuses(chain, [list, MadeList(root)], also: [lister.certificate])[0]
                == .undetermined("no revocation list for it is available")
        )
    }

    @Test("OpenSSL's list of OpenSSL's authority is read, in DER and PEM, and OpenSSL reads ours")
    func openSSL() throws {
        let openSSL = try OpenSSL()
        try openSSL.write(sub.certificate.pemRepresentation, "ca.pem")
        try openSSL.write(sub.key.pem, "ca.key")
        try openSSL.write("", "index.txt")
        try openSSL.write("01\n", "number")
        try openSSL.write(
            "[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\ncrlnumber=number\ndefault_md=sha256\ndefault_crl_days=3\n",
            "ca.cnf"
        )
        try openSSL.write(alice.certificate.pemRepresentation, "alice.pem")
        let signing = ["-config", "ca.cnf", "-cert", "ca.pem", "-keyfile", "ca.key"]
        for arguments in [
            ["ca", "-revoke", "alice.pem", "-crl_reason", "superseded"], ["ca", "-gencrl", "-out", "list.pem"],
        ] {
            let outcome = try openSSL.attempt(arguments + signing)
            try #require(outcome.status == 0, "\(outcome.errors)")
        }
        try openSSL.run("crl", "-in", "list.pem", "-outform", "DER", "-out", "list.der")
        for name in ["list.pem", "list.der"] {
            let list = try RevocationList.read(
                MemorySource(openSSL.read(name)),
                serials: [alice.certificate.serialNumber]
            )
            #expect(list.entries.map(\.reason) == [.superseded])
            #expect(list.checkSignature(by: sub.certificate.publicKey) == .valid)
        }
        var made = MadeList(sub)
        made.entries = [MadeList.entry(alice.certificate)]
        try openSSL.write(made.derRepresentation, "made.der")
        let outcome = try openSSL.run("crl", "-in", "made.der", "-inform", "DER", "-CAfile", "ca.pem", "-noout")
        #expect(outcome.errors.contains("verify OK"))
    }
}
