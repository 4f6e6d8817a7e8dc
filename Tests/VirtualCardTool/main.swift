import Foundation
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

do {
    switch arguments.dropFirst().first {
    case "create" where arguments.count >= 3:
        let identifier = arguments.count > 3 ? number(arguments[3]) : ManagementAlgorithm.tripleDES.rawValue
        guard let algorithm = ManagementAlgorithm(rawValue: identifier) else { fail("no such algorithm") }
        let options = VirtualCardOptions(managementAlgorithm: algorithm)
        tell("\(try VirtualCard.create(at: arguments[2], options).status().serialNumber)")
    case "serve" where arguments.count == 4:
        try VPCDPlug(try VirtualCard(at: arguments[2]), port: number(arguments[3])).run()
    case "send" where arguments.count >= 4:
        // Each command in hexadecimal is sent in order, over and over as often as the first argument says.
        let card = try VirtualCard(at: arguments[2])
        let commands = arguments.dropFirst(4).map { text in
            stride(from: 0, to: text.count, by: 2).compactMap { UInt8(text.dropFirst($0).prefix(2), radix: 16) }
        }
        for _ in 0..<number(arguments[3], Int.self) {
            for command in commands {
                let answer = try card.transmit(command)
                tell(answer.suffix(2).map { String(Int($0) + 0x100, radix: 16).dropFirst().uppercased() }.joined())
            }
        }
    default: fail("usage: virtual-card-tool create IMAGE [ALGORITHM] | serve IMAGE PORT | send IMAGE TIMES COMMAND…")
    }
} catch {
    fail("\(error)")
}
