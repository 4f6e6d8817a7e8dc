import Foundation
import TestRig
import Testing

@Suite("Ed25519 signatures in PDF, as openssl reads them")
struct PDFEd25519Tests {
    /// A value that openssl lists: where it begins, how long its header and its content are, and what it is.
    private struct Listed {
        let range: Range<Int>
        let content: Range<Int>
        let depth: Int
        let words: String

        init?(_ line: Substring) {
            // "   42:d=3  hl=2 l=   9 prim: OBJECT            :signedData"
            guard let match = line.firstMatch(of: /^\s*(\d+):d=(\d+)\s+hl=(\d+)\s+l=\s*(\d+)\s+(.*)$/),
                let start = Int(match.1), let depth = Int(match.2), let head = Int(match.3), let length = Int(match.4)
            else { return nil }
            range = start..<(start + head + length)
            content = (start + head)..<(start + head + length)
            self.depth = depth
            words = String(match.5)
        }
    }

    // The CMS of OpenSSL 3.0 does not verify Ed25519 with signed attributes (RFC 8419): its parts are checked one by one.
    @Test("openssl finds the digest of the covered bytes in the message, and its signature good")
    func judged() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makePDFSigner("ed25519")
        try place.directory.write(MadePDF().bytes(), to: "contract.pdf")
        try await place.withPIN("sign", "contract.pdf", "--key", "signer").exits(0)
        let file = try #require(place.contents("contract-signed.pdf"))
        let text = String(decoding: file, as: Unicode.ASCII.self)
        let stated = try #require(text.firstMatch(of: /\/ByteRange \[0 (\d+) (\d+) (\d+) *\]/))
        let (first, second, length) = (
            try #require(Int(stated.1)), try #require(Int(stated.2)), try #require(Int(stated.3))
        )
        #expect(second + length == file.count)
        try place.directory.write(file[..<first] + file[second...], to: "covered")
        let digits = Array(text)[(first + 1)..<(second - 1)]
        let room = stride(from: digits.startIndex, to: digits.endIndex, by: 2).map { index in
            UInt8(String(digits[index...(index + 1)]), radix: 16) ?? 0
        }
        // Behind the message the room is filled with zeros.
        try #require(room.starts(with: [0x30, 0x82]))
        let message = Array(room.prefix(4 + (Int(room[2]) << 8 | Int(room[3]))))
        try place.directory.write(message, to: "message.der")

        let shown = try await place.openssl("asn1parse", "-inform", "DER", "-in", "message.der")
        let values = shown.text.split(separator: "\n").compactMap(Listed.init)
        // SignerInfo is the last value of depth 4: its attributes are [0], its last value the signature.
        let signer = try #require(values.last { $0.depth == 4 && $0.words.hasPrefix("cons: SEQUENCE") })
        let parts = values.filter { $0.depth == 5 && signer.content.contains($0.range.lowerBound) }
        let attributes = try #require(parts.first { $0.words.hasPrefix("cons: cont [ 0 ]") })
        let signature = try #require(parts.last { $0.words.hasPrefix("prim: OCTET STRING") })
        #expect(signature.content.count == 64)

        // The digest: SHA-512 with Ed25519.
        let name = try #require(values.firstIndex { $0.words.hasSuffix(":messageDigest") })
        let stored = try #require(values[name...].first { $0.words.hasPrefix("prim: OCTET STRING") })
        let digest = try await place.openssl("dgst", "-sha512", "-binary", "covered")
        #expect(Array(message[stored.content]) == digest.standardOutput)

        // What is signed are the attributes as a SET.
        let signed = [0x31] + message[attributes.range].dropFirst()
        try place.directory.write(signed, to: "attributes")
        try place.directory.write(Array(message[signature.content]), to: "signature")
        try await place.openssl("pkcs7", "-inform", "DER", "-in", "message.der", "-print_certs", "-out", "signer.pem")
        try await place.openssl("verify", "-CAfile", "ca.pem", "signer.pem")
        let key = try await place.openssl("x509", "-in", "signer.pem", "-noout", "-pubkey")
        try place.directory.write(key.standardOutput, to: "signer.pub")
        let check = ["pkeyutl", "-verify", "-pubin", "-inkey", "signer.pub", "-rawin", "-sigfile", "signature", "-in"]
        let good = try await place.run("openssl", and: check + ["attributes"])
        #expect(good.exitStatus == 0 && good.text.contains("Signature Verified Successfully"), "\(good.errorText)")
        for index in [2, signed.count / 2, signed.count - 1] {
            var changed = signed
            changed[index] ^= 1
            try place.directory.write(changed, to: "changed")
            #expect(try await place.run("openssl", and: check + ["changed"]).exitStatus == 1, "byte \(index)")
        }
    }
}
