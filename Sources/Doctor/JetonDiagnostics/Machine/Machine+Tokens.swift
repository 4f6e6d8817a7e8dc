internal import Cryptoki
internal import JetonOctets
internal import JetonPCSC
internal import TokenKit

extension Machine {
    /// Whether a module shows a token that is set up, or one whose channel only is closed.
    var hasUsableToken: Bool {
        // gpg knows no modules: to it a token in software is none.
        if isAskedAboutCards { return has(.card) }
        return surveys.contains { path, survey in
            survey.slots.contains { slot in
                guard let token = slot.token else { return false }
                return token.flags.contains(.tokenInitialized) || slot.isUnpaired || slot.tokenError != nil
                    || Machine.isOfFactory(token, module: path)
            }
        }
    }

    /// Whether a token can be used with the PIN that its factory published: Jeton's own module reports that of cards.
    static func isOfFactory(_ token: TokenInfo, module: String) -> Bool {
        module.hasSuffix("/\(ModuleRegistry.providerFileName)")
            && TokenState(token.flags, reportsFactoryPIN: true) == .factory
    }

    /// How bad it is that one way to a token is closed: a failure if there is no other.
    var severityOfMissingToken: Severity { hasUsableToken ? .info : .failure }

    /// How bad it is that something that is plugged in can't be used: a warning where another token works.
    var severityOfUselessDevice: Severity { hasUsableToken ? .warning : .failure }

    private static let usesPCSC = Fact<Bool>()

    /// Whether a module reaches its tokens by PC/SC: its file, or a library that it names, names the client library.
    ///
    /// Modules load the library by dlopen as often as they link it, so whole files are searched.
    func usesPCSC(module path: String) -> Bool {
        remember(Self.usesPCSC, of: path) {
            guard let names = libraryNames(in: path) else { return false }
            if names.contains(where: { $0.hasPrefix("libpcsclite") }) { return true }
            // What C programs have anyway, and what is large and has nothing to do with cards.
            let common = ["libc.", "libm.", "libcrypto.", "libssl.", "libstdc++.", "libgcc_s.", "libz.", "libdl."]
            return names.contains { name in
                guard !common.contains(where: { name.hasPrefix($0) }) else { return false }
                return ModuleEnvironment.standardLibraryDirectories.contains { folder in
                    libraryNames(in: "\(folder)/\(name)")?.contains { $0.hasPrefix("libpcsclite") } ?? false
                }
            }
        }
    }

    /// The texts in a file that are names of shared libraries, at most 1,024; nil if it can't be read.
    private func libraryNames(in path: String) -> Set<String>? {
        guard let octets = try? probe.contents(of: path, limit: 67_108_864) else { return nil }
        var names: Set<String> = []
        let marks = Array("lib".utf8)
        var index = octets.startIndex
        while names.count < 1024, let start = octets[index...].firstIndex(of: marks[0]) {
            index = start + 1
            // A name stands alone between zeros.
            guard octets[start...].starts(with: marks), start > 0, octets[start - 1] == 0 else { continue }
            let text = octets[start...].prefix(128).prefix { $0 != 0 }
            let name = String(decoding: text, as: UTF8.self)
            if name.contains(".so") { names.insert(name) }
        }
        return names
    }
}
