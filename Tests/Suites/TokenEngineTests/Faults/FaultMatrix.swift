import JetonOctets
import SmartCard

@testable import TokenEngine
@testable import VirtualCard

/// One operation with a fault at each of its commands.
struct FaultMatrix {
    let link: CardScene.Link
    let operation: FaultOperation
    private(set) var runs = 0
    private(set) var harms: [String] = []

    init(_ link: CardScene.Link, _ operation: FaultOperation) {
        self.link = link
        self.operation = operation
    }

    /// The first harms, and how many there are.
    var summary: String {
        "\(operation.name), \(link): \(harms.count) harms in \(runs) runs: \(harms.prefix(12).joined(separator: "; "))"
    }

    /// Runs the operation with every fault.
    ///
    /// - Parameter stride: 1 for all commands; more for every command of that number, where each fault begins at
    ///   another one, so that each command meets some faults.
    /// - Throws: What sets up the card or judges the outcome throws.
    mutating func run(stride: Int) throws {
        var scene = try CardScene.of(link, operation.stage)
        operation.setUp(&scene.contents)
        for (number, fault) in CardFault.all.enumerated() {
            var position = number % stride
            while position < operation.limit, try inject(fault, at: position, scene) {
                runs += 1
                position += stride
            }
        }
    }

    /// Runs an operation with one fault.
    ///
    /// - Returns: Whether the operation sent as many commands, so that there was a fault.
    private mutating func inject(_ fault: CardFault, at position: Int, _ scene: CardScene) throws -> Bool {
        let reader = FaultyReader(scene)
        let bench = try CardBench(reader)
        let pin = operation.role == .securityOfficer ? EngineRig.securityOfficerPIN : EngineRig.pin
        let session = try bench.session(operation.role, pin)
        // What is on the card is known before the faults begin.
        if operation.role == .user { _ = try bench.find(.privateKey, in: session) }
        reader.arm(fault, at: position)
        var failure: TokenFault?
        do { try operation.run(bench, session) } catch let error as TokenFault { failure = error }
        guard reader.disarm() else { return false }
        let outcome = FaultOutcome(scene: scene, reader: reader, fault: failure, injected: fault)
        var found = commonHarms(outcome)
        do { found += try operation.judge(outcome) } catch { found.append("not usable afterwards: \(error)") }
        harms += found.map {
            "\(fault.testDescription) at \(position): \($0) (\(failure?.code.description ?? "success"))"
        }
        return true
    }

    private func commonHarms(_ outcome: FaultOutcome) -> [String] {
        var harms: [String] = []
        let (before, after) = (outcome.scene.contents.piv, outcome.contents.piv)
        let spent = Int(before.pin.triesLeft) - Int(after.pin.triesLeft)
        let spentKeys = Int(before.unblockingKey.triesLeft) - Int(after.unblockingKey.triesLeft)
        if !operation.erases {
            if spent > operation.meant.pin { harms.append("\(spent) tries of the PIN were spent") }
            if spentKeys > operation.meant.unblockingKey { harms.append("\(spentKeys) tries of the PUK were spent") }
        }
        let isRefused = outcome.fault?.code == .pinIncorrect || outcome.fault?.code == .pinLocked
        let isWrong = operation.meant.pin + operation.meant.unblockingKey > 0
        if isWrong, outcome.fault == nil { harms.append("a wrong PIN is called right") }
        if isWrong, max(spent, spentKeys) > 0, !isRefused {
            harms.append("a try was spent, and the PIN is not said to be wrong")
        }
        if !isWrong, isRefused { harms.append("a right PIN is called wrong") }
        if operation.name.hasPrefix("login"), outcome.fault?.code == .userNotLoggedIn {
            harms.append("C_Login can't answer that no user has logged in")
        }
        if link == .clear { harms += repeated(outcome.reader.delivered) }
        return harms
    }

    /// Commands that change the card and reached it twice, but for the PIN that the card has accepted before.
    private func repeated(_ commands: [[UInt8]]) -> [String] {
        let changes: [UInt8] = [0x24, 0x2C, 0x47, 0xDB, 0xF6, 0xFA, 0xFB, 0xFE, 0xFF]
        var seen: Set<[UInt8]> = []
        var generated = 0
        var harms: [String] = []
        for command in commands where changes.contains(command[1]) {
            if command[1] == 0x47 { generated += 1 }
            if !seen.insert(command).inserted { harms.append("a command \(Hex.encode([command[1]])) was sent twice") }
        }
        if generated > 1 { harms.append("GENERATE was sent \(generated) times") }
        return harms
    }
}
