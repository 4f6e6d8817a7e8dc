package import JetonJSON
internal import JetonOctets
internal import PeerIdentity
internal import SSHWire

/// One request and what became of it.
package struct JournalEntry: Hashable, Sendable {
    /// Seconds since 1970.
    package let time: Int64
    /// What was asked.
    package let operation: AgentOperation
    /// At which door.
    package let door: AgentOperation.Door
    /// `signed`, or the code of the refusal.
    package let outcome: String
    /// One sentence for people; empty for what was done.
    package let explanation: String
    /// The next command; empty if there is none.
    package let hint: String
    /// The program, escaped.
    package let program: String
    /// The key's fingerprint; empty if it is not about one.
    package let key: String
    /// The purpose and the destination, escaped.
    package let purpose: String
    package let destination: String

    /// Makes the entry of a request.
    init(
        time: Int64,
        _ operation: AgentOperation,
        at door: AgentOperation.Door,
        program: PeerProgram?,
        request: SignRequest? = nil,
        refusal: Refusal? = nil
    ) {
        self.time = time
        self.operation = operation
        self.door = door
        outcome = refusal?.code ?? "done"
        explanation = refusal?.explanation ?? ""
        hint = refusal?.hint ?? ""
        self.program = program?.shown ?? ""
        key = request?.key ?? ""
        purpose = request?.data.purpose.rawValue ?? ""
        destination = request?.destination.text ?? ""
    }

    /// The entry as one line of JSON.
    package var json: CanonicalJSON {
        .object([
            "time": .integer(time), "operation": .string(operation.rawValue), "door": .string(door.rawValue),
            "outcome": .string(outcome), "explanation": .string(explanation), "hint": .string(hint),
            "program": .string(program), "key": .string(key), "purpose": .string(purpose),
            "destination": .string(destination),
        ])
    }
}
