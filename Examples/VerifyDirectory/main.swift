import Foundation
import JetonCMS
import JetonFiles
import VerificationDesk

// Verifies the files in a directory and below it: messages, timestamps, PDF, XML and containers. No token is needed.
//
//     verify-directory DIRECTORY TRUST
//
// TRUST is a file of trusted certificates in PEM. Exit code 0 says that every signature is valid.

func verify(_ directory: String, trust: String) throws -> Bool {
    let verifier = FileVerifier(policy: VerificationPolicy(trust: try TrustFiles.store([trust])))
    var unread: [FileError] = []
    var isValid = true
    for file in FileSource.files(below: directory, &unread) {
        do {
            let result = try verifier.verify(file)
            print("\(file.path): \(result.isValid ? "valid" : "not valid")")
            isValid = isValid && result.isValid
        } catch let error as VerificationError {
            print(error)
            isValid = isValid && error.code == .notSigned
        }
    }
    for error in unread { print("error: \(error)") }
    return isValid && unread.isEmpty
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
    print("usage: verify-directory DIRECTORY TRUST")
    exit(2)
}
do {
    exit(try verify(arguments[1], trust: arguments[2]) ? 0 : 1)
} catch {
    print("error: \(error)")
    exit(1)
}
