import Foundation
import JetonLibcrypto
import JetonOctets
import VirtualCard

let arguments = CommandLine.arguments

func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data((text + "\n").utf8))
    exit(1)
}

func number<Number: FixedWidthInteger>(_ text: String, _ type: Number.Type = Number.self) -> Number {
    guard let number = Number(text) else { fail("not a number: \(text)") }
    return number
}

/// Writes a line at once, so that whoever kills this program knows how far it came.
func tell(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

/// Selects the application and proves the management key of the factory.
func authenticate(_ card: SoftwareCard) throws {
    _ = try card.transmit([0x00, 0xA4, 0x04, 0x00, 0x05, 0xA0, 0x00, 0x00, 0x03, 0x08])
    let challenge = try card.transmit([0x00, 0x87, 0x03, 0x9B, 0x04, 0x7C, 0x02, 0x81, 0x00, 0x00])
    var factory = (0..<24).map { UInt8($0 % 8 + 1) }
    let response = try BlockCipher.tripleDES.encrypt(Array(challenge[4..<12]), key: Secret(wiping: &factory))
    _ = try card.transmit([0x00, 0x87, 0x03, 0x9B, 0x0C, 0x7C, 0x0A, 0x82, 0x08] + response)
}

do {
    switch arguments.dropFirst().first {
    case "create" where arguments.count >= 3:
        let identifier = arguments.count > 3 ? number(arguments[3]) : ManagementAlgorithm.tripleDES.rawValue
        guard let algorithm = ManagementAlgorithm(rawValue: identifier) else { fail("no such algorithm") }
        let options = VirtualCardOptions(managementAlgorithm: algorithm)
        tell("\(try SoftwareCard.create(at: arguments[2], options).status().serialNumber)")
    case "serve" where arguments.count == 4:
        try VPCDPlug(try SoftwareCard(at: arguments[2]), port: number(arguments[3])).run()
    case "send" where arguments.count >= 4:
        // Each command in hexadecimal is sent in order, over and over as often as the first argument says.
        let card = try SoftwareCard(at: arguments[2])
        let commands = arguments.dropFirst(4).map { text in
            stride(from: 0, to: text.count, by: 2).compactMap { UInt8(text.dropFirst($0).prefix(2), radix: 16) }
        }
        for _ in 0..<number(arguments[3], Int.self) {
            for command in commands {
                let answer = try card.transmit(command)
                tell(answer.suffix(2).map { String(Int($0) + 0x100, radix: 16).dropFirst().uppercased() }.joined())
            }
        }
    case "answer" where arguments.count == 3:
        // Each line of standard input is a command in hexadecimal, and answered by one.
        let card = try SoftwareCard(at: arguments[2])
        while let line = readLine() {
            guard let command = Hex.decode(line) else { fail("not hexadecimal: \(line)") }
            tell(Hex.encode(try card.transmit(command)))
        }
    case "generate" where arguments.count == 4:
        // A new P-256 key in 9A that never asks for the PIN, as often as told; a line for each.
        let card = try SoftwareCard(at: arguments[2])
        try authenticate(card)
        let generate: [UInt8] = [0x00, 0x47, 0x00, 0x9A, 0x08, 0xAC, 0x06, 0x80, 0x01, 0x11, 0xAA, 0x01, 0x01, 0x00]
        for _ in 0..<number(arguments[3], Int.self) {
            guard try card.transmit(generate).suffix(2) == [0x90, 0x00] else { fail("the card made no key") }
            tell("generated")
        }
    case "put" where arguments.count == 4:
        // 3,000 octets of 5A and 3,000 of A5 in turn into the object 5FC105, as often as told; a line for each.
        let card = try SoftwareCard(at: arguments[2])
        try authenticate(card)
        for round in 0..<number(arguments[3], Int.self) {
            let value = [UInt8](repeating: round.isMultiple(of: 2) ? 0x5A : 0xA5, count: 3_000)
            let data = [0x5C, 0x03, 0x5F, 0xC1, 0x05, 0x53, 0x82, 0x0B, 0xB8] + value
            let command = [0x00, 0xDB, 0x3F, 0xFF, 0x00, UInt8(data.count >> 8), UInt8(data.count & 0xFF)] + data
            guard try card.transmit(command) == [0x90, 0x00] else { fail("the card took no object") }
            tell("put")
        }
    default:
        fail(
            """
            usage: virtual-card-tool create IMAGE [ALGORITHM] | serve IMAGE PORT | send IMAGE TIMES COMMAND…
                   | answer IMAGE | generate IMAGE TIMES | put IMAGE TIMES
            """
        )
    }
} catch {
    fail("\(error)")
}
