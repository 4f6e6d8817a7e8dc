import Foundation
import TestRig
import Testing

/// The return values of PKCS #11 3.2, read from the package's own header.
struct ReturnValueTable {
    /// A return value as the standard writes it.
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let number: UInt
        var testDescription: String { name }
    }

    /// All of them but `CKR_OK` and `CKR_VENDOR_DEFINED`.
    static let rows: [Row] = {
        let header = BuildProducts.packageDirectory.appendingPathComponent(
            "Sources/PKCS11/CCryptoki/include/cryptoki_constants.h"
        )
        let text = (try? String(contentsOf: header, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count >= 3, words[0] == "#define", words[1].hasPrefix("CKR_") else { return nil }
            let digits = words[2].drop { !$0.isNumber }.prefix { $0.isHexDigit || $0 == "x" }
            guard digits.hasPrefix("0x"), let number = UInt(digits.dropFirst(2), radix: 16) else { return nil }
            return number == 0 || number >= 0x8000_0000 ? nil : Row(name: String(words[1]), number: number)
        }
    }()
}
