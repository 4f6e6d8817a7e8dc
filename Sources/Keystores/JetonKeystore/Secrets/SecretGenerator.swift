internal import Glibc
package import JetonOctets

/// Makes secrets that cannot be guessed.
package struct SecretGenerator {
    /// A kind of characters.
    package enum CharacterClass: String, CaseIterable {
        case lower, upper, digits, symbols

        var characters: [UInt8] {
            switch self {
            case .lower: Array("abcdefghijklmnopqrstuvwxyz".utf8)
            case .upper: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
            case .digits: Array("0123456789".utf8)
            case .symbols: Array("!#$%&()*+,-./:;<=>?@[]^_{|}~".utf8)
            }
        }
    }

    /// What is made.
    package enum Form {
        /// As many characters, at least one of each class.
        case characters(Int, [CharacterClass])
        /// As many words of five letters, with a hyphen between.
        case words(Int)
    }

    private let form: Form

    /// Makes secrets of a form.
    package init(form: Form) { self.form = form }

    // A word is one of the 65,536 of D. S. Wilkerson's "A Proposal for Proquints" (arXiv:0901.4016): two consonants of four
    // bits and a vowel of two bits between, and a vowel and a consonant more. It can be pronounced and needs no list.
    private static let consonants = Array("bdfghjklmnprstvz".utf8)
    private static let vowels = Array("aiou".utf8)
    private static let wordBits = 16

    /// Bits of chance: the logarithm of the number of secrets that are equally likely, rounded down.
    package var bits: Int {
        switch form {
        case .words(let count): return count * Self.wordBits
        case .characters(let count, let classes):
            // Inclusion and exclusion: secrets that lack a class are never made.
            let total = classes.reduce(0) { $0 + $1.characters.count }
            var number = pow(Double(total), Double(count))
            for subset in 1..<(1 << classes.count) {
                let left = classes.indices.filter { subset & 1 << $0 == 0 }
                    .reduce(0) { $0 + classes[$1].characters.count }
                let sign: Double = subset.nonzeroBitCount % 2 == 0 ? 1 : -1
                number += sign * pow(Double(left), Double(count))
            }
            return Int(log2(number))
        }
    }

    /// A new secret.
    package func make() -> Secret {
        switch form {
        case .characters(let count, let classes): return Self.characters(count, classes)
        case .words(let count): return Self.words(count)
        }
    }

    private static func characters(_ count: Int, _ classes: [CharacterClass]) -> Secret {
        let alphabet = classes.flatMap(\.characters)
        return Secret(capacity: count) { target in
            repeat {
                for index in 0..<count { target[index] = alphabet[Int.random(in: alphabet.indices)] }
                // Trying again as a whole leaves every secret that has each class equally likely.
            } while !hasEach(classes, target.span)
            return count
        }
    }

    private static func hasEach(_ classes: [CharacterClass], _ octets: Span<UInt8>) -> Bool {
        for kind in classes {
            let characters = kind.characters
            var isThere = false
            for index in octets.indices where characters.contains(octets[index]) { isThere = true }
            if !isThere { return false }
        }
        return true
    }

    private static func words(_ count: Int) -> Secret {
        Secret(capacity: count * 6 - 1) { target in
            var position = 0
            for word in 0..<count {
                if word > 0 {
                    target[position] = UInt8(ascii: "-")
                    position += 1
                }
                for index in 0..<5 {
                    let letters = index % 2 == 0 ? consonants : vowels
                    target[position] = letters[Int.random(in: letters.indices)]
                    position += 1
                }
            }
            return position
        }
    }
}
