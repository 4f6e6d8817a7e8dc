import TestRig
import Testing

/// Commands of others that fail, run and observed by the doctor.
@Suite("The fault laboratory, commands that fail")
struct SlowUseTests {
    /// A change, and what the root cause must name.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// A script that makes the fault; `$token` is the token's directory, `$place` SoftHSM's.
        let script: String
        /// What the summary of the root cause must have in it.
        let words: String
        var variables: [String: String] = [:]
        var userID = 0
    }

    static let cases = [
        Case(testDescription: "nothing", script: "", words: ""),
        Case(testDescription: "no configuration", script: "rm \"$SOFTHSM2_CONF\"", words: "softhsm2.conf"),
        Case(testDescription: "an empty token", script: ": >\"$token/token.object\"", words: "token.object is empty"),
        Case(
            testDescription: "a closed token",
            script: "chmod -R a+rX \"$place\"; chmod 0 \"$token\"",
            words: "tokens",
            userID: 65_534
        ),
        Case(
            testDescription: "a wrong directory",
            script: "sed -i 's|tokens$|tokenz|' \"$SOFTHSM2_CONF\"",
            words: "tokenz"
        ),
        Case(
            testDescription: "a misspelt variable",
            script: "export SOFTHSM2_CNOF=\"$SOFTHSM2_CONF\"; unset SOFTHSM2_CONF",
            words: "SOFTHSM2_CNOF"
        ),
        Case(
            testDescription: "a module on a file system without programs",
            script: """
                mkdir "$work/noexec"
                mount -t tmpfs -o noexec tmpfs "$work/noexec"
                cp /usr/lib/softhsm/libsofthsm2.so "$work/noexec/"
                mount --bind "$work/noexec/libsofthsm2.so" /usr/lib/softhsm/libsofthsm2.so
                """,
            words: "noexec"
        ),
        Case(
            testDescription: "a damaged library",
            script: """
                cp /usr/lib/softhsm/libsofthsm2.so "$work/module.so"
                truncate -s 3000 "$work/module.so"
                mount --bind "$work/module.so" /usr/lib/softhsm/libsofthsm2.so
                """,
            words: "libsofthsm2.so"
        ),
    ]

    @Test("The root cause of a command that fails names what was changed", arguments: cases)
    func command(_ test: Case) async throws {
        let softHSM = try await SoftHSM.withToken(label: "lab")
        let place = softHSM.configurationPath.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        var setup = ModuleLaboratory.Setup()
        setup.variables = [SoftHSM.configurationVariable: softHSM.configurationPath].merging(test.variables) { $1 }
        setup.userID = test.userID
        setup.script = "place=\(place)\ntoken=$(echo \(softHSM.tokenDirectory)/*)\n" + test.script
        setup.arguments = [
            "--run-again", "--module", "/usr/lib/softhsm/libsofthsm2.so", "--", "pkcs11-tool", "--module",
            "/usr/lib/softhsm/libsofthsm2.so", "--login", "--pin", SoftHSM.defaultPIN, "--token-label", "lab", "-O",
        ]
        let directory = try TemporaryDirectory()
        let diagnosis = try await ModuleLaboratory().examine(setup, in: directory)
        withExtendedLifetime(softHSM) {}
        let root = diagnosis.findings.first { $0.id == diagnosis.rootCause && $0.severity == "failure" }
        if test.words.isEmpty {
            #expect(diagnosis.rootCause == nil, "\(diagnosis.findings)")
        } else {
            #expect(root?.summary.contains(test.words) == true, "\(diagnosis.findings)")
            #expect(root?.id != "not-explained")
        }
    }
}
