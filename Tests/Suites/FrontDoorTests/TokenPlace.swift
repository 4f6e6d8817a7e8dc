import Cryptoki
import Foundation
import Jeton
import JetonOctets
import JetonTesting
import Synchronization
import TestRig

/// Tokens of a test's own, and a directory for the record of refused PINs that the process uses.
enum TokenPlace {
    static let pin = SoftHSM.defaultPIN

    /// What modules and the record of refused PINs read of the environment, set once and before any test reads it.
    ///
    /// The first card for tests sets the directories, those of the record included.
    static let environment: Result<Void, any Error> = Result {
        _ = try TestCard(label: "first")
        _ = try SoftHSM.ofThisProcess.get()
    }

    /// Makes a token in the SoftHSM of this process; the path of its module.
    static func softHSM(_ label: String) throws -> String {
        try environment.get()
        let path = try SoftHSM.ofThisProcess.get().modulePath
        let module = try Module(path: path)
        try SoftHSM.makingToken {
            let empty = try module.slots().last { try !$0.tokenInfo().flags.contains(.tokenInitialized) }
            guard let empty else { throw TestRigError("SoftHSM has no empty slot") }
            let officer = SoftHSM.defaultSecurityOfficerPIN
            try empty.initializeToken(label: label, securityOfficerPIN: Secret(copying: officer))
            var session = try Session(slot: empty, readWrite: true)
            try session.login(.securityOfficer, pin: Secret(copying: officer))
            try session.initializePIN(Secret(copying: pin))
            try session.logout()
        }
        return path
    }

    /// A fault module with one token and two keys of its own.
    static func faulty(_ settings: String = "", serial: String) throws -> FaultModuleCopy {
        try environment.get()
        return try FaultModuleCopy(
            """
            token.0.label = fault
            token.0.serial = \(serial)
            token.0.pin = 1234
            object = class:private,keytype:ec,label:work,id:01,sign:true,private:true
            object = class:public,keytype:ec,label:work,id:01
            object = class:private,keytype:ec,label:other,id:02,sign:true,private:true
            object = class:public,keytype:ec,label:other,id:02
            \(settings)

            """
        )
    }

    /// Runs openssl with files of the given contents, whose paths stand for their names in the arguments.
    static func openssl(_ arguments: [String], _ files: [String: [UInt8]]) async throws -> (status: Int, text: String) {
        let directory = try TemporaryDirectory()
        for (name, octets) in files { try Data(octets).write(to: URL(fileURLWithPath: directory.path(name))) }
        let output = try await ChildProcess.run(
            ["openssl"] + arguments.map { files[$0] == nil ? $0 : directory.path($0) }
        )
        return (Int(output.exitStatus ?? -1), output.text + output.errorText)
    }
}

/// The code of the error that work ended with; nil if it ended otherwise.
func code(_ work: () async throws -> Void) async -> TokenError.Code? {
    do {
        try await work()
        return nil
    } catch {
        return (error as? TokenError)?.code
    }
}

/// A value that tasks share.
final class Shared<Value: Sendable>: Sendable {
    let state: Mutex<Value>

    init(_ value: Value) { state = Mutex(value) }
}
