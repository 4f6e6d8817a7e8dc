import JetonKeystoreBase
import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

// A program of a developer that keeps the keys of a paired token in the user's keystore, as small as it can be.
//
//   keystore-demo DATA KEYFILE pair TOKEN SECRET   stores the keys of a pairing
//   keystore-demo DATA KEYFILE open TOKEN          finds them, without pairing again, and prints the secret
//   keystore-demo DATA KEYFILE find TOKEN          looks for the keys without naming a group
//   keystore-demo DATA KEYFILE name TOKEN GROUP    looks for them in a group that it names
//
// DATA is the user's folder of Jeton. The first line printed is the status, the second says what happened.

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 4 else { exit(64) }
do {
    try exit(Demo(data: arguments[0], keyFile: arguments[1]).run(arguments[2], Array(arguments.dropFirst(3))))
} catch let error as KeystoreError {
    print("\(error.code.rawValue)\n\(error.context)\(error.hint.map { "\nhint: \($0)" } ?? "")")
    exit(1)
} catch {
    print("70\n\(error)")
    exit(70)
}
