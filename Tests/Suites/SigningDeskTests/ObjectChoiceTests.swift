import Cryptoki
import SigningDesk
import TestRig
import Testing
import TokenKit

@Suite("Choosing a key and a certificate")
struct ObjectChoiceTests {
    private static let keys = """
        object = class:private,keytype:ec,label:same,id:01,sign:true
        object = class:private,keytype:ec,label:same,id:02,sign:true
        object = class:private,keytype:ec,label:other,sign:true
        object = class:public,keytype:ec,label:other

        """

    private func session() throws -> TokenSession {
        let place = try DeskPlace(FaultModuleCopy(Self.keys))
        let token = try place.finder.find(TokenQuery())
        return try TokenSession(token, login: place.login(token, PINList(["1234"])))
    }

    @Test(
        "A name that several keys have chooses none of them; the candidates' URIs name one each",
        arguments: [nil, "same"] as [String?]
    )
    func several(name: String?) throws {
        var use = try session()
        let name = name.map { ObjectName.text($0) }
        let error = try #require(
            selectionError { _ = try use.objects.one(name, .privateKey, noun: "private key", &use.session) }
        )
        #expect(error.code == .severalObjects)
        #expect(error.candidates.count == (name == nil ? 3 : 2))
        for candidate in error.candidates {
            _ = try use.objects.one(ObjectName(candidate), .privateKey, noun: "private key", &use.session)
        }
    }

    @Test("A name that no key has shows those that are there, and an object of another class does not match")
    func none() throws {
        var use = try session()
        let missing = try #require(
            selectionError { _ = try use.objects.one(.text("no"), .privateKey, noun: "private key", &use.session) }
        )
        #expect(missing.code == .noObject && missing.candidates.count == 3)
        let certificate = selectionError {
            _ = try use.objects.one(.text("other"), .certificate, noun: "certificate", &use.session)
        }
        #expect(certificate?.code == .noObject && certificate?.candidates.isEmpty == true)
        #expect(selectionError { _ = try use.objects.any(.text("other"), &use.session) }?.code == .severalObjects)
    }

    @Test("An id names a key as well as its label does")
    func byID() throws {
        var use = try session()
        let record = try use.objects.one(.text("02"), .privateKey, noun: "private key", &use.session)
        #expect(record.idHex == "02" && record.label == "same")
    }

    @Test("A key without an id, and one whose certificate is missing, say so")
    func certificates() throws {
        let place = try DeskPlace(
            FaultModuleCopy(Self.keys + "object = class:public,keytype:ec,label:same,id:01\n")
        )
        let login = try place.login(place.finder.find(TokenQuery()), PINList(["1234"]))
        let withoutID = selectionError {
            _ = try SigningSession(login, key: .text("other"), certificate: .ofKey)
        }
        #expect(withoutID?.code == .keyWithoutID)
        let missing = selectionError { _ = try SigningSession(login, key: .text("01"), certificate: .ofKey) }
        #expect(missing?.code == .noCertificate)
    }

    @Test("Keys that nothing tells apart are said to be that, not offered under one URI as a choice")
    func indistinguishable() throws {
        let twins = "object = class:private,keytype:ec,label:twin,id:07,sign:true\n"
        let place = try DeskPlace(FaultModuleCopy(Self.keys + twins + twins))
        let token = try place.finder.find(TokenQuery())
        var use = try TokenSession(token, login: place.login(token, PINList(["1234"])))
        let error = selectionError {
            _ = try use.objects.one(.text("twin"), .privateKey, noun: "private key", &use.session)
        }
        #expect(error?.code == .indistinguishable && error?.candidates.count == 1)
    }
}
