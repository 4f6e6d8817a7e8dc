import Glibc
import JetonFiles
import Testing

@testable import TokenKit

/// Modules and configuration that other users could replace: their code would run as the user of jeton.
@Suite("Modules that others can change")
struct ModuleTrustTests {
    private static let stranger: uid_t = 54_321
    private static let isRoot = geteuid() == 0

    private func environment(_ tree: FixtureTree, userID: UInt32 = geteuid(), list: String? = nil) -> ModuleEnvironment
    {
        ModuleEnvironment(
            root: tree.root,
            moduleList: list,
            userID: userID,
            executableDirectory: "/opt/jeton/bin",
            libraryDirectories: ["/usr/lib"]
        )
    }

    /// What is done to the files before the registry looks, and the words for it.
    enum Opening: String, CaseIterable {
        case moduleForAll, moduleForGroup, directoryForAll, directoryForGroup, upperDirectoryForAll

        func apply(_ tree: FixtureTree) {
            switch self {
            case .moduleForAll: unsafe chmod(tree.path("lib/deep/a.so"), 0o666)
            case .moduleForGroup:
                unsafe chown(tree.path("lib/deep/a.so"), uid_t.max, 54_321)
                unsafe chmod(tree.path("lib/deep/a.so"), 0o664)
            case .directoryForAll: unsafe chmod(tree.path("lib/deep"), 0o777)
            case .directoryForGroup:
                unsafe chown(tree.path("lib/deep"), uid_t.max, 54_321)
                unsafe chmod(tree.path("lib/deep"), 0o775)
            case .upperDirectoryForAll: unsafe chmod(tree.path("lib"), 0o777)
            }
        }

        var needsRoot: Bool { self == .moduleForGroup || self == .directoryForGroup }
    }

    @Test(
        "A module that a group or all can write to, or replace, is refused for root and warned of otherwise",
        arguments: Opening.allCases.filter { isRoot || !$0.needsRoot },
        ["argument", "JETON_MODULES", "configuration"]
    )
    func open(_ opening: Opening, _ way: String) throws {
        let tree = try FixtureTree(["lib/deep/a.so": "a"])
        if way == "configuration" { try tree.write("etc/pkcs11/modules/a.module", "module: /lib/deep/a.so\n") }
        opening.apply(tree)
        func registry(_ userID: UInt32) -> ModuleRegistry {
            ModuleRegistry(
                in: environment(tree, userID: userID, list: way == "JETON_MODULES" ? "/lib/deep/a.so" : nil),
                only: way == "argument" ? ["/lib/deep/a.so"] : []
            )
        }
        let other = registry(1000)
        #expect(other.modules.map(\.path) == ["/lib/deep/a.so"])
        #expect(other.problems.map(\.code) == [.openToOthers])
        #expect(other.problems.first?.description.contains("can write to \(tree.root)/lib") == true)
        let root = registry(0)
        #expect(root.modules.isEmpty)
        #expect(root.problems.map(\.code) == [.openToOthers])
        guard case .openToOthers = root.leftOut.first?.reason else {
            Issue.record("\(String(describing: root.leftOut.first?.reason))")
            return
        }
    }

    @Test(
        "A module, a directory or a link of another user is refused for root",
        .enabled(if: isRoot, "chown needs root"),
        arguments: ["lib/deep/a.so", "lib/deep", "lib", "link.so"]
    )
    func foreign(_ path: String) throws {
        let tree = try FixtureTree(["lib/deep/a.so": "a"])
        try tree.link("link.so", to: "lib/deep/a.so")
        try #require(unsafe lchown(tree.path(path), Self.stranger, gid_t.max) == 0)
        let root = ModuleRegistry(in: environment(tree, userID: 0), only: ["/link.so"])
        #expect(root.modules.isEmpty)
        #expect(root.problems.first?.detail == "\(tree.path(path)) belongs to user \(Self.stranger)")
        // For this user itself its own files are no danger.
        let owner = ModuleRegistry(in: environment(tree, userID: Self.stranger), only: ["/link.so"])
        #expect(owner.problems.isEmpty && owner.modules.count == 1)
    }

    @Test(
        "What only root, the user, or staff on Debian's /usr/local can write to is used",
        arguments: [
            (0o755, 0, 0), (0o775, 0, 0), (0o2775, 0, 50), (0o1777, 0, 0), (0o755, 1000, 1000), (0o775, 1000, 1000),
        ] as [(mode_t, uid_t, gid_t)]
    )
    func usual(_ mode: mode_t, _ owner: uid_t, _ group: gid_t) throws {
        let tree = try FixtureTree(["lib/a.so": "a"])
        if Self.isRoot { try #require(unsafe chown(tree.path("lib"), owner, group) == 0) }
        unsafe chmod(tree.path("lib"), mode)
        let registry = ModuleRegistry(in: environment(tree, userID: Self.isRoot ? owner : 1000), only: ["/lib/a.so"])
        let isPrivateGroup = Self.isRoot || mode & 0o020 == 0 || getegid() == geteuid()
        #expect(registry.problems.isEmpty == isPrivateGroup)
        #expect(registry.modules.count == 1)
    }

    @Test(
        "In a directory with the sticky bit, what another user owns is refused, and what root owns is not",
        .enabled(if: isRoot, "chown needs root")
    )
    func sticky() throws {
        let tree = try FixtureTree(["lib/a.so": "a", "lib/b.so": "b"])
        unsafe chmod(tree.path("lib"), 0o1777)
        unsafe chown(tree.path("lib/b.so"), Self.stranger, gid_t.max)
        let registry = ModuleRegistry(in: environment(tree, userID: 0), only: ["/lib/a.so", "/lib/b.so"])
        #expect(registry.modules.map(\.path) == ["/lib/a.so"])
    }

    @Test("A link in a chain that lies in an open directory is found", .enabled(if: isRoot, "refusing is for root"))
    func chain() throws {
        let tree = try FixtureTree(["lib/a.so": "a"])
        try tree.link("open/second.so", to: tree.path("lib/a.so"))
        try tree.link("first.so", to: "./open/../open/second.so")
        #expect(ModuleRegistry(in: environment(tree, userID: 0), only: ["/first.so"]).modules.count == 1)
        unsafe chmod(tree.path("open"), 0o777)
        let registry = ModuleRegistry(in: environment(tree, userID: 0), only: ["/first.so"])
        #expect(registry.problems.first?.detail == "every user can write to \(tree.path("open"))")
        try tree.link("loop.so", to: "loop.so")
        #expect(FileTrust.weakness(of: tree.path("loop.so"), trusting: 0) == nil)
    }

    @Test(
        "A .module file that others can write to is left out for root, and warned of otherwise",
        arguments: ["etc/pkcs11/modules", "usr/share/p11-kit/modules"]
    )
    func configuration(_ directory: String) throws {
        let tree = try FixtureTree([
            "lib/a.so": "a", "lib/b.so": "b", "\(directory)/a.module": "module: /lib/a.so\n",
            "\(directory)/b.module": "module: /lib/b.so\n",
        ])
        unsafe chmod(tree.path("\(directory)/a.module"), 0o666)
        let root = ModuleRegistry(in: environment(tree, userID: 0))
        #expect(root.modules.map(\.path) == ["/lib/b.so"])
        #expect(root.problems.map(\.file) == ["/\(directory)/a.module"])
        let other = ModuleRegistry(in: environment(tree, userID: 1000))
        #expect(other.modules.map(\.path) == ["/lib/a.so", "/lib/b.so"])
        #expect(other.problems.map(\.code) == [.openToOthers])
    }

    @Test("A relative path in JETON_MODULES is not used, and a bare name is looked for in the library directories")
    func relative() throws {
        let tree = try FixtureTree(["usr/lib/a.so": "a"])
        let found = environment(tree, list: "./evil.so:a.so:sub/evil.so:../evil.so")
        #expect(found.relativeModules == ["./evil.so", "sub/evil.so", "../evil.so"])
        let registry = ModuleRegistry(in: found)
        #expect(registry.modules.map(\.path) == ["/usr/lib/a.so"])
        #expect(registry.leftOut.map(\.reason) == [.relativePath, .relativePath, .relativePath])
        #expect(registry.problems.map(\.code) == [.relativePath, .relativePath, .relativePath])
    }
}
