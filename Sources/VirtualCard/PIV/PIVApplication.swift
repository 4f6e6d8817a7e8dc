import Octets
import SmartCard

/// The PIV card application, card's side.
///
/// Every command of NIST SP 800-73-5, part 2, that is not for secure messaging or on-card comparison, and Yubico's
/// published extensions.
///
/// - SeeAlso: NIST SP 800-73-5, part 2, 3.
struct PIVApplication: CardApplication {
    /// The whole identifier with the version 01.00.
    static let identifier: [UInt8] = [0xA0, 0x00, 0x00, 0x03, 0x08, 0x00, 0x00, 0x10, 0x00, 0x01, 0x00]
    /// The firmware version that GET VERSION tells; programs take from it which extensions they may use.
    static let version: [UInt8] = [5, 7, 1]

    enum Instruction {
        static let verify: UInt8 = 0x20
        static let changeReferenceData: UInt8 = 0x24
        static let resetRetryCounter: UInt8 = 0x2C
        static let generateKeyPair: UInt8 = 0x47
        static let generalAuthenticate: UInt8 = 0x87
        static let getData: UInt8 = 0xCB
        static let putData: UInt8 = 0xDB
        // Yubico's extensions.
        static let moveKey: UInt8 = 0xF6
        static let getMetadata: UInt8 = 0xF7
        static let getSerial: UInt8 = 0xF8
        static let attest: UInt8 = 0xF9
        static let setPINRetries: UInt8 = 0xFA
        static let reset: UInt8 = 0xFB
        static let getVersion: UInt8 = 0xFD
        static let importKey: UInt8 = 0xFE
        static let setManagementKey: UInt8 = 0xFF

        /// Those that change nothing that lasts.
        static let reading: Set<UInt8> = [generalAuthenticate, getData, getMetadata, getSerial, attest, getVersion]
    }

    var status = SecurityStatus()
    /// What the other end has to answer next to prove the management key.
    var expectedProof: ManagementProof?

    var identifier: [UInt8] { Self.identifier }

    mutating func reset() {
        status = SecurityStatus()
        expectedProof = nil
    }

    /// The application property template; selecting once more changes no security state.
    ///
    /// - SeeAlso: NIST SP 800-73-5, part 2, 3.1.1, table 3.
    mutating func select(isNew: Bool, memory: inout CardMemory) throws(Refusal) -> [UInt8] {
        if isNew { reset() }
        let owner = Array(Self.identifier.prefix(5))
        let version = Array(Self.identifier.dropFirst(5))
        return TLV(
            tag: 0x61,
            members: [
                TLV(tag: 0x4F, value: version),
                TLV(tag: 0x79, members: [TLV(tag: 0x4F, value: owner)]),
            ]
        ).encoded
    }

    mutating func process(_ command: CommandAPDU, memory: inout CardMemory) throws(Refusal) -> [UInt8] {
        let proof = expectedProof
        expectedProof = nil
        switch command.header.ins {
        case Instruction.verify: return try verify(command, &memory)
        case Instruction.changeReferenceData: return try changeReferenceData(command, &memory)
        case Instruction.resetRetryCounter: return try resetRetryCounter(command, &memory)
        case Instruction.generateKeyPair: return try generateKeyPair(command, &memory)
        case Instruction.generalAuthenticate: return try generalAuthenticate(command, proof, memory)
        case Instruction.getData: return try getData(command, memory)
        case Instruction.putData: return try putData(command, &memory)
        case Instruction.moveKey: return try moveKey(command, &memory)
        case Instruction.getMetadata: return try getMetadata(command, memory)
        case Instruction.getSerial: return try getSerial(command, memory)
        case Instruction.attest: return try attest(command, memory)
        case Instruction.setPINRetries: return try setPINRetries(command, &memory)
        case Instruction.reset: return try resetApplication(command, &memory)
        case Instruction.getVersion: return try getVersion(command)
        case Instruction.importKey: return try importKey(command, &memory)
        case Instruction.setManagementKey: return try setManagementKey(command, &memory)
        default: throw Refusal(.instructionNotSupported)
        }
    }

    /// Who has proved the management key, or given the PUK, which is the security officer's PIN of PKCS #11.
    func isAdministrator(_ memory: CardMemory) -> Bool {
        let piv = memory.contents.piv
        return status.isManagementAuthenticated(piv) || status.isUnblockingKeyVerified(piv)
    }

    func requireManagement(_ memory: CardMemory) throws(Refusal) {
        guard status.isManagementAuthenticated(memory.contents.piv) else {
            throw Refusal(.securityStatusNotSatisfied)
        }
    }

    /// Reads data objects that make up all of some octets.
    static func objects(_ octets: [UInt8]) throws(Refusal) -> [TLV] {
        do throws(EncodingError) {
            var cursor = ByteCursor(octets)
            var objects: [TLV] = []
            while !cursor.isAtEnd { objects.append(try TLV(from: &cursor)) }
            return objects
        } catch {
            throw Refusal(.incorrectData)
        }
    }

    /// The members of the one data object with a tag that makes up all of some octets.
    static func members(of tag: UInt32, in octets: [UInt8]) throws(Refusal) -> [TLV] {
        let objects = try objects(octets)
        guard objects.count == 1, objects[0].tag == tag else { throw Refusal(.incorrectData) }
        return try Self.objects(objects[0].value)
    }
}
