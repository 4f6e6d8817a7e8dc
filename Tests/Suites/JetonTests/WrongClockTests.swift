import Foundation
import TestRig
import Testing

/// A machine whose clock is ten years behind, or thirty ahead.
@Suite("A clock that is wrong")
struct WrongClockTests {
    /// Takes the place of the C library's calls for the time of day.
    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <stdlib.h>
        #include <time.h>

        int clock_gettime(clockid_t clock, struct timespec *value) {
            int (*next)(clockid_t, struct timespec *) =
                (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
            int result = next(clock, value);
            if (result == 0 && clock == CLOCK_REALTIME) value->tv_sec += atoll(getenv("CLOCK_SHIFT"));
            return result;
        }

        time_t time(time_t *value) {
            struct timespec now;
            if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
            if (value) *value = now.tv_sec;
            return now.tv_sec;
        }

        """

    @Test(
        "A valid signature becomes indeterminate, the dates are named, and --at stands for the clock",
        arguments: [
            (0, 0, "TOTAL-PASSED", "valid"), (-315_360_000, 1, "SIG_CONSTRAINTS_FAILURE", "it is not valid before 20"),
            (946_080_000, 1, "OUT_OF_BOUNDS_NO_POE", "it expired at 20"),
        ]
    )
    func verify(shift: Int, code: Int, outcome: String, words: String) async throws {
        let place = try Workplace(modules: [])
        try place.directory.write(Self.source, to: "clock.c")
        let built = try await place.run("cc", "-shared", "-fPIC", "-o", "clock.so", "clock.c", "-ldl")
        #expect(built.exitStatus == 0, "\(built.errorText)")
        try place.directory.write("I owe you one.\n", to: "letter")
        try await place.makeAuthority()
        try await place.issue("anna", ["keyUsage=critical,digitalSignature"])
        let message = ["-signer", "anna.pem", "-inkey", "anna.key", "-outform", "DER", "-out", "letter.p7s"]
        let signed = try await place.run("openssl", and: ["cms", "-sign", "-binary", "-in", "letter"] + message)
        #expect(signed.exitStatus == 0, "\(signed.errorText)")
        let clock = ["LD_PRELOAD": place.directory.path("clock.so"), "CLOCK_SHIFT": "\(shift)"]
        let verify = ["verify", "letter.p7s", "--trust", "ca.pem"]
        let answer = try await place.jeton(verify, environment: clock)
        answer.exits(Int32(code)).prints(outcome, words)
        // A time that the person gives does not depend on the clock.
        let now = Date.now.formatted(.iso8601)
        try await place.jeton(verify + ["--at", now], environment: clock).exits(0).prints("TOTAL-PASSED")
    }
}
