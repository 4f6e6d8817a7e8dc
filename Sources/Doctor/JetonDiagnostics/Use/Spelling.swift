/// Words that are nearly one of some others.
enum Spelling {
    /// The word that another one was probably meant to be; nil if it is one of them, or is like none.
    static func nearest(to word: String, in known: [String]) -> String? {
        guard word.utf8.count >= 4, word.utf8.count <= 64, !known.contains(word) else { return nil }
        let limit = word.utf8.count < 6 ? 1 : 2
        return known.map { ($0, distance(Array(word.utf8), Array($0.utf8))) }.filter { $0.1 <= limit }
            .min { $0.1 < $1.1 }?.0
    }

    /// How many bytes have to be changed, added or removed, or two neighbors exchanged.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        guard abs(left.count - right.count) <= 2 else { return 3 }
        var before: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let same = left[row] == right[column]
                var best = min(last[column] + (same ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, before[column - 1] + 1)
                }
                current.append(best)
            }
            before = last
            last = current
        }
        return last[right.count]
    }
}
