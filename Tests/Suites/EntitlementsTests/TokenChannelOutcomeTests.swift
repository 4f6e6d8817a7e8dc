import Foundation
import JetonEntitlements
import JetonKeystoreBase
import TestRig
import Testing

@Suite("Token channel: rows a-j with real executables and manifests")
struct TokenChannelOutcomeTests {
    private static let group = "ABCDE12345.rutoken.shared"

    @Test("(a) A group that is named but not granted is refused with -34018 and the words")
    func rowA() throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        try program.claim(Self.group)
        let unsigned = try program.explain(trust: keys.trust).outcome
        #expect(unsigned.kind == .groupNotGranted)
        #expect(unsigned.status == -34018)
        #expect(unsigned.group == nil)
        #expect(
            unsigned.text.hasPrefix(
                "the program names access group '\(Self.group)' explicitly but is only entitled for [local."
            )
        )
        #expect(unsigned.text.hasSuffix("; the program is not signed: there is no '\(program.path).entitlements'"))
        #expect(unsigned.hint == "sign the program: jeton entitlements sign '\(program.path)'")

        try program.sign(["ABCDE12345.other"], with: keys.key)
        let lacking = try program.explain(trust: keys.trust).outcome
        #expect(lacking.kind == .groupNotGranted)
        #expect(lacking.status == -34018)
        #expect(
            lacking.text
                == "the program names access group 'ABCDE12345.rutoken.shared' explicitly but is only entitled for "
                + "[ABCDE12345.other, ABCDE12345.org.example.signer]"
        )
        #expect(lacking.hint == "add 'ABCDE12345.rutoken.shared' to keychain-access-groups and sign the program again")
        let error = #expect(throws: KeystoreError.self) { try lacking.accessGroup() }
        #expect(error?.code == .missingEntitlement)
    }

    @Test("(b) Without resource and groups the key is the program's own")
    func rowB() throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        let unsigned = try program.explain(trust: keys.trust)
        #expect(unsigned.outcome.kind == .programOwnGroup)
        #expect(unsigned.outcome.status == 0)
        #expect(unsigned.outcome.group == unsigned.caller.localGroup)
        #expect(unsigned.caller.localGroup.rawValue.hasPrefix("local."))
        let other = try TestProgram(named: "other", in: program.folder).explain(trust: keys.trust)
        #expect(other.outcome.group != unsigned.outcome.group)

        try program.sign(nil, with: keys.key)
        let signed = try program.explain(trust: keys.trust).outcome
        #expect(signed.kind == .programOwnGroup)
        #expect(signed.status == 0)
        #expect(signed.group?.rawValue == "ABCDE12345.org.example.signer")
        #expect(signed.text == "the key is stored in 'ABCDE12345.org.example.signer', which only this program uses")
    }

    @Test("(c) Without resource the first signed group holds the key")
    func rowC() throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        try program.sign(["ABCDE12345.first", Self.group], with: keys.key)
        let outcome = try program.explain(trust: keys.trust).outcome
        #expect(outcome.kind == .firstOfManifest)
        #expect(outcome.status == 0)
        #expect(outcome.group?.rawValue == "ABCDE12345.first")
        #expect(outcome.warnings.isEmpty)
    }

    @Test("(d) A group that is named and granted holds the key, for two programs alike")
    func rowD() throws {
        let keys = try TestTrust()
        for (name, groups) in [("one", ["ABCDE12345.first", Self.group]), ("two", ["ABCDE12345.rutoken.*"])] {
            let program = try TestProgram(named: name, extra: name)
            try program.claim("ABCDE12345.first", Self.group)
            try program.sign(groups, with: keys.key)
            let outcome = try program.explain(trust: keys.trust).outcome
            #expect(outcome.kind == .groupGranted)
            #expect(outcome.status == 0)
            #expect(outcome.group?.rawValue == Self.group)
            #expect(outcome.warnings.isEmpty)
        }
    }

    @Test("(e) A resource without 'rutoken' is a configuration error that names file and key")
    func rowE() throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        try program.sign([Self.group], with: keys.key)
        let file = program.folder.path("Entitlements.plist")
        for (group, text) in [
            ("ABCDE12345.other", "no string of 'keychain-access-groups' in \(file) contains 'rutoken'"),
            (
                "ABCDE12345.WithRutokenInIt",
                "\(file): access group 'ABCDE12345.WithRutokenInIt' has 'rutoken' in another case: "
                    + "upper and lower case matter"
            ),
        ] {
            try program.claim(group)
            let outcome = try program.explain(trust: keys.trust).outcome
            #expect(outcome.kind == .noMarkedGroup)
            #expect(outcome.status == -50)
            #expect(outcome.text == text)
        }
        try program.folder.write(EntitlementsLintTests.document(""), to: "Entitlements.plist")
        #expect(try program.explain(trust: keys.trust).outcome.kind == .noMarkedGroup)
    }

    @Test("(f) A malformed resource is a configuration error with the line, never row b")
    func rowF() throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        for body in [
            "<key>Entitlements</key>\n<dict><key>keychain-access-groups</key><array/></dict>",
            "<key>Entitlements</key>\n<key>keychain-access-groups</key><array/>",
            "<key>Entitlements</key>",
        ] {
            try program.folder.write(EntitlementsLintTests.document(body), to: "Entitlements.plist")
            let outcome = try program.explain(trust: keys.trust).outcome
            #expect(outcome.kind == .malformedResource)
            #expect(outcome.status == -50)
            #expect(outcome.group == nil)
            #expect(outcome.text.hasPrefix("\(program.folder.path("Entitlements.plist")), line 5: "))
            #expect(
                outcome.hint?.hasPrefix("delete ") == true && outcome.hint?.contains("the key 'Entitlements'") == true
            )
        }
        try program.folder.remove("Entitlements.plist")
        try FileManager.default.createDirectory(
            atPath: program.folder.path("Entitlements.plist"),
            withIntermediateDirectories: false
        )
        let unreadable = try program.explain(trust: keys.trust).outcome
        #expect(unreadable.kind == .malformedResource)
        #expect(unreadable.text.contains("is not a regular file"))
    }

    @Test("(g) Of several groups the first in file order that is granted holds the key")
    func rowG() throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        try program.claim("ABCDE12345.rutoken.a", "ABCDE12345.rutoken.b", "ABCDE12345.rutoken.c")
        try program.sign(["ABCDE12345.rutoken.c", "ABCDE12345.rutoken.b"], with: keys.key)
        let outcome = try program.explain(trust: keys.trust).outcome
        #expect(outcome.kind == .firstOfSeveral)
        #expect(outcome.status == 0)
        #expect(outcome.group?.rawValue == "ABCDE12345.rutoken.b")
        #expect(
            outcome.warnings
                == ["several groups contain 'rutoken'; not used: ABCDE12345.rutoken.a, ABCDE12345.rutoken.c"]
        )
    }

    @Test("(h) A program of another team is refused with -34018, and both teams are named")
    func rowH() throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        try program.claim(Self.group)
        try program.sign(["ZZZZZ99999.rutoken.shared"], team: TestProgram.otherTeam, with: keys.otherKey)
        let outcome = try program.explain(trust: keys.trust).outcome
        #expect(outcome.kind == .groupOfOtherTeam)
        #expect(outcome.status == -34018)
        #expect(
            outcome.text
                == "access group 'ABCDE12345.rutoken.shared' belongs to team ABCDE12345, "
                + "but the program is signed by team ZZZZZ99999"
        )
    }

    @Test(
        "(i) A manifest that does not count is no manifest, and the reason is kept",
        arguments: ["content", "time", "signature", "key", "garbage"]
    )
    func rowI(flaw: String) throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        let reason: ManifestRejection.Reason
        let manifest = program.name + EntitlementManifest.fileSuffix
        switch flaw {
        case "content":
            try program.sign([Self.group], with: keys.key, executables: [try FileDigest.of("/bin/true")])
            reason = .otherExecutable
        case "time":
            try program.sign([Self.group], with: keys.key, to: "2026-05-31T23:59:59Z")
            reason = .expired
        case "signature":
            try program.sign([Self.group], with: keys.key)
            let text = String(decoding: try program.folder.read(manifest), as: UTF8.self)
            let signature = try #require(text.firstRange(of: "\"sig\":\""))
            let digit = text[signature.upperBound] == "A" ? "B" : "A"
            try program.folder.write(
                text[..<signature.upperBound] + digit + text[signature.upperBound...].dropFirst(),
                to: manifest
            )
            reason = .signature
        case "key":
            try program.sign([Self.group], with: keys.otherKey)
            reason = .otherKey
        default:
            try program.folder.write("no manifest\n", to: manifest)
            reason = .malformed
        }
        let absent = try program.explain(trust: keys.trust)
        #expect(absent.outcome.kind == .manifestRejected)
        #expect(absent.outcome.effectiveKind == .programOwnGroup)
        #expect(absent.outcome.status == 0)
        #expect(absent.outcome.group == absent.caller.localGroup)
        #expect(absent.caller.manifest.rejection?.reason == reason)
        #expect(absent.outcome.warnings.first?.hasSuffix("[\(reason.rawValue)]") == true)
        #expect(absent.description.contains("[\(reason.rawValue)]"))

        try program.claim(Self.group)
        let present = try program.explain(trust: keys.trust).outcome
        #expect(present.kind == .manifestRejected)
        #expect(present.effectiveKind == .groupNotGranted)
        #expect(present.status == -34018)
        #expect(present.text.contains("is treated as unsigned"))
    }

    @Test("(j) A pattern is never the default: the first group is, or the program's own")
    func rowJ() throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        try program.sign(["ABCDE12345.*", "ABCDE12345.first"], with: keys.key)
        let first = try program.explain(trust: keys.trust).outcome
        #expect(first.kind == .patternFirst)
        #expect(first.status == 0)
        #expect(first.group?.rawValue == "ABCDE12345.first")
        #expect(
            first.warnings == [
                "the first group, 'ABCDE12345.*', is a pattern, which is never a default; 'ABCDE12345.first' is used"
            ]
        )
        try program.sign(["ABCDE12345.*"], with: keys.key)
        #expect(try program.explain(trust: keys.trust).outcome.group?.rawValue == "ABCDE12345.org.example.signer")
    }

    @Test("The caller's groups and its refusal of a third program's group")
    func groups() throws {
        let keys = try TestTrust()
        let program = try TestProgram()
        try program.sign(["ABCDE12345.*", "ABCDE12345.first"], with: keys.key)
        let caller = try program.explain(trust: keys.trust).caller
        #expect(caller.accessGroups.map(\.rawValue) == ["ABCDE12345.first", "ABCDE12345.org.example.signer"])
        #expect(caller.isEntitled(to: try #require(AccessGroup(rawValue: "ABCDE12345.anything"))))
        let foreign = try #require(AccessGroup(rawValue: "ZZZZZ99999.anything"))
        let error = #expect(throws: KeystoreError.self) { try caller.requireEntitlement(to: foreign) }
        #expect(error?.code.rawValue == -34018)
        #expect(!caller.isEntitled(to: .token))
    }
}
