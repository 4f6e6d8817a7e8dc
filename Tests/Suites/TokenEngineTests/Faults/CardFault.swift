import SmartCard
import Testing

/// What happens to one command on its way to a card, or to its answer.
enum CardFault: Hashable, Sendable, CustomTestStringConvertible {
    /// Another program resets the card before the command reaches it.
    case resetBefore
    /// The card does the command and is reset before its answer arrives.
    case resetAfter
    /// The card does the command; its answer is lost.
    case lostAnswer
    /// The card does the command; another status word arrives in place of its answer.
    case replaced(UInt16)
    /// The card refuses the command.
    case refused(UInt16)

    /// The status words that a card answers after another program has selected something else, or used its login up,
    /// and that of a secure channel that is over.
    static let words: [UInt16] = [0x6D00, 0x6E00, 0x6982, 0x6A82, 0x6A88, 0x6985, 0x6988]

    static let all: [CardFault] =
        [.resetBefore, .resetAfter, .lostAnswer] + words.map(CardFault.replaced) + words.map(CardFault.refused)

    var isReset: Bool { self == .resetBefore || self == .resetAfter }
    var reachesCard: Bool {
        switch self {
        case .resetBefore, .refused: false
        case .resetAfter, .lostAnswer, .replaced: true
        }
    }

    /// What arrives instead of the card's answer; nil if nothing does.
    var answer: [UInt8]? {
        switch self {
        case .resetBefore, .resetAfter, .lostAnswer: nil
        case .replaced(let word), .refused(let word): [UInt8(word >> 8), UInt8(word & 0xFF)]
        }
    }

    var testDescription: String {
        switch self {
        case .resetBefore: "reset before"
        case .resetAfter: "reset after"
        case .lostAnswer: "answer lost"
        case .replaced(let word): "answer replaced by \(String(word, radix: 16))"
        case .refused(let word): "refused with \(String(word, radix: 16))"
        }
    }
}
