import JetonOctets
import SecureChannel
import SmartCard
import Synchronization

@testable import TokenEngine
@testable import VirtualCard

/// A card as a test finds it, and the pairing through which it is reached.
struct CardScene: Sendable {
    /// How the card is reached.
    enum Link: String, CaseIterable, Sendable {
        case clear
        case paired
    }

    /// What was done with the card before.
    enum Stage: Sendable {
        /// Nothing.
        case factory
        /// Initialized, and the user has no PIN yet.
        case unset
        /// And the user has a PIN.
        case initialized
        /// And it has a key, a certificate and a data object.
        case filled
    }

    var contents: CardContents
    var pairing: (identity: HostIdentity, record: CardPairing)?

    /// Made once: pairing stretches a password.
    private static let factories: [Link: Result<CardScene, any Error>] = [
        .clear: Result {
            CardScene(contents: try SoftwareCard.factoryContents(VirtualCardOptions(serialNumber: 4711)))
        },
        .paired: Result { try paired() },
    ]
    private static let scenes = Mutex<[String: CardScene]>([:])

    /// A scene, made when it is asked for first.
    static func of(_ link: Link, _ stage: Stage) throws -> CardScene {
        let name = "\(link) \(stage)"
        if let made = scenes.withLock({ $0[name] }) { return made }
        guard let factory = try factories[link]?.get() else { throw TokenFault(.generalError, "no such scene") }
        let scene = try stage == .factory ? factory : factory.prepared(stage)
        scenes.withLock { $0[name] = scene }
        return scene
    }

    private static func paired() throws -> CardScene {
        var printed: [String] = []
        let contents = try SoftwareCard.factoryContents(
            VirtualCardOptions(serialNumber: 4711, channel: .p256)
        ) { _, password in
            printed.append(
                password.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
            )
        }
        let reader = FaultyReader(CardScene(contents: contents))
        let identity = try HostIdentity(generatingFor: .p256)
        let store = PairingMemory()
        var client = PairingClient(try reader.connect().transport)
        _ = try client.pair(
            identity,
            password: ActivationPassword(typed: EngineRig.secret(printed[0])),
            label: PeerLabel(truncating: "test"),
            store: store
        )
        guard let record = store.load() else { throw TokenFault(.generalError, "not paired") }
        return CardScene(contents: reader.contents, pairing: (identity, record))
    }

    private func prepared(_ stage: Stage) throws -> CardScene {
        let reader = FaultyReader(self)
        let bench = try CardBench(reader)
        try bench.engine.initializeToken(0, EngineRig.secret(EngineRig.securityOfficerPIN), label: "alpha")
        if stage != .unset {
            let officer = try bench.session(.securityOfficer, EngineRig.securityOfficerPIN)
            try bench.engine.initializePIN(officer, EngineRig.secret(EngineRig.pin))
            try bench.engine.closeSession(officer)
        }
        if stage == .filled {
            let session = try bench.session(.user, EngineRig.pin)
            _ = try bench.generate(in: session, label: "old")
            _ = try bench.generate(in: session, label: "always", identifier: [0x02])
            _ = try bench.store("note", in: session)
            try bench.engine.closeSession(session)
        }
        return CardScene(
            contents: reader.contents,
            pairing: reader.record.flatMap { record in pairing.map { ($0.identity, record) } }
        )
    }
}
