import SignatureLevels
import SigningDesk
import Testing

@Suite("What formats of signatures take")
struct SignatureFeatureTests {
    /// The features of each format, written out a second time.
    private static let table: [DocumentFormat: Set<SignatureFeature>] = {
        let evidence: Set<SignatureFeature> = [.level, .contentTimestamp, .commitments]
        let container: Set<SignatureFeature> = evidence.union([.addition, .countersignature, .place])
        let message: Set<SignatureFeature> = container.union([.attached, .detached, .digest])
        let xml: Set<SignatureFeature> = [.attached, .detached, .parallel, .digest]
        return [
            .raw: [.detached, .digest, .text], .cms: message, .cades: message, .pades: evidence.union([.pdf]),
            .xades: xml.union(evidence).union([.countersignature, .roles, .place]), .xmldsig: xml,
            .asice: container.union([.roles]), .asics: container.union([.roles]), .asiceCAdES: container,
            .asicsCAdES: container,
        ]
    }()

    @Test("A format takes what its row says, and refuses all else", arguments: DocumentFormat.allCases)
    func formats(format: DocumentFormat) throws {
        let row = try #require(Self.table[format])
        for feature in SignatureFeature.allCases {
            let refused = SignatureFeature.refused([feature], by: format)
            #expect(refused == (row.contains(feature) ? nil : feature), "\(feature)")
        }
        #expect(SignatureFeature.refused(row, by: format) == nil)
    }

    @Test("A request of its defaults asks for nothing, and asks for what is set")
    func requests() {
        var request = SignRequest()
        #expect(request.features.isEmpty)
        request.placement = .attached
        request.isParallel = true
        request.further = .counter
        request.digest = [0]
        request.timestampsContent = true
        request.statements.roles = ["a"]
        request.statements.city = "b"
        #expect(
            request.features == [
                .attached, .parallel, .countersignature, .digest, .contentTimestamp, .roles, .place,
            ]
        )
    }

    @Test(
        "Two things that exclude each other are named",
        arguments: [
            [SignatureFeature.attached, .detached], [.attached, .digest], [.addition, .countersignature],
            [.countersignature, .level],
        ]
    )
    func conflicts(features: [SignatureFeature]) throws {
        let conflict = try #require(SignatureFeature.conflict(in: Set(features)))
        #expect(Set([conflict.0, conflict.1]) == Set(features))
        for feature in features { #expect(SignatureFeature.conflict(in: [feature]) == nil) }
    }
}
