import EvidenceFetching
import JetonASN1
import JetonCMS
import JetonValidation
import Synchronization
import TestRig
import Testing
import XMLSignature

@testable import CertificateRig
@testable import JetonX509
@testable import TrustLists

@Suite("Trust lists")
struct TrustListTests {
    private static let namespace = "http://uri.etsi.org/02231/v2#"
    private static let status = "http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/"
    private static let now = UniversalTime.now

    let scheme: MadeCertificate
    let authority: MadeCertificate
    let alice: MadeCertificate

    init() throws {
        scheme = try MadeCertificate.root()
        authority = try MadeCertificate.root()
        alice = try authority.signer()
    }

    private static func day(_ days: Int) -> String { now.adding(days: days).description }

    private static func base64(_ certificate: Certificate) -> String {
        let lines = certificate.pemRepresentation.split(separator: "\n").filter { !$0.hasPrefix("-----") }
        return lines.joined()
    }

    private func identity(_ certificate: Certificate) -> String {
        "<DigitalId><X509Certificate>\(Self.base64(certificate))</X509Certificate></DigitalId>"
    }

    /// A service: granted for the last ten days, supervised before, and not trusted in between.
    private func service(_ type: String = "CA/QC", extensions: String = "") -> String {
        func status(_ name: String, _ days: Int) -> String {
            "<ServiceTypeIdentifier>http://uri.etsi.org/TrstSvc/Svctype/\(type)</ServiceTypeIdentifier>"
                + "<ServiceName><Name xml:lang=\"en\">CA</Name></ServiceName>"
                + "<ServiceDigitalIdentity>\(identity(authority.certificate))</ServiceDigitalIdentity>"
                + "<ServiceStatus>\(Self.status)\(name)</ServiceStatus>"
                + "<StatusStartingTime>\(Self.day(days))</StatusStartingTime>"
                + (extensions.isEmpty
                    ? "" : "<ServiceInformationExtensions>\(extensions)</ServiceInformationExtensions>")
        }
        return "<TSPService><ServiceInformation>\(status("granted", -10))</ServiceInformation><ServiceHistory>"
            + "<ServiceHistoryInstance>\(status("withdrawn", -20))</ServiceHistoryInstance>"
            + "<ServiceHistoryInstance>\(status("undersupervision", -30))</ServiceHistoryInstance>"
            + "</ServiceHistory></TSPService>"
    }

    private static let listOfLists = "http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUlistofthelists"

    private func list(
        _ type: String = "CA/QC",
        version: String = "6",
        issued: Int = -1,
        next: String? = nil,
        pointers: String = "",
        extensions: String = ""
    ) -> String {
        let update = next ?? Self.day(5)
        return "<TrustServiceStatusList xmlns=\"\(Self.namespace)\" Id=\"list\"><SchemeInformation>"
            + "<TSLVersionIdentifier>\(version)</TSLVersionIdentifier><TSLSequenceNumber>7</TSLSequenceNumber>"
            + "<SchemeTerritory>XX</SchemeTerritory>\(pointers)<ListIssueDateTime>\(Self.day(issued))</ListIssueDateTime>"
            + "<NextUpdate>\(update.isEmpty ? "" : "<dateTime>\(update)</dateTime>")</NextUpdate></SchemeInformation>"
            + "<TrustServiceProviderList><TrustServiceProvider><TSPServices>\(service(type, extensions: extensions))</TSPServices>"
            + "</TrustServiceProvider></TrustServiceProviderList></TrustServiceStatusList>"
    }

    private func sign(_ text: String) throws -> [UInt8] {
        let format = XMLSignatureFormat(signer: XMLSigner(certificate: scheme.certificate))
        var source = MemorySource(Array(text.utf8))
        var sink = MemorySink()
        try format.sign(&source, key: scheme.key, algorithm: .ecdsa(.sha256), to: &sink) { MemorySource($0.octets) }
        return sink.octets
    }

    private func read(_ octets: [UInt8]) throws -> TrustList {
        try TrustList(octets, name: "list", signers: [scheme.certificate])
    }

    @Test(
        "A certificate is trusted by the status that its service had at the time",
        arguments: [(0, true), (-9, true), (-15, false), (-25, true), (-40, false)]
    )
    func statuses(days: Int, isTrusted: Bool) throws {
        let list = try read(sign(list()))
        #expect(list.territory == "XX" && list.sequenceNumber == "7" && list.services.map(\.name) == ["CA"])
        let store = list.anchors()
        let time = Self.now.adding(days: days)
        let standing = store.standing(of: authority.certificate, for: .document, at: time)
        #expect((standing == .trusted) == isTrusted, "\(standing)")
        #expect(store.standing(of: authority.certificate, for: .timestamp, at: time) != .trusted)
        #expect(store.standing(of: scheme.certificate, for: .document, at: time) == .absent)
        if days == 0 {
            let path = CertificatePathBuilder(trust: store, purpose: .document).path(for: alice.certificate)
            #expect(path.isTrusted, "\(path.failures)")
            let later = CertificatePathBuilder(trust: store, purpose: .timestamp).path(for: alice.certificate)
            #expect(!later.isTrusted && later.failures.contains { $0.reason == .anchorRefused })
        }
    }

    @Test("A service is trusted for what its type says", arguments: ["TSA/QTST", "Certstatus/OCSP"])
    func types(type: String) throws {
        let store = try read(sign(list(type))).anchors()
        let isTimestamp = store.standing(of: authority.certificate, for: .timestamp, at: Self.now) == .trusted
        #expect(isTimestamp == (type == "TSA/QTST"))
        #expect(store.standing(of: authority.certificate, for: .document, at: Self.now) != .trusted)
    }

    @Test(
        "A service for web sites only, or with a restriction that is not known, vouches for no signer",
        arguments: [
            ("ForeSignatures", "", true), ("ForeSeals", "", true), ("ForWebSiteAuthentication", "", false),
            ("RootCA-QC", "", true), ("ForeSignatures", "true", true), ("", "true", false), ("", "false", true),
        ]
    )
    func uses(use: String, critical: String, isTrusted: Bool) throws {
        let uri = "http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/\(use)"
        let content =
            use.isEmpty
            ? "<x:Unknown xmlns:x=\"urn:x\"/>"
            : "<AdditionalServiceInformation><URI>\(uri)</URI></AdditionalServiceInformation>"
        let attribute = critical.isEmpty ? "" : " Critical=\"\(critical)\""
        let text = list(extensions: "<Extension\(attribute)>\(content)</Extension>")
        let standing = try read(sign(text)).anchors().standing(of: authority.certificate, for: .document, at: Self.now)
        #expect((standing == .trusted) == isTrusted, "\(standing)")
    }

    @Test("An anchor that the user names beside the list is trusted whatever the list says")
    func beside() throws {
        let store = try read(sign(list())).anchors().adding(TrustStore([authority.certificate]))
        let time = Self.now.adding(days: -15)
        #expect(store.standing(of: authority.certificate, for: .timestamp, at: time) == .trusted)
    }

    @Test("A list that is not signed, or by another, or not whole, is refused before it is read")
    func signatures() throws {
        let signed = try sign(list())
        #expect(throws: TrustListError(.notSigned, "")) { try read(Array(list().utf8)) }
        #expect(throws: TrustListError(.refused, "")) {
            try TrustList(signed, name: "list", signers: [authority.certificate])
        }
        #expect(throws: TrustListError(.refused, "")) { try TrustList(signed, name: "list", signers: []) }
        let text = String(decoding: signed, as: UTF8.self)
        for (old, new) in [("granted", "Granted"), (">7<", ">8<"), ("<SchemeInformation>", "<SchemeInformation><a/>")] {
            let changed = text.replacing(old, with: new)
            #expect(changed != text)
            #expect(throws: TrustListError(.notIntact, "")) { try read(Array(changed.utf8)) }
        }
        // The signed list inside of another one.
        let outer = "<TrustServiceStatusList xmlns=\"\(Self.namespace)\"><old>\(text)</old></TrustServiceStatusList>"
        #expect(throws: TrustListError.self) { try read(Array(outer.utf8)) }
        let moved = text.replacing("Id=\"list\"", with: "Id=\"list\" x=\"\"")
        #expect(throws: TrustListError.self) { try read(Array(moved.utf8)) }
    }

    @Test("A list that has expired, is closed, comes from the future or has another version is refused")
    func times() throws {
        #expect(throws: TrustListError(.refused, "")) { try read(sign(list(next: Self.day(-1)))) }
        #expect(throws: TrustListError(.refused, "")) { try read(sign(list(next: ""))) }
        #expect(throws: TrustListError(.refused, "")) { try read(sign(list(issued: 3))) }
        #expect(throws: TrustListError(.unsupported, "")) { try read(sign(list(version: "4"))) }
        #expect(throws: TrustListError(.malformed, "")) { try read(sign("<a/>")) }
        let history = list().replacing(Self.day(-30), with: Self.day(3))
        #expect(throws: TrustListError(.malformed, "")) { try read(sign(history)) }
        #expect(try read(sign(list(version: "5"))).services.count == 1)
    }

    @Test("A list of lists names other lists and who may sign them")
    func pointers() throws {
        let pointers = pointer("https://example.org/xx.xml", "YY", alice.certificate)
        let found = try read(sign(list(pointers: pointers))).pointers
        #expect(found.map(\.location) == ["https://example.org/xx.xml"])
        #expect(found.map(\.territory) == ["YY"] && found.map(\.isXML) == [true])
        #expect(found.map(\.signers) == [[alice.certificate]])
    }

    private func pointer(_ location: String, _ territory: String, _ signer: Certificate) -> String {
        "<PointersToOtherTSL><OtherTSLPointer><ServiceDigitalIdentities><ServiceDigitalIdentity>"
            + "\(identity(signer))</ServiceDigitalIdentity></ServiceDigitalIdentities>"
            + "<TSLLocation>\(location)</TSLLocation><AdditionalInformation><OtherInformation>"
            + "<SchemeTerritory>\(territory)</SchemeTerritory></OtherInformation><OtherInformation>"
            + "<a:MimeType xmlns:a=\"urn:a\">application/vnd.etsi.tsl+xml</a:MimeType></OtherInformation>"
            + "</AdditionalInformation></OtherTSLPointer></PointersToOtherTSL>"
    }

    // MARK: - Servers

    /// Servers whose lists are in memory.
    private final class Servers: Fetcher {
        let lists = Mutex<[String: [UInt8]]>([:])
        let requests = Mutex<[FetchRequest]>([])

        func fetch(
            _ request: FetchRequest,
            receive: (Span<UInt8>) throws(FetchError) -> Void
        ) throws(FetchError) {
            requests.withLock { $0.append(request) }
            guard let list = lists.withLock({ $0[request.url] }) else { throw FetchError(.unreachable, request.url) }
            try receive(list.span)
        }

        var count: Int { requests.withLock { $0.count } }
    }

    @Test("A list at a URL is asked for once a day, kept until its next update, and never replaced by an older one")
    func fetched() throws {
        let directory = try TemporaryDirectory()
        let store = EvidenceStore(directory: directory.path("evidence"))
        let servers = Servers()
        let url = "https://lists.example/xx.xml"
        func read(days: Int = 0, isOnline: Bool = true) throws -> TrustList {
            let reader = TrustListReader(
                fetcher: isOnline ? servers : nil,
                store: store,
                time: Self.now.adding(days: days)
            )
            return try reader.list(at: url, signers: [scheme.certificate])
        }
        #expect(throws: FetchError(.unreachable, "")) { try read() }
        #expect(throws: FetchError(.notAllowed, "")) { try read(isOnline: false) }
        let newer = try sign(list(issued: -1))
        servers.lists.withLock { $0[url] = newer }
        #expect(try read().name == url && servers.count == 2)
        #expect(try read().sequenceNumber == "7" && servers.count == 2)
        #expect(try read(days: 2).services.count == 1 && servers.count == 3)
        // Without an answer the list that is kept counts, as long as it is valid.
        servers.lists.withLock { $0[url] = nil }
        #expect(try read(days: 4).services.count == 1 && servers.count == 4)
        #expect(try read(days: 4, isOnline: false).services.count == 1)
        #expect(throws: FetchError(.unreachable, "")) { try read(days: 6) }
        // An older one, one of another signer, and none at all.
        let older = try sign(list(issued: -3))
        servers.lists.withLock { $0[url] = older }
        #expect(throws: TrustListError(.refused, "")) { try read(days: 4) }
        servers.lists.withLock { $0[url] = Array("<html/>".utf8) }
        #expect(throws: TrustListError.self) { try read(days: 4) }
        #expect(throws: TrustListError(.refused, "")) {
            servers.lists.withLock { $0[url] = newer }
            let reader = TrustListReader(fetcher: servers, store: store)
            return try reader.list(at: url, signers: [alice.certificate])
        }
    }

    @Test("A list of lists is followed to the lists whose signers it names, and a list that is another's is left out")
    func followed() throws {
        let servers = Servers()
        let good = "https://lists.example/xx.xml"
        let bad = "https://lists.example/yy.xml"
        let pointers =
            pointer(good, "XX", scheme.certificate) + pointer(bad, "YY", scheme.certificate)
            + pointer("https://lists.example/zz.xml", "ZZ", authority.certificate)
            + pointer("https://lists.example/eu.xml", "EU", scheme.certificate)
        let all = pointers.replacing("</PointersToOtherTSL><PointersToOtherTSL>", with: "")
        let top = list(pointers: all).replacing(
            "<SchemeTerritory>XX</SchemeTerritory><Pointers",
            with: "<SchemeTerritory>EU</SchemeTerritory><TSLType>\(Self.listOfLists)</TSLType><Pointers"
        )
        let lists = try TrustList(sign(top), name: "top", signers: [scheme.certificate])
        #expect(lists.isListOfLists)
        // A national list that points to another one has no say about it.
        let national = try TrustList(
            sign(top.replacing("EUlistofthelists", with: "EUgeneric")),
            name: "national",
            signers: [scheme.certificate]
        )
        #expect(!national.isListOfLists)
        #expect(TrustListReader(fetcher: servers, store: nil).lists(of: national) { _, _ in }.isEmpty)
        #expect(lists.territory == "EU" && lists.pointers.count == 4)
        let one = try sign(list())
        for url in [good, bad, "https://lists.example/zz.xml"] { servers.lists.withLock { $0[url] = one } }
        var failures: [String] = []
        let found = TrustListReader(fetcher: servers, store: nil).lists(of: lists) { url, reason in
            failures.append("\(url) \(reason)")
        }
        #expect(found.map(\.name) == [good])
        #expect(failures.count == 2 && failures[0].contains("it is the list of 'XX'"), "\(failures)")
        #expect(failures[1].contains("may not sign it"), "\(failures)")
        // Such a URL must not lead to this machine.
        #expect(servers.requests.withLock { $0.allSatisfy(\.isFromCertificate) && $0.count == 3 })
    }
}
