import SmartCard

@testable import SecureChannel

/// A card, and the wire to it, on which a test can listen and meddle.
final class Wire: CardTransport {
    /// What happens to a message on the wire.
    enum Fate {
        case passed
        /// The card never gets the command.
        case lostOnTheWay
        /// The card does what it was told, and its answer is lost.
        case answerLost
    }

    var application: ChannelApplication
    var card: SimpleCard
    let time: TestTime
    /// What was sent and answered, as it was on the wire.
    private(set) var log: [(command: [UInt8], answer: [UInt8])] = []
    var supportsExtendedLength = true
    /// Changes a command before the card gets it.
    var onCommand: (Int, inout [UInt8]) -> Fate = { _, _ in .passed }
    /// Changes an answer before the host gets it.
    var onAnswer: (Int, inout [UInt8]) -> Void = { _, _ in }

    init(_ card: SimpleCard, time: TestTime = TestTime(), random: any RandomSource = SystemRandom()) {
        self.card = card
        self.time = time
        application = ChannelApplication(random: random, time: time)
    }

    func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        let number = log.count
        var sent = command
        let fate = onCommand(number, &sent)
        log.append((sent, []))
        if fate == .lostOnTheWay { throw CardError(.transmissionFailed) }
        var answer = application.process(sent, &card)
        onAnswer(number, &answer)
        log[number].answer = answer
        if fate == .answerLost { throw CardError(.transmissionFailed) }
        return answer
    }

    /// Whether other programs are kept off the card.
    private(set) var isInTransaction = false

    func beginTransaction() { isInTransaction = true }

    func endTransaction() { isInTransaction = false }

    /// Takes the power away and gives it back.
    func reset() { application.reset(&card) }

    func clearLog() { log = [] }

    /// Sends octets past any host.
    func send(_ command: [UInt8]) -> [UInt8] { application.process(command, &card) }

    func status(_ command: [UInt8]) -> StatusWord {
        let answer = send(command)
        return StatusWord(answer[answer.count - 2], answer[answer.count - 1])
    }
}
