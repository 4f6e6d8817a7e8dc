internal import Foundation
internal import Glibc
internal import Synchronization

/// The directory of this process's cards, and the module that shows them.
struct TestPlace: Sendable {
    /// The path of `libjeton-pkcs11.so`.
    let module: String
    private let directory: String

    /// Made once: the module reads the environment when it is initialized.
    static let ofThisProcess: Result<TestPlace, TestCardError> = make()
    private static let count = Atomic(0)

    /// The path of a card that does not exist yet.
    func newCard() -> String {
        let number = Self.count.add(1, ordering: .relaxed).newValue
        return "\(directory)/cards/test-\(number).card"
    }

    private static func make() -> Result<TestPlace, TestCardError> {
        guard getuid() == geteuid(), getgid() == getegid() else {
            return .failure(
                TestCardError(.forbidden, "a program with rights beyond its user's makes no cards for tests")
            )
        }
        guard unsafe getenv("JETON_NO_TESTING") == nil else {
            return .failure(TestCardError(.forbidden, "JETON_NO_TESTING is set: no cards for tests are made"))
        }
        guard let module = candidates.first(where: { unsafe access($0, R_OK) == 0 }) else {
            return .failure(
                TestCardError(.noModule, "libjeton-pkcs11.so is neither beside the program nor installed")
            )
        }
        guard let directory = makeDirectory() else {
            return .failure(TestCardError(.card, "no temporary directory can be made"))
        }
        let variables = [("JETON_PROVIDER_CARDS", directory + "/cards"), ("JETON_DATA", directory + "/data")]
        for (name, value) in variables where unsafe setenv(name, value, 1) != 0 {
            return .failure(TestCardError(.card, "the environment can't be changed"))
        }
        return .success(TestPlace(module: module, directory: directory))
    }

    /// Beside the program, then where packages install it.
    private static var candidates: [String] {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let installed = ["/usr/lib/x86_64-linux-gnu/pkcs11", "/usr/lib/aarch64-linux-gnu/pkcs11", "/usr/local/lib"]
        return ([program.path] + installed).map { $0 + "/libjeton-pkcs11.so" }
    }

    /// A new directory for the owner alone, with the directory of cards in it; deleted when the process ends.
    private static func makeDirectory() -> String? {
        let path = FileManager.default.temporaryDirectory.path + "/jeton-test-" + UUID().uuidString
        guard unsafe mkdir(path, 0o700) == 0, unsafe mkdir(path + "/cards", 0o700) == 0 else { return nil }
        atexit {
            guard case .success(let place) = TestPlace.ofThisProcess else { return }
            try? FileManager.default.removeItem(atPath: place.directory)
        }
        return path
    }
}
