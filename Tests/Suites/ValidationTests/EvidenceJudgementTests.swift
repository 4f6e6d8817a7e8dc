import EvidenceFetching
import Foundation
import JetonASN1
import Synchronization
import TestRig
import Testing

@testable import CertificateRig
@testable import JetonValidation
@testable import JetonX509

@Suite("Evidence is judged before it is kept")
struct EvidenceJudgementTests {
    /// What a server answers that lies, or says nothing of use.
    enum Lie: String, CaseIterable {
        case listByAnotherKey
        case listOfAnotherIssuer
        case listOfAuthorities
        case listOfTheFuture
        case listThatEnded
        case responseByAnotherKey
        case responseByAStranger
        case responseOfTheFuture
        case responseThatEnded

        var isList: Bool { rawValue.hasPrefix("list") }
    }

    private let directory: TemporaryDirectory
    private let root: MadeCertificate
    private let sub: MadeCertificate
    private let alice: MadeCertificate
    private let path: CertificatePath

    private var store: EvidenceStore { EvidenceStore(directory: directory.path("evidence")) }
    private var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory.path("evidence"))) ?? []
    }

    init() throws {
        directory = try TemporaryDirectory()
        root = try MadeCertificate.root()
        sub = try root.authority()
        let point = DER.explicit(0, DER.explicit(0, DER.string(.contextPrimitive(6), "http://lists.example/a.crl")))
        let access = DER.sequence(DER.oid(.ocspAccess), DER.string(.contextPrimitive(6), "http://ocsp.example/"))
        alice = try root.signer([
            CertificateExtension(
                oid: .cRLDistributionPoints,
                isCritical: false,
                value: DER.sequence(DER.sequence(point))
            ),
            CertificateExtension(oid: .authorityInformationAccess, isCritical: false, value: DER.sequence(access)),
        ])
        path = CertificatePathBuilder(trust: TrustStore([root.certificate]), purpose: .any).path(for: alice.certificate)
    }

    private var request: OCSPIdentifier {
        get throws { try OCSPIdentifier(alice.certificate, issuer: root.certificate) }
    }

    private func lie(_ lie: Lie) throws -> [UInt8] {
        var list = MadeList(root)
        var response = MadeResponse(try request, by: root)
        switch lie {
        case .listByAnotherKey:
            list = MadeList(try MadeCertificate.root())
            list.nextUpdate = UniversalTime.now.adding(days: 36_500)
        case .listOfAnotherIssuer: list = MadeList(sub)
        case .listOfAuthorities: list.scope = DER.sequence(DER.element(.contextPrimitive(2), [0xFF]))
        case .listOfTheFuture:
            list.thisUpdate = UniversalTime.now.adding(days: 2)
            list.nextUpdate = UniversalTime.now.adding(days: 4)
        case .listThatEnded:
            list.thisUpdate = UniversalTime.now.adding(days: -3)
            list.nextUpdate = UniversalTime.now.adding(days: -1)
        case .responseByAnotherKey:
            response.key = try SoftwareKey.make(.p256)
            response.nextUpdate = UniversalTime.now.adding(days: 36_500)
        case .responseByAStranger: response = MadeResponse(try request, by: sub)
        case .responseOfTheFuture:
            response.thisUpdate = UniversalTime.now.adding(days: 2)
            response.nextUpdate = UniversalTime.now.adding(days: 4)
        case .responseThatEnded:
            response.thisUpdate = UniversalTime.now.adding(days: -3)
            response.nextUpdate = UniversalTime.now.adding(days: -1)
        }
        return try lie.isList ? list.derRepresentation : response.derRepresentation
    }

    /// A server of lists, or of OCSP responses too if there is one; a response without a nonce does not repeat ours.
    private func server(list: [UInt8]?, response: [UInt8]? = nil) -> CannedFetcher {
        CannedFetcher { (request) throws(FetchError) in
            guard let answer = request.kind == .crl ? list : response else {
                throw FetchError(.unreachable, "\(request.url) is down")
            }
            return answer
        }
    }

    private func collect(
        _ server: CannedFetcher,
        refreshes: Bool = false,
        days: Int = 0
    ) -> EvidenceCollector.Collection {
        let time = UniversalTime.now.adding(days: days)
        return EvidenceCollector(fetcher: server, store: store, refreshes: refreshes, time: time)
            .collect(path, certificates: [sub.certificate])
    }

    private func status(_ collection: EvidenceCollector.Collection) -> RevocationStatus? {
        RevocationCheck(
            trust: TrustStore([root.certificate]),
            certificates: [sub.certificate],
            evidence: collection.evidence,
            time: .now
        ).statuses(of: path).first
    }

    @Test("What a server says wrongly once is not kept, and the next honest answer counts", arguments: Lie.allCases)
    func once(lie: Lie) throws {
        let wrong = try self.lie(lie)
        let first = collect(server(list: lie.isList ? wrong : nil, response: lie.isList ? nil : wrong))
        guard case .undetermined? = status(first) else {
            Issue.record("the lie counts: \(String(describing: status(first)))")
            return
        }
        #expect(names.isEmpty)
        let url = lie.isList ? "http://lists.example/a.crl" : "http://ocsp.example/"
        #expect(first.failures.contains { $0.hasPrefix("\(url): the ") && $0.contains(" cannot be used: ") })
        let date = UniversalTime.now.adding(days: -1)
        var list = MadeList(root)
        list.entries = [MadeList.entry(alice.certificate, date: date)]
        var response = MadeResponse(try request, by: root)
        response.revoked = date
        let honest = try server(list: list.derRepresentation, response: lie.isList ? nil : response.derRepresentation)
        #expect(status(collect(honest)) == .revoked(date, nil))
        #expect(names.count == 1)
        // It is kept, and nobody is asked again.
        let silent = server(list: nil)
        let third = collect(silent)
        #expect(status(third) == .revoked(date, nil))
        #expect(third.contacted == (lie.isList ? ["http://ocsp.example/"] : []))
    }

    @Test("What is in the store already and fails is removed when it is read", arguments: Lie.allCases)
    func keptBefore(lie: Lie) throws {
        let url = Array((lie.isList ? "http://lists.example/a.crl" : "http://ocsp.example/").utf8)
        let question = try OCSPRequest(alice.certificate, issuer: root.certificate)
        let key = lie.isList ? url : url + question.derRepresentation
        try store.keep(self.lie(lie), lie.isList ? .crl : .ocsp, for: key, until: .now.adding(days: 5), at: .now)
        #expect(names.count == 1)
        let silent = server(list: nil)
        guard case .undetermined? = status(collect(silent)) else {
            Issue.record("the lie counts")
            return
        }
        #expect(names.isEmpty)
        #expect(silent.requests.map(\.kind) == [.ocsp, .crl])
    }

    @Test("A response that can't be used is none, and the list is asked")
    func listAfterResponse() throws {
        for lie in Lie.allCases where !lie.isList {
            var list = MadeList(root)
            list.entries = [MadeList.entry(alice.certificate, [MadeList.reason(.keyCompromise)])]
            let fetcher = try server(list: list.derRepresentation, response: self.lie(lie))
            let found = collect(fetcher, refreshes: true)
            #expect(found.contacted == ["http://ocsp.example/", "http://lists.example/a.crl"])
            guard case .revoked(_, .keyCompromise)? = status(found) else {
                Issue.record("\(lie): \(String(describing: status(found)))")
                continue
            }
            // What can't be used is not put into messages either.
            #expect(found.evidence.responses.isEmpty && found.encodedLists.count == 1)
        }
    }

    @Test("An answer with our nonce is found again by a request with another one")
    func nonce() throws {
        let (root, request) = (root, try request)
        let nonces = Mutex<[[UInt8]]>([])
        let fetcher = CannedFetcher { (asked) throws(FetchError) in
            do {
                // The nonce is the last value of the request.
                let nonce = Array((asked.body ?? []).suffix(32))
                nonces.withLock { $0.append(nonce) }
                var response = MadeResponse(request, by: root)
                response.nonce = nonce
                return try response.derRepresentation
            } catch {
                throw FetchError(.malformed, "\(error)")
            }
        }
        let first = collect(fetcher)
        #expect(first.evidence.responses.map(\.nonce) == nonces.withLock { $0 })
        let second = collect(fetcher)
        #expect(second.evidence.responses == first.evidence.responses && second.contacted.isEmpty)
        #expect(fetcher.requests.count == 1 && status(second) == .good)
        // Asked again, the responder gets another nonce, and its answer takes the other one's place.
        let third = collect(fetcher, refreshes: true)
        #expect(fetcher.requests.count == 2 && third.evidence.responses != first.evidence.responses)
        #expect(names.count == 1 && collect(fetcher).evidence.responses == third.evidence.responses)
        #expect(Set(nonces.withLock { $0 }).count == 2)
    }

    @Test("A piece is kept until it ends, and for 7 days at most")
    func keptFor() throws {
        for (days, lasting, ended) in [(2, 1, 3), (36_500, 6, 8)] {
            var list = MadeList(root)
            list.nextUpdate = UniversalTime.now.adding(days: days)
            let fetcher = try server(list: list.derRepresentation)
            _ = collect(fetcher, refreshes: true)
            let count = fetcher.requests.count { $0.kind == .crl }
            _ = collect(fetcher, days: lasting)
            #expect(fetcher.requests.count { $0.kind == .crl } == count, "\(days) days, after \(lasting)")
            _ = collect(fetcher, days: ended)
            #expect(fetcher.requests.count { $0.kind == .crl } == count + 1, "\(days) days, after \(ended)")
        }
        // A file that an earlier jeton kept for a hundred years, and one of a clock that was ahead.
        let key = Array("http://lists.example/a.crl".utf8)
        let name = try #require(names.first { $0.hasPrefix("crl-") })
        let prefix = name.prefix(name.count - name.split(separator: "-")[2].count)
        for days in [8, 36_500] {
            let end = UniversalTime.now.adding(days: days).secondsSince1970
            let content = try directory.read("evidence/\(names[0])")
            for name in names { try FileManager.default.removeItem(atPath: directory.path("evidence/\(name)")) }
            try directory.write(content, to: "evidence/\(prefix)\(end)")
            #expect(store.evidence(.crl, for: key, at: .now) == nil)
        }
    }

    @Test(
        "Servers are asked again about what is kept, and the new list takes the old one's place though it ends earlier"
    )
    func refresh() throws {
        var older = MadeList(root)
        older.nextUpdate = UniversalTime.now.adding(days: 6)
        var newer = MadeList(root)
        newer.thisUpdate = .now
        newer.entries = [MadeList.entry(alice.certificate)]
        #expect(status(collect(try server(list: older.derRepresentation))) == .good)
        let fetcher = try server(list: newer.derRepresentation)
        #expect(status(collect(fetcher)) == .good)
        guard case .revoked? = status(collect(fetcher, refreshes: true)), case .revoked? = status(collect(fetcher))
        else {
            Issue.record("the older list counts")
            return
        }
        #expect(names.count == 1)
    }
}
