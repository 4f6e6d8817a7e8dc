import JetonKeystoreBase
import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

// What another process does to a store in a test. The first argument says what, the second names the store.
//
//   read STORE GROUP ACCOUNT              exit 0 if the item is there
//   add STORE GROUP ACCOUNT STATUS        exit 0 if adding it answers with the status
//   fill STORE GROUP PREFIX COUNT         adds COUNT items
//   replace STORE GROUP ACCOUNT COUNT     gives the item COUNT new labels and secrets that belong together
//   watch STORE GROUP ACCOUNT COUNT       reads it COUNT times; exit 1 if label and secret ever differ
//   storm STORE GROUP SEED COUNT LOG      COUNT random changes, each noted in LOG before and after
//   hold STORE GROUP                      takes the group's lock and sleeps
//   exercise STORE GROUP                  makes the store and uses each kind of cryptography on it

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 3, let group = AccessGroup(rawValue: "ABCDE12345." + arguments[2]) else { exit(64) }
do {
    if arguments[0] == "exercise" { exit(try Exercise(store: arguments[1], group: group).run()) }
    let job = try Job(store: arguments[1], group: group)
    exit(try job.run(arguments[0], Array(arguments.dropFirst(3))))
} catch {
    print("\(arguments[0]): \(error)")
    exit(70)
}
