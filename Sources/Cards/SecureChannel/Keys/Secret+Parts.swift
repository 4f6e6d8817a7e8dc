import JetonOctets

extension Secret {
    /// Some of the octets as a secret of their own.
    borrowing func part(_ range: Range<Int>) -> Secret {
        withBytes { Secret(copying: $0.extracting(range)) }
    }

    /// Some of the octets, which are none of the secret ones.
    borrowing func octets(_ range: Range<Int>) -> [UInt8] {
        withBytes { octets in range.map { octets[$0] } }
    }

    /// This secret and another one behind it.
    borrowing func followed(by other: borrowing Secret) -> Secret {
        withBytes { first in
            other.withBytes { second in
                Secret(capacity: first.count + second.count) { (target: inout MutableSpan<UInt8>) in
                    for index in 0..<first.count { target[index] = first[index] }
                    for index in 0..<second.count { target[first.count + index] = second[index] }
                    return first.count + second.count
                }
            }
        }
    }

    /// This secret and octets behind it.
    borrowing func followed(by octets: [UInt8]) -> Secret {
        withBytes { first in
            Secret(capacity: first.count + octets.count) { (target: inout MutableSpan<UInt8>) in
                for index in 0..<first.count { target[index] = first[index] }
                for index in 0..<octets.count { target[first.count + index] = octets[index] }
                return first.count + octets.count
            }
        }
    }
}
