import Foundation
import JetonOctets
import JetonPCSC
import PIVCard
import SmartCard

// Uses the PIV card in the first reader, and prints what came of it, a line for each fact. A test runs this inside
// the namespace of a private pcscd, which the test's own process cannot enter.

/// Writes a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

do {
    let context = try Context(library: PCSCLibrary())
    guard let reader = try context.readers().first else { throw PIVError(.noApplication) }
    let transport = try PCSCTransport(try context.connect(to: reader))
    say("extended length: \(transport.supportsExtendedLength)")
    var card = try PIVClient(CardChannel(transport))
    say("serial number: \(try card.serialNumber() ?? 0)")
    var factory = (0..<24).map { UInt8($0 % 8 + 1) }
    try card.authenticate(Secret(wiping: &factory))
    try card.putObject(0x5FC10C, [UInt8](repeating: 0x5A, count: 10_000))
    say("object: \(try card.object(0x5FC10C)?.count ?? 0)")
    let key = try card.generateKey(.rsa2048, in: .signature)
    var digits = Array("123456".utf8)
    let pin = Secret(wiping: &digits)
    let block = [0] + [UInt8](repeating: 7, count: 255)
    let signature = try card.withTransaction { (card) throws(PIVError) in
        try card.verify(pin)
        return try card.sign(block, with: .rsa2048, in: .signature)
    }
    say("signature: \(signature.count), key as described: \(try card.metadata(of: .signature)?.publicKey == key)")
    try card.close().close().close()
} catch {
    say("error: \(error)")
    exit(1)
}
