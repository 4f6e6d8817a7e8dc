import Foundation
import Glibc
import TestRig
import Testing

@Suite("Outputs of signing")
struct SignOutputTests {
    private static let forms: [[String]] = [["--detached"], ["--attached"], ["--format", "raw"]]

    /// A fault module with a P-256 key whose certificate by the authority in `ca.pem` is `k.pem`.
    private func placeWithCertificate() async throws -> (Workplace, FaultModuleCopy) {
        let maker = try Workplace(modules: [])
        try await maker.openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "k.key")
        try await maker.openssl("req", "-new", "-key", "k.key", "-subj", "/CN=K", "-out", "k.csr")
        try await maker.certify("k")
        try await maker.openssl("pkey", "-in", "k.key", "-pubout", "-outform", "DER", "-out", "k.der")
        let point = try #require(maker.contents("k.der")).suffix(65).map { String(format: "%02x", $0) }.joined()
        let module = try Workplace.fault(
            """
            object = slot:0,class:private,keytype:ec,label:k,id:01,sign:true,ec_point:0441\(point)
            object = slot:0,class:public,keytype:ec,label:k,id:01,ec_point:0441\(point)

            """
        )
        let place = try Workplace.with(module)
        for name in ["k.pem", "ca.pem"] { try place.directory.write(try #require(maker.contents(name)), to: name) }
        return (place, module)
    }

    @Test("A token that signs something else leaves no output, in each form", arguments: forms)
    func wrongSignature(form: [String]) async throws {
        let (place, _) = try await placeWithCertificate()
        try place.directory.write("x", to: "letter")
        let before = try place.names()
        for output in [[], ["--out", "-"]] {
            let arguments = ["sign", "letter", "--key", "k", "--certificate", "k.pem"] + form + output
            let answer = try await place.jeton(arguments + Workplace.pinOption)
            answer.exits(5).says("signature does not match its")
            #expect(answer.output.standardOutput.isEmpty)
            #expect(try place.names().filter { $0 != "data" } == before)
        }
    }

    @Test("An output in a directory that is not there names the command that makes it", arguments: ["new/", "new/x"])
    func missingDirectory(output: String) async throws {
        let place = try Workplace(modules: [])
        try place.directory.write("x", to: "letter")
        try await place.jeton("sign", "letter", "--out", output).exits(7).says("`mkdir new` makes the directory")
    }

    @Test("What the disk kept is read back and checked before it gets its name", arguments: forms)
    func corruptingDisk(form: [String]) async throws {
        let disk = try await CorruptingDisk()
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer")
        try place.directory.write("I owe you one.\n", to: "letter")
        let before = try place.names()
        let arguments = ["sign", "letter", "--key", "signer"] + form + Workplace.pinOption
        let answer = try await place.jeton(arguments, environment: disk.environment)
        answer.exits(5).says("does not match its key; nothing was written")
        #expect(try place.names() == before)
        // Without that disk the same line signs.
        try await place.jeton(arguments).exits(0)
    }

    @Test("A container and countersignatures that the disk changed are read back and not published")
    func corruptingDiskOfFurtherSignatures() async throws {
        let disk = try await CorruptingDisk()
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer")
        try place.directory.write("I owe you one.\n", to: "letter")
        try place.directory.write("<form>I owe you one.</form>\n", to: "form.xml")
        func words(_ words: String...) -> [String] { ["sign"] + words + ["--key", "signer"] + Workplace.pinOption }
        let container = try await place.jeton(words("letter", "--format", "asice"), environment: disk.environment)
        #expect(container.code == 5 && place.contents("letter.asice") == nil, "\(container.testDescription)")
        try await place.jeton(words("letter", "--format", "asice")).exits(0)
        try await place.jeton(words("form.xml")).exits(0)
        for name in ["letter.asice", "form-signed.xml"] {
            let before = try #require(place.contents(name))
            let answer = try await place.jeton(words("--counter", name), environment: disk.environment)
            #expect(answer.code != 0 && place.contents(name) == before, "\(name): \(answer.testDescription)")
            // Without that disk the same line countersigns.
            try await place.jeton(words("--counter", name)).exits(0)
            #expect(place.contents(name) != before)
        }
    }

    @Test("An output that exists is refused before the token gets a PIN", arguments: forms)
    func existingOutput(form: [String]) async throws {
        let (place, module) = try await placeWithCertificate()
        try place.directory.write("x", to: "letter")
        try place.directory.write("precious", to: "out")
        let arguments = ["sign", "letter", "--key", "k", "--certificate", "k.pem", "--out", "out"] + form
        try await place.jeton(arguments + Workplace.pinOption).exits(7).says("out exists", "--force")
        #expect(place.contents("out") == Array("precious".utf8))
        // Where nothing is in the way, the module gets the PIN, and its signature is found out.
        try await place.jeton(arguments + ["--force"] + Workplace.pinOption).exits(5)
        #expect(try await module.counts()["C_Login"] == 1)
    }

    @Test(
        "A file that appears while the input is read is not replaced, unless --force says so",
        arguments: [false, true]
    )
    func race(isForced: Bool) async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer")
        let words = try place.words(
            ["sign", "-", "--attached", "--key", "signer", "--out", "late.p7m"] + Workplace.pinOption
                + (isForced ? ["--force"] : [])
        ).map { "'\($0)'" }.joined(separator: " ")
        // A pipe holds 64 KiB: when more has been written, the output is open and the program reads.
        let input = "{ head -c 400000 /dev/zero; echo precious > late.p7m; }"
        let answer = try await ChildProcess.run(
            ["sh", "-c", "\(input) | \(words)"],
            environment: place.variables(),
            workingDirectory: place.directory.path
        )
        let kept = try #require(place.contents("late.p7m"))
        #expect(answer.exitStatus == (isForced ? 0 : 7), "\(answer.errorText)")
        #expect((kept == Array("precious\n".utf8)) == !isForced)
        if !isForced { #expect(answer.errorText.contains("late.p7m exists")) }
        #expect(try place.names().filter { $0.hasPrefix("late") } == ["late.p7m"])
    }
}
