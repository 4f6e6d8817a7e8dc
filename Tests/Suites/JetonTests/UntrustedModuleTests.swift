import Glibc
import TestRig
import Testing

/// Modules that another user could have made, loaded by root.
@Suite("Modules of other users")
struct UntrustedModuleTests {
    private static let isRoot = geteuid() == 0

    @Test("Root does not load a module that another user can change, however it is named", .enabled(if: isRoot))
    func refused() async throws {
        let module = try Workplace.fault("token.0.label = mine\n")
        let place = try Workplace.with(module)
        try await place.jeton("list").exits(0).prints("mine")
        try #require(unsafe chmod(module.path, 0o666) == 0)
        for command in [["list"], ["token", "show"], ["modules", "show"], ["key", "list"]] {
            let answer = try await place.jeton(command).exits(5)
            answer.says(
                "error: module \(module.path) is not loaded as root: every user can write to \(module.path)",
                "hint: "
            )
        }
        // Named by the environment, the module is left out, and the others are used.
        let others = try Workplace(modules: [])
        let list = try await others.jeton("list", environment: ["JETON_MODULES": module.path])
        list.says("warning: \(module.path): other users can change it (every user can write to \(module.path))")
        #expect(!list.text.contains("mine"))
        try await others.jeton("modules", "list", environment: ["JETON_MODULES": module.path]).exits(0)
            .prints("other users can change it")
    }

    @Test(
        "A relative path in JETON_MODULES is a usage error",
        arguments: ["./evil.so", "lib/evil.so", "/usr/lib/a.so:../evil.so"]
    )
    func relative(list: String) async throws {
        let place = try Workplace(modules: [])
        try await place.jeton("list", environment: ["JETON_MODULES": list]).exits(2)
            .says(
                "error: JETON_MODULES names '",
                "evil.so', which is not an absolute path",
                "hint: JETON_MODULES=\"$PWD/"
            )
    }
}
