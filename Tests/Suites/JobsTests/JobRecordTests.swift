import Foundation
import JetonASN1
import JetonKeystoreBase
import JetonX509
import TestRig
import Testing

@testable import CertificateRig
@testable import JetonJobs

@Suite("What is kept of jobs")
struct JobRecordTests {
    private let directory: TemporaryDirectory
    private let job: Job

    init() throws {
        directory = try TemporaryDirectory()
        job = try Job(content: Array(MadeJob().text.utf8))
    }

    @Test("A job is taken once, also with another end, and by one of several at once")
    func replay() throws {
        let store = ReplayStore(directory: directory.path("jobs"))
        #expect(try !store.isTaken(job))
        try store.take(job, at: MadeJob.now)
        #expect(try store.isTaken(job))
        #expect(throws: JobRefusal(.replay, "")) { try store.take(job, at: MadeJob.now) }
        var later = MadeJob()
        later["exp"] = "\(MadeJob.now + 400)"
        let other = try Job(content: Array(later.text.utf8))
        #expect(throws: JobRefusal(.replay, "")) { try store.take(other, at: MadeJob.now) }
        // A day after its end it is forgotten: its times refuse it then.
        later["jti"] = #""0b9a7c1e-5f7d-4a53-9a4c-000000000000""#
        try store.take(Job(content: Array(later.text.utf8)), at: MadeJob.now + 300 + 86_401)
        #expect(try !store.isTaken(job))
    }

    @Test("A clock that goes forward and back revives no job, and a small step back refuses none")
    func clock() throws {
        let store = ReplayStore(directory: directory.path("jobs"))
        let now = MadeJob.now
        func made(_ number: Int, issued time: Int64) throws -> Job {
            var made = MadeJob()
            made["jti"] = "\"0b9a7c1e-5f7d-4a53-9a4c-00000000000\(number)\""
            for member in ["iat", "nbf"] { made[member] = "\(time)" }
            made["exp"] = "\(time + 300)"
            return try Job(content: Array(made.text.utf8))
        }
        let first = try made(1, issued: now)
        try store.take(first, at: now)
        let later = now + 2 * 86_400
        try store.take(made(2, issued: later), at: later)
        // The first one's name is gone, and by the clock that was set back it is valid.
        #expect(try !store.isTaken(first))
        for time in [now, now + 200, now - 3_600] {
            #expect(throws: JobRefusal(.time, "")) { try store.check(first, at: time) }
            #expect(throws: JobRefusal(.time, "")) { try store.take(first, at: time) }
        }
        // Also one that was never taken, and in another process.
        let other = ReplayStore(directory: directory.path("jobs"))
        #expect(throws: JobRefusal(.time, "")) { try other.take(made(3, issued: now), at: now) }
        // A job that has not ended by the newest time is none of a time gone by.
        try store.take(made(4, issued: later - 50), at: later - 55)
        try store.take(made(5, issued: later - 290), at: later - 290)
        #expect(throws: JobRefusal(.replay, "")) { try store.take(made(4, issued: later - 50), at: later) }
        // Within the tolerance for clocks, the job's own times decide.
        try store.check(made(6, issued: later - 340), at: later - 45)
        try store.take(made(7, issued: later + 600), at: later + 600)
        #expect(throws: JobRefusal(.time, "")) { try store.check(made(6, issued: later - 340), at: later - 45) }
    }

    @Test("A newest time that can't be read refuses every job", arguments: ["", "x\n", "12", "-5\n", "1 2\n"])
    func damagedTime(text: String) throws {
        let store = ReplayStore(directory: directory.path("jobs"))
        try store.take(job, at: MadeJob.now)
        var next = MadeJob()
        next["jti"] = #""0b9a7c1e-5f7d-4a53-9a4c-000000000000""#
        let other = try Job(content: Array(next.text.utf8))
        #expect(try directory.read("jobs/newest") == Array("\(MadeJob.now)\n".utf8))
        try directory.write(text, to: "jobs/newest")
        #expect(throws: JobStorageError.self) { try store.check(other, at: MadeJob.now) }
        #expect(throws: JobStorageError.self) { try store.take(other, at: MadeJob.now) }
        #expect(try !store.isTaken(other))
    }

    @Test("The log proves its chain, and names the line that was changed, taken out or put in")
    func log() throws {
        let log = JobLog(directory: directory.path("jobs"))
        for number in 1...4 {
            try log.add("done", reason: "r\(number)\n", job: number == 2 ? nil : job, octets: [UInt8(number)], at: 5)
        }
        let (entries, isTorn) = try log.entries()
        #expect(entries.map(\.number) == [1, 2, 3, 4] && !isTorn)
        #expect(Set(entries.map(\.hash)).count == 4 && entries[1].job.isEmpty)
        let whole = try directory.read("jobs/log")
        let lines = whole.split(separator: 10).map { Array($0) + [10] }
        let forged: [[[UInt8]]] = [
            [lines[0], lines[2], lines[3]], [lines[1], lines[2]], [lines[0], lines[1], lines[1], lines[2]],
            [
                lines[0], Array(String(decoding: lines[1], as: UTF8.self).replacing("done", with: "okay").utf8),
                lines[2],
            ],
            [[10]],
        ]
        for lines in forged {
            try directory.write(Array(lines.joined()), to: "jobs/log")
            #expect(throws: JobStorageError.self) { _ = try log.entries() }
            #expect(throws: JobStorageError.self) { try log.add("done", job: job, octets: [], at: 5) }
        }
        // A line that a loss of power cut off was not acted upon, and gives way to the next one.
        try directory.write(whole.dropLast(9), to: "jobs/log")
        #expect(try log.entries().isTorn)
        let next = try log.add("declined", job: job, octets: [], at: 6)
        #expect(next.number == 4)
        #expect(try log.entries().entries.last == next)
    }

    @Test("A log of several parts is one chain, and a part that is missing, changed or cut off is named")
    func parts() throws {
        let name = directory.path("jobs")
        let log = JobLog(directory: name, partSize: 1_000)
        let added = try (1...12).map { try log.add("done", reason: "r\($0)", job: job, octets: [UInt8($0)], at: 5) }
        #expect(added.map(\.number) == Array(1...12))
        let parts = try FileManager.default.contentsOfDirectory(atPath: name).filter { $0.hasPrefix("log-") }
        #expect(parts.count >= 3)
        // Files of others whose names begin in the same way.
        for other in ["log-", "log-old", "log-01", "log-1.gz", "log-+1", "log-0"] {
            try directory.write("other", to: "jobs/\(other)")
        }
        #expect(try log.entries().entries == added)
        // A loss of power between the old part and the new one.
        let last = try directory.read("jobs/log")
        try FileManager.default.moveItem(atPath: "\(name)/log", toPath: "\(name)/log-\(parts.count + 1)")
        #expect(try log.entries().entries == added)
        #expect(try log.add("done", job: job, octets: [], at: 6).number == 13)
        try directory.write(last, to: "jobs/log")
        #expect(throws: JobStorageError.self) { _ = try log.entries() }
        #expect(throws: JobStorageError.self) { try log.add("done", job: job, octets: [], at: 6) }
        try FileManager.default.removeItem(atPath: "\(name)/log-\(parts.count + 1)")
        #expect(try log.entries().entries == added)
        let second = try directory.read("jobs/log-2")
        try directory.write(second.dropLast(5), to: "jobs/log-2")
        var error = #expect(throws: JobStorageError.self) { _ = try log.entries() }
        #expect(error.map { "\($0)" }?.contains("log-2") == true)
        try FileManager.default.removeItem(atPath: "\(name)/log-2")
        error = #expect(throws: JobStorageError.self) { _ = try log.entries() }
        #expect(error.map { "\($0)" }?.contains("log-2") == true)
        #expect(throws: JobStorageError.self) { try log.add("done", job: job, octets: [], at: 6) }
    }

    @Test("A reason with a stranger's words of any size leaves the log readable")
    func longReasons() throws {
        let log = JobLog(directory: directory.path("jobs"))
        // One character each, of many bytes.
        let long = "a" + String(repeating: "\u{301}", count: 3_000)
        for reason in [long, String(repeating: "b", count: 100_000), String(repeating: "\u{1F600}", count: 1_000)] {
            try log.add("refused", reason: reason, job: nil, octets: [], at: 5)
        }
        let entries = try log.entries().entries
        #expect(entries.count == 3 && entries.allSatisfy { (1_021...1_024).contains($0.reason.utf8.count) })
    }

    @Test("Issuers are kept and removed, and the installation keeps its identifier")
    func trust() throws {
        let key = try SoftwareKey.make(.p256)
        let certificate = try CertificateTemplate(subject: DistinguishedName("CN=P"), days: 5).selfSigned(by: key)
        let list = JobTrustList(directory: directory.path("jobs"))
        #expect(try list.issuers().isEmpty)
        let origin = try #require(JobOrigin("https://portal.example:8443"))
        let issuer = JobIssuer(
            origin: origin,
            certificate: certificate,
            operations: ["sign-data"],
            allowsBlindDigests: false
        )
        try list.keep(issuer)
        #expect(try list.issuers() == [issuer])
        let installation = try list.installation()
        #expect(Job.isUUID(installation))
        #expect(try list.installation() == installation)
        #expect(try list.remove(origin))
        #expect(try !list.remove(origin))
        try directory.write("{}\n", to: "jobs/trust/portal.example_8443.issuer")
        #expect(throws: JobStorageError.self) { _ = try list.issuers() }
    }

    @Test(
        "Issuers in files that others can write or replace are not believed",
        arguments: ["", "/trust", "/trust/FILE"]
    )
    func writable(place: String) throws {
        let key = try SoftwareKey.make(.p256)
        let certificate = try CertificateTemplate(subject: DistinguishedName("CN=P"), days: 5).selfSigned(by: key)
        let list = JobTrustList(directory: directory.path("jobs"))
        let origin = try #require(JobOrigin("https://portal.example"))
        let issuer = JobIssuer(
            origin: origin,
            certificate: certificate,
            operations: ["sign-data"],
            allowsBlindDigests: false
        )
        try list.keep(issuer)
        #expect(try list.issuers() == [issuer])
        let path = directory.path("jobs" + place.replacing("FILE", with: "portal.example_443.issuer"))
        #expect(unsafe chmod(path, place.hasSuffix("FILE") ? 0o666 : 0o777) == 0)
        #expect(throws: JobStorageError.self) { _ = try list.issuers() }
        if place.isEmpty { #expect(throws: JobStorageError.self) { _ = try list.installation() } }
    }

    @Test("A job that was given back can be taken, and no other one is")
    func release() throws {
        let store = ReplayStore(directory: directory.path("jobs"))
        try store.take(job, at: MadeJob.now)
        var second = MadeJob()
        second["jti"] = #""0b9a7c1e-5f7d-4a53-9a4c-000000000000""#
        let other = try Job(content: Array(second.text.utf8))
        try store.take(other, at: MadeJob.now)
        store.release(job)
        #expect(try !store.isTaken(job) && store.isTaken(other))
        try store.take(job, at: MadeJob.now)
    }

    @Test("A certificate whose jobs could never be taken is named when it is to be trusted")
    func weakness() throws {
        let key = try SoftwareKey.make(.p256)
        func issuer(_ names: [GeneralName], isAuthority: Bool = false, isOlder: Bool = false) throws -> JobIssuer {
            var template = CertificateTemplate(subject: try DistinguishedName("CN=P"), days: 5)
            if !names.isEmpty { template.extensions.append(try .subjectAlternativeNames(names)) }
            if isAuthority {
                template.extensions.removeAll { $0.oid == .basicConstraints }
                template.extensions.append(.basicConstraints(isAuthority: true))
            }
            return JobIssuer(
                origin: try #require(JobOrigin("https://portal.example")),
                certificate: try template.selfSigned(by: key),
                operations: ["sign-data"],
                allowsBlindDigests: false,
                allowsOlderForm: isOlder
            )
        }
        #expect(try issuer([.dns("portal.example")]).weakness() == nil)
        #expect(try issuer([.dns("portal.example")]).weakness(at: .now.adding(days: 9))?.contains("expired") == true)
        #expect(try issuer([.dns("other.example")]).weakness() != nil)
        #expect(try issuer([]).weakness() != nil)
        #expect(try issuer([], isAuthority: true).weakness() == nil)
        #expect(try issuer([], isOlder: true).weakness() == nil)
    }

    @Test(
        "An origin has one form",
        arguments: [
            ("https://a.example", true), ("https://a.example:8443", true), ("https://A.example", false),
            ("https://a.example/", false), ("https://a.example:443", false), ("http://a.example", false),
            ("https://u@a.example", false), ("https://", false), ("https://a.example:0", false),
            ("https://a.example:08443", false), ("https://.example", false), ("https://a..b", false),
            ("https://-x.example", false), ("https://x-.example", false), ("https://a.example.", false),
            ("https://x--y.example", true), ("https://\(String(repeating: "x", count: 64)).example", false),
            ("https://127.0.0.1:8443", true), ("https://localhost", true), ("https://a_b.example", false),
            ("https://[::1]", false),
        ]
    )
    func origins(text: String, isOrigin: Bool) { #expect((JobOrigin(text) != nil) == isOrigin) }
}
