import JetonOctets
import SmartCard

/// The PIV card application, card's side.
///
/// Every command of NIST SP 800-73-5, part 2, that is not for secure messaging or on-card comparison, and Yubico's
/// published extensions.
///
/// - SeeAlso: NIST SP 800-73-5, part 2, 3.
struct PIVApplication: CardApplication {
    /// The firmware version that GET VERSION tells; programs take from it which extensions they may use.
    static let version: [UInt8] = [5, 7, 1]

    var status = SecurityStatus()
    /// What the other end has to answer next to prove the management key.
    var expectedProof: ManagementProof?

    var identifier: [UInt8] { PIVIdentifier.full }

    mutating func reset() {
        status = SecurityStatus()
        expectedProof = nil
    }

    /// The application property template; selecting once more changes no security state.
    ///
    /// - SeeAlso: NIST SP 800-73-5, part 2, 3.1.1, table 3.
    mutating func select(isNew: Bool, memory: inout CardMemory) throws(Refusal) -> [UInt8] {
        if isNew { reset() }
        return TLV(
            tag: PIVTag.Selection.template,
            members: [
                TLV(tag: PIVTag.Selection.identifier, value: PIVIdentifier.version),
                TLV(
                    tag: PIVTag.Selection.authority,
                    members: [TLV(tag: PIVTag.Selection.identifier, value: PIVIdentifier.application)]
                ),
            ]
        ).encoded
    }

    mutating func process(_ command: CommandAPDU, memory: inout CardMemory) throws(Refusal) -> [UInt8] {
        let proof = expectedProof
        expectedProof = nil
        switch command.header.ins {
        case PIVInstruction.verify: return try verify(command, &memory)
        case PIVInstruction.changeReferenceData: return try changeReferenceData(command, &memory)
        case PIVInstruction.resetRetryCounter: return try resetRetryCounter(command, &memory)
        case PIVInstruction.generateKeyPair: return try generateKeyPair(command, &memory)
        case PIVInstruction.generalAuthenticate: return try generalAuthenticate(command, proof, memory)
        case PIVInstruction.getData: return try getData(command, memory)
        case PIVInstruction.putData: return try putData(command, &memory)
        case PIVInstruction.moveKey: return try moveKey(command, &memory)
        case PIVInstruction.getMetadata: return try getMetadata(command, memory)
        case PIVInstruction.getSerial: return try getSerial(command, memory)
        case PIVInstruction.attest: return try attest(command, memory)
        case PIVInstruction.setPINRetries: return try setPINRetries(command, &memory)
        case PIVInstruction.reset: return try resetApplication(command, &memory)
        case PIVInstruction.getVersion: return try getVersion(command)
        case PIVInstruction.importKey: return try importKey(command, &memory)
        case PIVInstruction.setManagementKey: return try setManagementKey(command, &memory)
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

extension PIVInstruction {
    /// Those that change nothing that lasts.
    static let reading: Set<UInt8> = [generalAuthenticate, getData, getMetadata, getSerial, attest, getVersion]
}
