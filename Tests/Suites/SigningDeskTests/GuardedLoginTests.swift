import Cryptoki
import JetonOctets
import SigningDesk
import TestRig
import Testing
import TokenKit

@Suite("Logging in with the guard")
struct GuardedLoginTests {
    private func failure(_ work: () throws -> Void) -> (any Error)? {
        do {
            try work()
            return nil
        } catch {
            return error
        }
    }

    @Test("A PIN that the token refused is reported with the remaining tries, and not sent again")
    func refusedOnce() async throws {
        let copy = try FaultModuleCopy("token.0.tries = 3\ntoken.0.tries_left = 3\n")
        do {
            let place = try DeskPlace(copy)
            let token = try place.finder.find(TokenQuery())
            let login = try place.login(token, PINList(["9999"]))
            var session = try token.openSession()
            let first = failure { try login.login(&session) } as? LoginError
            #expect(first?.cause.code == .pinIncorrect && first?.tries == .low && first?.isOnReader == false)
            #expect((failure { try login.login(&session) } as? PINError)?.code == .refusedBefore)
            // Also not by another login of the same user.
            let other = try place.login(token, PINList(["9999"]))
            #expect((failure { try other.login(&session) } as? PINError)?.code == .refusedBefore)
        }
        #expect(try await copy.counts()["C_Login"] == 1)
    }

    @Test("The last try is taken only if that was allowed; a locked PIN is not asked for")
    func lastTry() async throws {
        let copy = try FaultModuleCopy("token.0.tries = 3\ntoken.0.tries_left = 1\n")
        do {
            let place = try DeskPlace(copy)
            let token = try place.finder.find(TokenQuery())
            let pins = PINList(["9999"])
            var login = try place.login(token, pins)
            let notices = Journal<LoginNotice>()
            login.notify = { notices.append($0) }
            var session = try token.openSession()
            #expect((failure { try login.login(&session) } as? PINError)?.code == .finalTry)
            #expect(pins.prompts.isEmpty)
            login.allowsLastTry = true
            let refused = failure { try login.login(&session) } as? LoginError
            #expect(refused?.tries == .left(0) && notices.entries == [.finalTry])
            #expect(pins.prompts.map(\.tries) == [.last])
            #expect((failure { try login.login(&session) } as? PINError)?.code == .locked)
            #expect(pins.prompts.count == 1)
        }
        #expect(try await copy.counts()["C_Login"] == 1)
    }

    @Test("A PIN of a length that the token does not take is not sent")
    func length() async throws {
        let copy = try FaultModuleCopy("token.0.min_pin = 6\ntoken.0.max_pin = 8\n")
        do {
            let place = try DeskPlace(copy)
            let token = try place.finder.find(TokenQuery())
            var session = try token.openSession()
            let login = try place.login(token, PINList(["12345"]))
            #expect((failure { try login.login(&session) } as? PINError)?.code == .lengthRange)
        }
        #expect(try await copy.counts()["C_Login", default: 0] == 0)
    }

    @Test("Where the route refuses the token, no PIN is asked for and none is sent, for any role, old or new")
    func route() throws {
        let place = try DeskPlace("desk-route")
        let token = try place.finder.find(TokenQuery(label: "desk-route"))
        let other = PairedToken(name: "other", serial: "1", readers: [token.readerName])
        let pairings = ListedPairings(tokens: [other])
        let pins = PINList([DeskPlace.pin])
        let refused = try place.login(token, pins, route: PINRoute(pairings: pairings, policy: .channelWherePaired))
        var session = try token.openSession()
        #expect((failure { try refused.login(&session) } as? PINRouteError)?.code == .pairedReader)
        for role in [PINPrompt.Role.user, .securityOfficer, .contextSpecific] {
            for isNew in [false, true] {
                let error = failure { _ = try refused.read(.file("/pin"), role: role, isNew: isNew) }
                #expect((error as? PINRouteError)?.code == .pairedReader, "\(role) \(isNew)")
            }
        }
        #expect(pins.prompts.isEmpty)
        var login = try place.login(token, pins, route: PINRoute(pairings: pairings, policy: .clearTextForOneCommand))
        let notices = Journal<LoginNotice>()
        login.notify = { notices.append($0) }
        try login.login(&session, source: .file("/pin"))
        #expect(notices.entries == [.inClear(besidePairedToken: "other")])
        #expect(pins.prompts.map(\.channel) == [.clearBeside(pairedToken: "other")])
    }

    @Test("A token that has become another one since it was selected gets no PIN")
    func changed() throws {
        let place = try DeskPlace("desk-before")
        let token = try place.finder.find(TokenQuery(label: "desk-before"))
        let pins = PINList([DeskPlace.pin])
        let login = try place.login(token, pins)
        let officer = DeskPlace.secret(SoftHSM.defaultSecurityOfficerPIN)
        try token.slot.initializeToken(label: "desk-after", securityOfficerPIN: officer)
        #expect(selectionError { _ = try login.read(nil, role: .user) }?.code == .tokenChanged)
        #expect(pins.prompts.isEmpty)
    }

    @Test("A login asks the token for its counters once")
    func counters() async throws {
        let copy = try FaultModuleCopy()
        do {
            let place = try DeskPlace(copy)
            let token = try place.finder.find(TokenQuery())
            var session = try token.openSession()
            try place.login(token, PINList(["1234"])).login(&session)
        }
        // One for the choice, one for the login.
        #expect(try await copy.counts()["C_GetTokenInfo"] == 2)
    }
}
