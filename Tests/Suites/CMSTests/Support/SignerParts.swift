import JetonASN1
import SwiftASN1
import Testing

/// What the only signer of a DER message signed and with what, found by swift-asn1 and not by our own reader.
struct SignerParts {
    let signedOctets: [UInt8]
    let signature: [UInt8]

    init(_ message: [UInt8]) throws {
        let contentInfo = try SignerParts.members(DER.parse(message))
        let explicit = try SignerParts.members(contentInfo[1])
        let signers = try #require(SignerParts.members(explicit[0]).last)
        let info = try SignerParts.members(SignerParts.members(signers)[0])
        // The attributes are signed as a SET, whatever their tag in the message.
        signedOctets = [0x31] + info[3].encodedBytes.dropFirst()
        guard case .primitive(let octets) = info[5].content else {
            throw ASN1Error.unexpectedFieldType(info[5].identifier)
        }
        signature = Array(octets)
    }

    private static func members(_ node: ASN1Node) throws -> [ASN1Node] {
        guard case .constructed(let nodes) = node.content else { throw ASN1Error.unexpectedFieldType(node.identifier) }
        return Array(nodes)
    }
}
