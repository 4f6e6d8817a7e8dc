import JetonASN1
import TestRig
import Testing

@testable import CertificateRig
@testable import JetonX509

@Suite("Certificate policies along a path")
struct PolicyTests {
    /// Two policies of our own and anyPolicy.
    private static let names: [OID] = [OID(1, 3, 6, 1, 4, 1, 99_999, 1), OID(1, 3, 6, 1, 4, 1, 99_999, 2), .anyPolicy]

    /// What one certificate of a path says of policies.
    private struct Wording {
        var policies: [Int] = []
        var mappings: [(Int, Int)] = []
        var explicit: UInt64?
        var noMapping: UInt64?
        var noAny: UInt64?

        var extensions: [CertificateExtension] {
            var found: [CertificateExtension] = []
            if !policies.isEmpty {
                let list = policies.map { DER.sequence(DER.oid(PolicyTests.names[$0])) }
                found.append(
                    CertificateExtension(oid: .certificatePolicies, isCritical: true, value: DER.sequence(list))
                )
            }
            if !mappings.isEmpty {
                let list = mappings.map { pair in
                    DER.sequence(DER.oid(PolicyTests.names[pair.0]), DER.oid(PolicyTests.names[pair.1]))
                }
                found.append(CertificateExtension(oid: .policyMappings, isCritical: true, value: DER.sequence(list)))
            }
            if explicit != nil || noMapping != nil {
                let value = DER.sequence(
                    explicit.map { DER.element(.contextPrimitive(0), [UInt8($0)]) } ?? [],
                    noMapping.map { DER.element(.contextPrimitive(1), [UInt8($0)]) } ?? []
                )
                found.append(CertificateExtension(oid: .policyConstraints, isCritical: true, value: value))
            }
            if let noAny {
                found.append(CertificateExtension(oid: .inhibitAnyPolicy, isCritical: true, value: DER.integer(noAny)))
            }
            return found
        }
    }

    private func path(_ wordings: [Wording], leaf: Wording) throws -> [Certificate] {
        let root = try MadeCertificate.root()
        var made = [root]
        for (index, wording) in wordings.enumerated() {
            made.append(try made[index].authority(wording.extensions, subject: "CN=Sub \(index),O=Example"))
        }
        made.append(try made[made.count - 1].signer(leaf.extensions))
        return made.reversed().map(\.certificate)
    }

    private func check(_ path: [Certificate], _ settings: PolicySettings) -> CertificatePath {
        CertificatePathBuilder(
            trust: TrustStore(path.suffix(1)),
            intermediates: path,
            purpose: .any,
            policies: settings
        ).path(for: path[0])
    }

    @Test("Random paths have OpenSSL's outcome", arguments: 0..<40)
    func randomPaths(seed: Int) throws {
        var dice = SeededNumbers(seed: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
        func wording(isLeaf: Bool) -> Wording {
            var wording = Wording()
            for policy in 0..<3 where dice.next(below: policy == 2 ? 4 : 2) == 0 { wording.policies.append(policy) }
            guard !isLeaf else { return wording }
            if !wording.policies.isEmpty, dice.next(below: 3) == 0 {
                wording.mappings = [(dice.next(below: 2), dice.next(below: 2))]
            }
            if dice.next(below: 4) == 0 { wording.explicit = UInt64(dice.next(below: 3)) }
            if dice.next(below: 5) == 0 { wording.noMapping = UInt64(dice.next(below: 2)) }
            if dice.next(below: 5) == 0 { wording.noAny = UInt64(dice.next(below: 2)) }
            return wording
        }
        let wordings = (0..<(2 + dice.next(below: 2))).map { _ in wording(isLeaf: false) }
        let path = try path(wordings, leaf: wording(isLeaf: true))
        let acceptable = dice.next(below: 2) == 0 ? nil : Set([PolicyTests.names[dice.next(below: 2)]])
        let settings = PolicySettings(
            acceptable: acceptable,
            requiresPolicy: dice.next(below: 2) == 0,
            inhibitsMapping: dice.next(below: 6) == 0,
            inhibitsAnyPolicy: dice.next(below: 6) == 0
        )
        let openSSL = try OpenSSL()
        try openSSL.write(path[0].pemRepresentation, "leaf.pem")
        try openSSL.write(path.dropFirst().dropLast().map(\.pemRepresentation).joined(), "subs.pem")
        try openSSL.write(path[path.count - 1].pemRepresentation, "root.pem")
        var arguments = ["verify", "-policy_check", "-CAfile", "root.pem", "-untrusted", "subs.pem"]
        for policy in acceptable ?? [.anyPolicy] { arguments += ["-policy", policy.description] }
        if settings.requiresPolicy { arguments.append("-explicit_policy") }
        if settings.inhibitsMapping { arguments.append("-inhibit_map") }
        if settings.inhibitsAnyPolicy { arguments.append("-inhibit_any") }
        let outcome = try openSSL.attempt(arguments + ["leaf.pem"])
        let found = check(path, settings)
        #expect(
            found.isTrusted == (outcome.status == 0),
            "\(wordings) \(settings) \(found.failures) \(outcome.errors) \(outcome.text)"
        )
        #expect(found.failures.allSatisfy { $0.reason == .policyMissing })
    }

    @Test("The policies that hold are named in the anchor's words")
    func names() throws {
        let mapping = try path([Wording(policies: [0], mappings: [(0, 1)])], leaf: Wording(policies: [1]))
        #expect(check(mapping, PolicySettings()).policies == [Self.names[0]])
        #expect(check(mapping, PolicySettings(acceptable: [Self.names[1]])).policies == [])
        let any = try path([Wording(policies: [2])], leaf: Wording(policies: [2]))
        #expect(check(any, PolicySettings()).policies == [.anyPolicy])
        #expect(check(any, PolicySettings(acceptable: [Self.names[1]])).policies == [Self.names[1]])
        let both = try path([Wording(policies: [2])], leaf: Wording(policies: [0, 1]))
        #expect(check(both, PolicySettings()).policies == [Self.names[0], Self.names[1]])
    }

    @Test("A mapping from or to anyPolicy fails the path", arguments: [(2, 0), (0, 2)])
    func mappingOfAny(from: Int, to: Int) throws {
        let path = try path([Wording(policies: [0], mappings: [(from, to)])], leaf: Wording(policies: [0]))
        #expect(check(path, PolicySettings()).failures.map(\.reason) == [.policyMappingInvalid])
    }

    @Test("Mappings of every policy to every other do not multiply the work")
    func manyMappings() throws {
        let many = (0..<40).map { OID(1, 3, 6, 1, 4, 1, 99_999, 7, UInt64($0)) }
        let policies = CertificateExtension(
            oid: .certificatePolicies,
            isCritical: true,
            value: DER.sequence(many.map { DER.sequence(DER.oid($0)) })
        )
        let mappings = CertificateExtension(
            oid: .policyMappings,
            isCritical: true,
            value: DER.sequence(
                many.prefix(16).flatMap { from in many.prefix(16).map { DER.sequence(DER.oid(from), DER.oid($0)) } }
            )
        )
        var made = [try MadeCertificate.root()]
        for index in 0..<8 {
            made.append(try made[index].authority([policies, mappings], subject: "CN=Sub \(index),O=Example"))
        }
        made.append(try made[8].signer([policies]))
        // A tree would have 16 to the power of eight nodes.
        let found = check(made.reversed().map(\.certificate), PolicySettings(requiresPolicy: true))
        #expect(found.isTrusted)
        #expect(found.policies.count == 40)
    }

    @Test(
        "Malformed policy extensions fail the path",
        arguments: [
            (OID.certificatePolicies, DER.sequence()),
            (.certificatePolicies, DER.sequence(DER.sequence(DER.oid(.anyPolicy)), DER.sequence(DER.oid(.anyPolicy)))),
            (.policyMappings, DER.sequence()),
            (.policyConstraints, DER.sequence()),
            (.policyConstraints, DER.sequence(DER.element(.contextPrimitive(0), [0xFF]))),
            (.inhibitAnyPolicy, DER.octetString([1])),
            (.inhibitAnyPolicy, [0x02, 0x01, 0x80]),
        ]
    )
    func malformed(oid: OID, value: [UInt8]) throws {
        let root = try MadeCertificate.root()
        let more = CertificateExtension(oid: oid, isCritical: false, value: value)
        let sub = try root.authority([more])
        let path = [try sub.signer().certificate, sub.certificate, root.certificate]
        #expect(check(path, PolicySettings()).failures.map(\.reason) == [.extensionMalformed])
    }

    @Test("A certificate in BER is refused below the anchor")
    func basicEncoding() throws {
        let root = try MadeCertificate.root()
        // BOOLEAN TRUE as 01.
        let constraints = CertificateExtension(
            oid: .basicConstraints,
            isCritical: true,
            value: [0x30, 0x03, 0x01, 0x01, 0x01]
        )
        let sub = try root.issue("CN=Sub,O=Example", [constraints, .keyUsage([.keyCertSign])])
        let path = [try sub.signer().certificate, sub.certificate, root.certificate]
        #expect(check(path, PolicySettings()).failures.map(\.reason) == [.extensionMalformed])
        // As an anchor it is taken, by the caller's word.
        #expect(check(Array(path.dropLast()), PolicySettings()).isTrusted)
    }
}
