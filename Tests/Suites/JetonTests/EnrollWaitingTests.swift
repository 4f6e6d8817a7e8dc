import Foundation
import TestRig
import Testing

@Suite("Certificates that a person waits for: what the authority says, and a timer that asks")
struct EnrollWaitingTests {
    private let place: Workplace
    private let server: EnrollmentServer

    init() async throws {
        place = try await Workplace.withSoftHSM()
        server = try await EnrollmentServer(place)
        try await place.makeKey("work")
    }

    private func request(_ path: String, _ more: [String] = []) async throws -> Answer {
        let words = ["enroll", "request", "--key", "work", "--subject", "CN=Anna", "--mailbox", server.address + path]
        return try await place.jeton(words + ["--mailbox-form", "soap"] + more + Workplace.pinOption)
    }

    /// Makes the requests as old as if they had been asked about some hours ago.
    private func age(hours: Int) throws {
        let directory = place.directory.path("data/enroll")
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) where name.hasSuffix(".request") {
            let text = String(decoding: place.contents("data/enroll/\(name)") ?? [], as: UTF8.self)
            let past = Int(Date().timeIntervalSince1970) - hours * 3_600
            let aged = text.replacing(/"asked":[0-9]+/, with: "\"asked\":\(past)")
            try place.directory.write(aged, to: "data/enroll/\(name)", mode: 0o600)
        }
    }

    @Test("The number, the words and the fee are kept and shown as the authority's, in one line and without a link")
    func note() async throws {
        let made = try await request("/numbered").exits(0)
        let said = "number 4712; Come to a branch & pay. [2J hint: open (a link is left out); fee 200 CZK"
        made.prints("the authority says: \(said)")
        let listed = try await place.jeton("enroll", "list", "--json").exits(0)
        #expect(JSONSchema.faults(inOutput: listed.output.standardOutput).isEmpty)
        let note = try listed.json()["requests"][0]["authority"]
        #expect(note["number"].text == "4712" && note["fee"].text == "200 CZK")
        let shown = try await place.jeton("enroll", "list").exits(0)
        shown.says("the authority says: number 4712")
        #expect(!shown.errors.contains("https://") && !shown.errors.contains("\u{1B}"))
        try await place.jeton("list").says("note: certificates: 1 awaited (`jeton enroll list`)")
    }

    @Test("A form of one's own says where the number stands, in JSON or XML; a place without a value is refused")
    func form() async throws {
        let members = [
            "contentType": "text/xml", "submit": "<Request>{{request}}</Request><I>{{identifier}}</I>",
            "collect": "{{identifiers}}", "item": "{{identifier}}", "separator": "", "number": "<Fee>{{value}}</Fee>",
        ]
        try place.directory.write(Array(try JSONSerialization.data(withJSONObject: members)), to: "form.json")
        let made = try await request("/numbered", ["--mailbox-form", "form.json"]).exits(0)
        made.prints("the authority says: number 200 CZK")
        var bad = members
        bad["number"] = "<Fee>"
        try place.directory.write(Array(try JSONSerialization.data(withJSONObject: bad)), to: "bad.json")
        try await request("/", ["--mailbox-form", "bad.json"]).exits(7).says("not a valid form")
    }

    @Test("A timer asks every 6 hours and keeps what comes without a token or a PIN; the next login stores it")
    func timer() async throws {
        try await request("/").exits(0)
        _ = try await server.next()
        try place.directory.write("", to: "ready")
        _ = try place.directory.makeDirectory("bin")
        try place.directory.write("#!/bin/sh\nprintf '%s\\n' \"$@\" > notice\n", to: "bin/notify-send", mode: 0o755)
        let path = "\(place.directory.path("bin")):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        let ask = ["enroll", "collect", "--without-token", "--notify"]
        try await place.jeton(ask, environment: ["PATH": path]).exits(0).says("no request is due")
        try age(hours: 5)
        try await place.jeton(ask, environment: ["PATH": path]).exits(0).says("no request is due")
        try age(hours: 6)
        // No token is named, no PIN is to be had, and no module is loaded.
        let came = try await place.jeton(ask, environment: ["PATH": path]).exits(0)
        came.prints("the certificate has arrived, but is not on the token yet")
        let notice = String(decoding: place.contents("notice") ?? [], as: UTF8.self)
        #expect(notice == "--app-name=jeton\nA certificate has come\njeton enroll collect puts it onto the token.\n")
        try await place.jeton("list").says("note: certificates: 1 here and not on a token yet (`jeton enroll collect`)")
        let tries = try await place.jeton(["pin", "status", "--json"] + place.options).exits(0).json()
        #expect(tries["user"]["countLow"].flag == false)
        try await place.jeton(["enroll", "collect"] + Workplace.pinOption).exits(0)
        let none = try await place.jeton("list")
        #expect(!none.errors.contains("note: certificates"))
    }

    @Test("A request that needs a password is not asked about by a timer; options that bring one are refused")
    func password() async throws {
        try place.directory.write("Pa55word\n", to: "password", mode: 0o600)
        let tls = try await EnrollmentServer(place, ["--tls", "web.pem", "web.key", "--password", "anna:Pa55word"])
        let words = ["enroll", "request", "--key", "work", "--subject", "CN=Anna", "--mailbox", "\(tls.address)/"]
        let login = ["--user", "anna", "--password-source", "file:password", "--server-trust", "ca.pem"]
        try await place.jeton(words + login + Workplace.pinOption).exits(0)
        try age(hours: 100)
        try await place.jeton("enroll", "collect", "--without-token").exits(0).says("no request is due")
        try await place.jeton("enroll", "collect", "--without-token", "--password-source", "file:password").exits(2)
        try await place.jeton("enroll", "collect", "--notify").exits(2)
    }

    @Test("The units run the timer's command, and are removed again")
    func units() async throws {
        let out = ["enroll", "schedule", "--out", place.directory.path("units"), "--json"]
        let made = try await place.jeton(out).exits(0)
        #expect(JSONSchema.faults(inOutput: made.output.standardOutput).isEmpty)
        let service = String(decoding: place.contents("units/jeton-enroll.service") ?? [], as: UTF8.self)
        #expect(service.contains("\"enroll\" \"collect\" \"--without-token\" \"--notify\""))
        let timer = String(decoding: place.contents("units/jeton-enroll.timer") ?? [], as: UTF8.self)
        #expect(timer.contains("RandomizedDelaySec=20min") && timer.contains("OnUnitActiveSec=1h"))
        try await place.jeton(out + ["--server-trust", "ca.pem"]).exits(2).says("not an absolute path")
        try await place.jeton(out + ["--remove"]).exits(0)
        #expect(place.contents("units/jeton-enroll.timer") == nil)
    }
}
