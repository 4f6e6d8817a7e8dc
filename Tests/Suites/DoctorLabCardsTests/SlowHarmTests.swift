import Foundation
import TestRig
import Testing
import VirtualCard

/// What the doctor must not do: spend a try, give away a file, remove a socket that is in use.
@Suite("The fault laboratory, harm")
struct SlowHarmTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A machine with a PIV card in a reader.
    private func withCard(_ setup: Laboratory.Setup = Laboratory.Setup()) async throws -> (Laboratory, ChildProcess) {
        var setup = setup
        setup.readers = [PrivatePCSCD.Reader("Virtual PCD")]
        let laboratory = try await Laboratory(setup)
        let path = directory.path("piv.card")
        _ = try SoftwareCard.create(at: path)
        let tool = try BuildProducts.path("virtual-card-tool")
        let card = try ChildProcess(laboratory.pcscd.command([tool, "serve", path, "35963"]))
        _ = try await shell("until opensc-tool --list-readers | grep -q '^0 *Yes'; do sleep 0.05; done", laboratory)
        return (laboratory, card)
    }

    private func shell(_ script: String, _ laboratory: Laboratory) async throws -> String {
        let output = try await laboratory.pcscd.run(
            ["sh", "-c", script],
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": directory.path, "LANG": "C.UTF-8"]
        )
        return output.text
    }

    /// The tries that the card has left, as another program reads them.
    private func tries(_ laboratory: Laboratory) async throws -> String {
        try await shell("yubico-piv-tool --reader= -astatus 2>&1 | sed -n 's/^PIN tries left:[^0-9]*//p'", laboratory)
            .replacing("\n", with: "")
    }

    private func document(_ output: ChildProcess.Output) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(output.standardOutput))
        #expect(JSONSchema.faults(inOutput: output.standardOutput).isEmpty)
        return try #require(value as? [String: Any])
    }

    private static let wrong = ["pkcs11-tool", "--module", Laboratory.openSC, "-l", "--pin", "999999", "-O"]

    @Test("A command with a wrong PIN costs a PIV card no try, whoever sends it and however often it is asked about")
    func wrongPIN() async throws {
        let (laboratory, card) = try await withCard()
        #expect(try await tries(laboratory) == "3")
        // Without a terminal nobody can say yes.
        for command in [Self.wrong, ["sh", "-c", "yubico-piv-tool --reader= -averify-pin -P999999"]] {
            let asked = try await laboratory.run(["--json", "--"] + command)
            #expect(asked.exitStatus == 3, "\(asked.text)\(asked.errorText)")
            let document = try document(asked)
            #expect((document["commandRefusal"] as? String)?.contains("--run-again") == true, "\(document)")
            #expect(document["complete"] as? Bool == false)
            #expect((document["checks"] as? [Any])?.count ?? 0 > 100)
            #expect(try await tries(laboratory) == "3")
        }
        _ = try await shell("\(Self.wrong.joined(separator: " ")) 2>&1", laboratory)
        #expect(try await tries(laboratory) == "2")
        // The user's own try was one too many to try again, also if the user says so.
        for _ in 0..<2 {
            let refused = try await laboratory.run(["--run-again", "--ascii", "--"] + Self.wrong)
            #expect(refused.exitStatus == 3)
            #expect(refused.text.contains("2 tries left, after a wrong one"), "\(refused.text)")
            #expect(try await tries(laboratory) == "2")
        }
        card.signal(SIGTERM)
    }

    @Test("With the right PIN in the command and --run-again it runs")
    func rightPIN() async throws {
        let (laboratory, card) = try await withCard()
        let command = ["pkcs11-tool", "--module", Laboratory.openSC, "-l", "--pin", "123456", "-O"]
        let output = try await laboratory.run(["--json", "--run-again", "--"] + command)
        #expect(output.exitStatus == 0, "\(output.text)\(output.errorText)")
        #expect(try document(output)["commandRefusal"] is NSNull)
        card.signal(SIGTERM)
    }

    @Test("A library that refuses connections to a living pcscd does not make --fix remove its socket")
    func preload() async throws {
        let source = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <errno.h>
            #include <string.h>
            #include <sys/socket.h>
            #include <sys/un.h>
            int connect(int descriptor, const struct sockaddr *address, socklen_t length) {
                if (address && address->sa_family == AF_UNIX
                    && strstr(((const struct sockaddr_un *)address)->sun_path, "pcscd")) {
                    errno = ECONNREFUSED;
                    return -1;
                }
                int (*next)(int, const struct sockaddr *, socklen_t) = dlsym(RTLD_NEXT, "connect");
                return next(descriptor, address, length);
            }
            """
        let library = directory.path("refuse.so")
        let built = try await ChildProcess.run(
            ["gcc", "-shared", "-fPIC", "-o", library, try directory.write(source, to: "refuse.c")]
        )
        guard built.exitStatus == 0 else { throw TestRigError("gcc: \(built.errorText)") }
        let (laboratory, card) = try await withCard()
        let output = try await laboratory.run(["--ascii", "--fix", "--yes"], variables: ["LD_PRELOAD": library])
        #expect(output.exitStatus == 1, "\(output.text)\(output.errorText)")
        #expect(output.text.contains("a socket listens at /run/pcscd/pcscd.comm"), "\(output.text)")
        #expect(output.errorText.contains("two independent proofs"), "\(output.errorText)")
        #expect(try await shell("opensc-tool --list-readers", laboratory).contains("Virtual PCD"))
        card.signal(SIGTERM)
    }

    @Test(
        "What a user may not read is not handed to that user",
        arguments: ["cat /etc/shadow 2>/dev/null; exit 1", "ls /root; exit 3", "echo x >/x; exit 1", "echo x >/etc/x"]
    )
    func refused(_ script: String) async throws {
        var setup = Laboratory.Setup()
        setup.userID = 65_534
        let laboratory = try await Laboratory(setup)
        let output = try await laboratory.run(["--ascii", "--", "sh", "-c", script])
        #expect(output.exitStatus == 1, "\(output.text)\(output.errorText)")
        for verb in ["chown", "chmod", "setfacl", "rm "] { #expect(!output.text.contains(verb), "\(output.text)") }
    }
}
