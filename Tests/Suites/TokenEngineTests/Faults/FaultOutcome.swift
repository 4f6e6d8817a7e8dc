import JetonOctets
import JetonPIV

@testable import TokenEngine
@testable import VirtualCard

/// What an operation whose commands failed has left behind.
struct FaultOutcome {
    let scene: CardScene
    let reader: FaultyReader
    let fault: TokenFault?
    let injected: CardFault

    var contents: CardContents { reader.contents }

    /// Whether the counter of the PIN tells what became of it: it grows with a right PIN, and goes down with a wrong one.
    var isToldByCounter: Bool { fault?.code != .deviceRemoved }

    /// The PIN that the card has, which must be one of some, and no other.
    func pinInForce(_ pins: [String]) -> [String] {
        pins.contains { contents.piv.pin.isPIN($0) } ? [] : ["the PIN is none of those that were given"]
    }

    /// The user can log in with the first PIN, once it was set without an error.
    func hasFirstPIN(_ pin: String) throws -> [String] {
        let bench = try CardBench(reader)
        if fault != nil {
            let officer = try bench.session(.securityOfficer, EngineRig.securityOfficerPIN)
            try bench.engine.initializePIN(officer, EngineRig.secret(pin))
            try bench.engine.closeSession(officer)
        }
        _ = try bench.session(.user, pin)
        return []
    }

    /// The token can be initialized again with the same arguments, and used then.
    func initializedAgain() throws -> [String] {
        var harms: [String] = []
        let before = contents
        let isOwn = before.piv.unblockingKey.isPIN(EngineRig.securityOfficerPIN)
        let isFactory = before.piv.unblockingKey.isFactory(PINReference.factoryUnblockingKey)
        if !isOwn, !isFactory { harms.append("the PUK is none of those that were given") }
        do {
            let bench = try CardBench(reader)
            try FaultOperation.initialize(bench, 0)
            guard contents.piv.unblockingKey.isPIN(EngineRig.securityOfficerPIN) else {
                return harms + ["the second run did not set the PUK"]
            }
            let officer = try bench.session(.securityOfficer, EngineRig.securityOfficerPIN)
            try bench.engine.initializePIN(officer, EngineRig.secret(EngineRig.pin))
            try bench.engine.closeSession(officer)
            let session = try bench.session(.user, EngineRig.pin)
            _ = try bench.generate(in: session, label: "again")
            if try bench.engine.describeToken(0).label != "beta" { harms.append("the label is lost") }
        } catch {
            harms.append("the token can't be initialized again: \(error)")
        }
        return harms
    }

    /// Every key has its label, none is there twice, and an operation works now.
    func keysAreNamed(_ label: String, _ again: (CardBench, UInt) throws -> Void) throws -> [String] {
        var harms: [String] = []
        let before = contents.piv.keys.count
        let known = scene.contents.piv.keys.count
        if before > known + 1 { harms.append("\(before - known) keys were made") }
        let bench = try CardBench(reader)
        let session = try bench.session(.user, EngineRig.pin)
        let labels = try bench.labels(.privateKey, in: session)
        // One of the keys is the attestation key.
        if labels.count != before - 1 { harms.append("\(before - 1) keys, \(labels.count) of them listed") }
        for found in labels where !["old", "always", label].contains(found) {
            harms.append("a key is called '\(found)'")
        }
        try again(bench, session)
        return harms
    }

    /// Every data object can be read, and one more can be written.
    func objectsAreNamed() throws -> [String] {
        let bench = try CardBench(reader)
        let session = try bench.session(.user, EngineRig.pin)
        let labels = try bench.labels(.data, in: session).filter { ["note", "new"].contains($0) }
        _ = try bench.store("another", in: session)
        return labels == ["note"] || labels == ["new", "note"] ? [] : ["the data objects are \(labels)"]
    }
}

extension PINReference {
    /// Whether the value is one of 6 to 8 characters.
    func isPIN(_ text: String) -> Bool { reference.equals(Secret(copying: PINFormat.padded(Array(text.utf8)).span)) }
}
