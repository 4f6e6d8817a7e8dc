import Foundation
import TestRig
import Testing

/// What the doctor must not do with tokens in software.
@Suite("The fault laboratory, harm to tokens in software")
struct SlowHarmTests {
    /// Runs the doctor on a command that leaves a mark, and gives what came of it.
    private func doctor(
        _ softHSM: SoftHSM,
        _ arguments: [String],
        _ script: String,
        in directory: TemporaryDirectory
    ) async throws -> (output: ChildProcess.Output, hasRun: Bool) {
        let mark = directory.path("mark")
        try? FileManager.default.removeItem(atPath: mark)
        var setup = ModuleLaboratory.Setup()
        setup.variables = [SoftHSM.configurationVariable: softHSM.configurationPath]
        setup.arguments = arguments + ["--module", softHSM.modulePath, "--", "sh", "-c", "touch \(mark); \(script)"]
        let output = try await ModuleLaboratory().run(setup, in: directory)
        return (output, FileManager.default.fileExists(atPath: mark))
    }

    private func flags(_ softHSM: SoftHSM) async throws -> String {
        let output = try await ChildProcess.run(
            [
                "sh", "-c",
                "pkcs11-tool --module \(softHSM.modulePath) -L | sed -n 's/^ *token flags *: *//p' | head -1",
            ],
            environment: softHSM.environment
        )
        return output.text
    }

    @Test("A command that could send a PIN is not run without a yes, and not at all after a wrong PIN")
    func command() async throws {
        let directory = try TemporaryDirectory()
        let softHSM = try await SoftHSM.withToken(label: "lab")
        let tool = "pkcs11-tool --module \(softHSM.modulePath) --token-label lab -O -l --pin"
        let before = try await flags(softHSM)
        let asked = try await doctor(softHSM, [], "\(tool) 99999999", in: directory)
        #expect(asked.output.exitStatus == 3 && !asked.hasRun, "\(asked.output.text)\(asked.output.errorText)")
        #expect(try await flags(softHSM) == before)
        let agreed = try await doctor(softHSM, ["--run-again"], "\(tool) \(SoftHSM.defaultPIN)", in: directory)
        #expect(agreed.output.exitStatus == 0 && agreed.hasRun, "\(agreed.output.text)\(agreed.output.errorText)")
        #expect(try await flags(softHSM) == before)
        _ = try await ChildProcess.run(["sh", "-c", "\(tool) 99999999"], environment: softHSM.environment)
        let low = try await flags(softHSM)
        #expect(low.contains("user PIN count low"), "\(low)")
        let refused = try await doctor(softHSM, ["--run-again"], "\(tool) \(SoftHSM.defaultPIN)", in: directory)
        #expect(refused.output.exitStatus == 3 && !refused.hasRun, "\(refused.output.text)")
        #expect(refused.output.text.contains("was entered incorrectly before"), "\(refused.output.text)")
        #expect(try await flags(softHSM) == low)
    }

    @Test("A command runs as before where no token has a PIN, and --run-again is for commands only")
    func noPIN() async throws {
        let directory = try TemporaryDirectory()
        let softHSM = try SoftHSM()
        let run = try await doctor(softHSM, [], "true", in: directory)
        #expect(run.output.exitStatus == 0 && run.hasRun, "\(run.output.text)\(run.output.errorText)")
        let alone = try await ChildProcess.run([try BuildProducts.path("jeton"), "doctor", "--run-again"])
        #expect(alone.exitStatus == 2)
    }

    @Test("A token that file locks keep SoftHSM from reading is not offered to be set up again")
    func locks() async throws {
        let softHSM = try await SoftHSM.withToken(label: "lab")
        let directory = try TemporaryDirectory()
        let source = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <errno.h>
            #include <fcntl.h>
            #include <stdarg.h>
            static int answer(const char *name, int descriptor, int command, void *argument) {
                if (command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK) {
                    errno = EPERM;
                    return -1;
                }
                int (*next)(int, int, ...) = dlsym(RTLD_NEXT, name);
                return next(descriptor, command, argument);
            }
            #define ANSWER(name) \\
                int name(int descriptor, int command, ...) { \\
                    va_list list; \\
                    va_start(list, command); \\
                    void *argument = va_arg(list, void *); \\
                    va_end(list); \\
                    return answer(#name, descriptor, command, argument); \\
                }
            ANSWER(fcntl)
            ANSWER(fcntl64)
            """
        let library = directory.path("locks.so")
        let built = try await ChildProcess.run(
            ["gcc", "-shared", "-fPIC", "-o", library, try directory.write(source, to: "locks.c")]
        )
        guard built.exitStatus == 0 else { throw TestRigError("gcc: \(built.errorText)") }
        let output = try await ChildProcess.run(
            [try BuildProducts.path("jeton"), "doctor", "--ascii", "--module", softHSM.modulePath],
            environment: softHSM.environment.merging(["LD_PRELOAD": library, "HOME": directory.path]) { $1 }
        )
        for words in ["token init", "is erased", "set it up"] {
            #expect(!output.text.contains(words), "\(output.text)")
        }
    }
}
