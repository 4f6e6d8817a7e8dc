import TestRig

/// What a broken card or link makes of answers, the same for the same seed.
struct AnswerDamage {
    private var random: SeededNumbers
    /// One of so many answers is damaged.
    private let rarity: Int

    init(seed: UInt64) {
        random = SeededNumbers(seed: seed)
        rarity = 2 + random.next(below: 23)
    }

    /// The answer as it arrives.
    mutating func apply(to answer: [UInt8]) -> [UInt8] {
        guard random.next(below: rarity) == 0, !answer.isEmpty else { return answer }
        var answer = answer
        let place = random.next(below: answer.count)
        switch random.next(below: 8) {
        case 0: answer[place] ^= UInt8(1 << random.next(below: 8))
        case 1: answer[place] = UInt8(random.next(below: 256))
        case 2: answer.removeLast(answer.count - place)
        case 3: answer.insert(contentsOf: [UInt8](repeating: 0xFF, count: 1 + place % 40), at: place)
        case 4: answer = Array(answer.suffix(2))
        case 5: answer = [0x90, 0x00]
        case 6: answer.reverse()
        default:
            let words: [[UInt8]] = [
                [0x69, 0x82], [0x6A, 0x82], [0x6D, 0x00], [0x61, 0x10], [0x6C, 0x08], [0x63, 0xC0], [0x69, 0x83],
            ]
            answer = words[random.next(below: words.count)]
        }
        return answer
    }
}
