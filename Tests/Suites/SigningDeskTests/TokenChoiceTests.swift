import Cryptoki
import Foundation
import SigningDesk
import TestRig
import Testing
import TokenKit

@Suite("Choosing a token")
struct TokenChoiceTests {
    @Test("The token that a label names is found, and its session opens")
    func one() throws {
        let place = try DeskPlace("desk-one")
        let token = try place.finder.find(TokenQuery(label: "desk-one"))
        #expect(token.label == "desk-one")
        _ = try token.openSession()
    }

    @Test("Of several tokens with one label none is chosen, and each candidate's URI names one of them")
    func several() throws {
        let place = try DeskPlace("desk-twin")
        try DeskPlace.makeToken("desk-twin", Module(path: place.finder.modules[0].path))
        let error = try #require(
            selectionError { _ = try place.finder.find(TokenQuery(label: "desk-twin")) }
        )
        #expect(error.code == .severalTokens)
        #expect(error.candidates.count == 2)
        var serials: Set<String> = []
        for candidate in error.candidates {
            var query = TokenQuery()
            try query.add(PKCS11URI(parsing: candidate), from: .user)
            serials.insert(try place.finder.find(query).token.serialNumber.description)
        }
        #expect(serials.count == 2)
    }

    @Test("A name that no token has, and no module at all, are told apart")
    func none() throws {
        let place = try DeskPlace(FaultModuleCopy("token.0.label = desk-some\n"))
        let error = try #require(
            selectionError { _ = try place.finder.find(TokenQuery(label: "desk-nothing")) }
        )
        #expect(error.code == .noToken)
        #expect(!error.isUnnamed && error.candidates == ["pkcs11:token=desk-some"] && error.nearMiss == nil)
        #expect(error.description.contains("label 'desk-nothing'"))
        #expect(selectionError { _ = try TokenFinder(modules: []).find(TokenQuery()) }?.code == .noModule)
    }

    @Test("What a module answers for a token that can't be read is the error, and not that no token matches")
    func unread() throws {
        let place = try DeskPlace(
            FaultModuleCopy("token.0.description = Reader A\ntoken.0.label = used\nfault.C_GetTokenInfo = rv:0x30\n")
        )
        let error = #expect(throws: CryptokiError.self) { _ = try place.finder.find(TokenQuery(label: "used")) }
        #expect(error?.code == .deviceError && error?.function == .getTokenInfo && error?.context.slot != nil)
        // Of a reader that is not this one it says nothing.
        let other = selectionError { _ = try place.finder.find(TokenQuery(reader: "Reader B", label: "used")) }
        #expect(other?.code == .noToken)
    }

    @Test("A token that was never set up is refused by its reader's name, and found where one is to be set up")
    func neverSetUp() throws {
        let place = try DeskPlace(
            FaultModuleCopy(
                """
                slots = 2
                token.0.description = Reader A
                token.0.label = used
                token.1.description = Reader B
                token.1.initialized = false
                token.1.user_pin_set = false
                """
            )
        )
        let error = try #require(
            selectionError { _ = try place.finder.find(TokenQuery(reader: "Reader B")) }
        )
        #expect(error.code == .neverSetUp && error.reader == "Reader B")
        #expect(try place.finder.find(TokenQuery()).readerName == "Reader A")
        #expect(try place.finder.find(TokenQuery(), among: .uninitializedUnlessNamed).readerName == "Reader B")
        #expect(try place.finder.find(TokenQuery(reader: "Reader A"), among: .any).readerName == "Reader A")
    }

    @Test("A token whose secure channel is not set up is refused by name, and shown where its state is asked for")
    func unpaired() throws {
        let place = try DeskPlace(
            FaultModuleCopy("extension = 34\ntoken.0.activation = 0123456789\ntoken.0.description = Reader BT\n")
        )
        let error = try #require(selectionError { _ = try place.finder.find(TokenQuery()) })
        #expect(error.code == .unpaired && error.reader == "Reader BT")
        let token = try place.finder.find(TokenQuery(), among: .any)
        #expect(selectionError { _ = try token.openSession() }?.code == .unpaired)
    }

    @Test("A token without a secure channel is refused where the channel is required")
    func channelRequired() throws {
        let place = try DeskPlace("desk-clear")
        var query = TokenQuery(label: "desk-clear")
        query.requiresChannel = true
        #expect(selectionError { _ = try place.finder.find(query) }?.code == .noChannel)
    }

    @Test("A URI with a PIN in it is refused, and so is a second URI that names another token")
    func uris() throws {
        var query = TokenQuery()
        let withPIN = try PKCS11URI(parsing: "pkcs11:token=a?pin-value=123456")
        let error = try #require(selectionError { try query.add(withPIN, from: .user) })
        #expect(error.code == .pinInURI && !error.description.contains("123456"))
        try query.add(PKCS11URI(parsing: "pkcs11:token=a;object=k?module-path=/m.so&pin-source=file:/p"), from: .user)
        #expect(query.modules == ["/m.so"] && query.pinSource == "file:/p")
        try query.add(PKCS11URI(parsing: "pkcs11:token=a;object=other"), from: .elsewhere)
        let other = try PKCS11URI(parsing: "pkcs11:token=b")
        #expect(selectionError { try query.add(other, from: .user) }?.code == .conflictingURIs)
        #expect(query.modules == ["/m.so"])
    }

    @Test(
        "A URI that the user did not write names no module and no PIN's source; the error says which attribute it is",
        arguments: [
            ("module-path=/m.so", "module-path"), ("module-name=m", "module-name"),
            ("MODULE-PATH=/m.so", "module-path"),
            ("pin-source=file:/p", "pin-source"), ("pin-source=%7Ccat%20/p", "pin-source"),
            ("pin-value=123456", "pin-value"), ("x-vendor=1&module-path=/m.so", "module-path"),
        ]
    )
    func foreignURIs(_ attributes: String, _ name: String) throws {
        let uri = try PKCS11URI(parsing: "pkcs11:token=a;object=k?" + attributes)
        for foreign in [true, false] {
            var query = TokenQuery()
            let error = selectionError {
                if foreign {
                    try query.add(uri, from: .elsewhere)
                } else {
                    try query.add(.uri(uri), from: .elsewhere)
                }
            }
            #expect(error?.code == (name == "pin-value" ? .pinInURI : .foreignURI))
            #expect(error?.description.contains(name) == true)
            #expect(query.isEmpty && query.modules.isEmpty && query.pinSource == nil, "nothing of it was taken")
        }
        var query = TokenQuery()
        try query.add(PKCS11URI(parsing: "pkcs11:token=a;object=k?x-vendor=1"), from: .elsewhere)
        #expect(query.tokenPattern?.token == Array("a".utf8))
    }

    @Test("Of several modules that of the token is loaded here, once, and only when the token is used")
    func lazyLoading() throws {
        let copies = try ["first", "second"].map { try FaultModuleCopy("token.0.label = \($0)\n") }
        let finder = TokenFinder(
            modules: copies.map { .init(path: $0.path) },
            surveyor: ModuleSurveyor(helper: try BuildProducts.path("jeton"))
        )
        let token = try finder.find(TokenQuery(label: "second"))
        #expect(try !isLoaded(copies[0]) && !isLoaded(copies[1]))
        // What the survey showed needs no module.
        #expect(token.entry.modulePath == copies[1].path && token.extendedFunctionCount == 0)
        #expect(try !isLoaded(copies[1]))
        #expect(try token.slot.module === token.slot.module)
        #expect(try isLoaded(copies[1]) && !isLoaded(copies[0]))
    }

    private func isLoaded(_ copy: FaultModuleCopy) throws -> Bool {
        try ProcessMaps.text().contains(copy.path)
    }
}
