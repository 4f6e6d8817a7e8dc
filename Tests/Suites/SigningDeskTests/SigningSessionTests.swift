import Cryptoki
import JetonASN1
import JetonCMS
import JetonOctets
import JetonX509
import SigningDesk
import TestRig
import Testing
import TokenKit

@Suite("Signing sessions")
struct SigningSessionTests {
    private static let forms: [SignatureForm] = [.raw, .detachedCMS, .attachedCMS]

    /// A session on a token of SoftHSM, and what was asked for PINs since.
    private func session(
        _ label: String,
        alwaysAuthenticates: Bool = false
    ) async throws -> (SigningSession, PINList) {
        let place = try DeskPlace(label)
        let token = try place.finder.find(TokenQuery(label: label))
        try await place.makeSigner("signer", on: token, alwaysAuthenticates: alwaysAuthenticates)
        let pins = PINList([DeskPlace.pin])
        let login = try place.login(token, pins)
        return (try SigningSession(login, key: .text("signer"), certificate: .ofKey), pins)
    }

    /// Signs a text and gives what was published.
    private func sign(_ text: String, _ form: SignatureForm, _ session: SigningSession) throws -> [UInt8] {
        let journal = Journal<[UInt8]>()
        var content = MemorySource(Array(text.utf8))
        let size = try session.sign(&content, as: form, to: MemoryOutput { journal.append($0) })
        let published = try #require(journal.entries.first)
        #expect(journal.entries.count == 1 && size == UInt64(published.count))
        return published
    }

    private func isValid(_ signature: [UInt8], of text: String, _ form: SignatureForm, _ session: SigningSession) throws
        -> Bool
    {
        let verifier = CMSVerifier(certificates: session.certificates)
        var content = MemorySource(Array(text.utf8))
        switch form {
        case .raw:
            let algorithm = try #require(session.key.algorithms.first)
            let input = try algorithm.input(for: Array(text.utf8))
            return session.key.publicKey.check(signature, input: input, algorithm: algorithm) == .valid
        case .detachedCMS:
            return try verifier.verifyDetached(MemorySource(signature), content: &content).isIntact
        case .attachedCMS:
            var sink = MemorySink()
            let report = try verifier.verifyAttached(MemorySource(signature), content: &sink)
            return report.isIntact && sink.octets == Array(text.utf8)
        }
    }

    @Test("Many documents in every form are signed under one login, and each signature fits its document only")
    func manyDocuments() async throws {
        let (session, pins) = try await session("desk-many")
        for number in 0..<12 {
            for form in Self.forms {
                let text = "document \(number)"
                let signature = try sign(text, form, session)
                #expect(try isValid(signature, of: text, form, session))
                if form == .attachedCMS { continue }
                #expect(try !isValid(signature, of: "document \(number + 1)", form, session))
            }
        }
        #expect(pins.prompts.map(\.role) == [.user])
        #expect(session.signer == "CN=signer" && session.uri.contains("object=signer"))
    }

    @Test("A key that requires it gets the PIN for each document; the person is asked for it once")
    func alwaysAuthenticate() async throws {
        let (session, pins) = try await session("desk-always", alwaysAuthenticates: true)
        for text in ["first", "second"] {
            #expect(try isValid(sign(text, .detachedCMS, session), of: text, .detachedCMS, session))
        }
        #expect(pins.prompts.map(\.role) == [.user, .contextSpecific])
    }

    @Test("A digest is signed as its content would be, and is refused as content")
    func digests() async throws {
        let (session, _) = try await session("desk-digest")
        let digest = try HashAlgorithm.sha256.hash(Array("text".utf8))
        for form in [SignatureForm.raw, .detachedCMS] {
            let journal = Journal<[UInt8]>()
            try session.sign(digest: digest, as: form, hash: .sha256, to: MemoryOutput { journal.append($0) })
            #expect(try isValid(#require(journal.entries.first), of: "text", form, session))
        }
        #expect(throws: SigningFailure.self) {
            try session.sign(digest: digest, as: .attachedCMS, hash: .sha256, to: MemoryOutput { _ in })
        }
        for form in Self.forms {
            #expect(throws: DocumentError(.invalidArgument, "")) {
                try session.sign(digest: digest + [0], as: form, hash: .sha256, to: MemoryOutput { _ in })
            }
        }
    }

    @Test("A hash that the key has no algorithm with is refused, with those that it has")
    func unsupportedHash() async throws {
        let (session, _) = try await session("desk-hash")
        var content = MemorySource([1])
        do {
            try session.sign(&content, as: .raw, hash: .sha1, to: MemoryOutput { _ in })
            Issue.record("SHA-1 was taken")
        } catch let failure as SigningFailure {
            guard case .unsupportedHash(.sha1?, let offered) = failure else {
                Issue.record("\(failure)")
                return
            }
            #expect(!offered.isEmpty)
        }
    }

    /// An output that keeps another byte than the one that was written.
    private struct DamagedOutput: SignatureOutput, ~Copyable {
        let position: Int
        let published: Journal<Int>
        private(set) var octets: [UInt8] = []
        var count: UInt64 { UInt64(octets.count) }

        init(position: Int, published: Journal<Int>) {
            self.position = position
            self.published = published
        }

        mutating func write(_ octets: Span<UInt8>) { for index in octets.indices { self.octets.append(octets[index]) } }

        func written() -> MemorySource {
            var octets = octets
            octets[position * octets.count / 8] ^= 1
            return MemorySource(octets)
        }

        consuming func publish() { published.append(position) }
    }

    @Test("What the output kept is checked before it is published, at any place, in each form", arguments: forms)
    func readBack(form: SignatureForm) async throws {
        let (session, _) = try await session("desk-damage-\(form)")
        let published = Journal<Int>()
        // The middle of a message may be bytes of certificates that no check needs: its ends are not.
        for position in form == .raw ? Array(0...7) : [0, 7] {
            var content = MemorySource(Array("text".utf8))
            #expect(throws: SigningFailure.self, "\(position)") {
                try session.sign(&content, as: form, to: DamagedOutput(position: position, published: published))
            }
        }
        #expect(published.entries.isEmpty)
    }

    @Test("A raw signature that the module made up is not published")
    func wrongSignature() throws {
        let place = try DeskPlace(
            FaultModuleCopy(
                """
                object = class:private,keytype:ec,label:k,id:01,sign:true
                object = class:public,keytype:ec,label:k,id:01

                """
            )
        )
        let session = try SigningSession(place.login(place.finder.find(TokenQuery()), PINList(["1234"])))
        let journal = Journal<[UInt8]>()
        #expect(throws: SigningFailure.self) {
            var content = MemorySource(Array("text".utf8))
            try session.sign(&content, as: .raw, to: MemoryOutput { journal.append($0) })
        }
        #expect(journal.entries.isEmpty)
    }
}
