internal import ArgumentParser
internal import EnrollmentDesk
internal import JetonEnrollment

/// One round over pending requests: every authority is asked, and what was issued goes onto the tokens.
struct EnrollmentRound {
    /// What became of each request.
    private(set) var entries: [EnrollmentReport.Entry] = []
    /// The exit code of the first failure; nil if there was none.
    private(set) var failure: ExitCode?
    private let desk: EnrollmentClient
    /// Whether certificates go onto the tokens; otherwise they are kept until they do.
    private let storesCertificates: Bool
    /// How many certificates have come in this round.
    private(set) var arrived = 0

    init(desk: EnrollmentClient, storesCertificates: Bool = true) {
        self.desk = desk
        self.storesCertificates = storesCertificates
    }

    /// Asks, and stores; a request that fails leaves the others alone.
    mutating func run(_ requests: [PendingRequest]) throws {
        var groups: [(service: EnrollmentService, requests: [PendingRequest])] = []
        for request in requests {
            // A request that may not have arrived is sent again by itself.
            guard request.service.kind == .mailbox, request.state == .waiting else {
                try attempt(request)
                continue
            }
            if let index = groups.firstIndex(where: { $0.service == request.service }) {
                groups[index].requests.append(request)
            } else {
                groups.append((request.service, [request]))
            }
        }
        for group in groups {
            let asked: [PendingRequest]
            do {
                asked = try desk.collect(group.requests, from: group.service, keepsTime: !storesCertificates)
            } catch {
                try note(error, group.requests[0])
                continue
            }
            for request in asked where request.state == .issued { try store(request) }
            for request in asked where request.state != .issued {
                entries.append(EnrollmentReport.Entry(pending: request))
            }
        }
    }

    private mutating func attempt(_ request: PendingRequest) throws {
        var request = request
        if request.state == .issued {
            do {
                try desk.confirm(&request)
            } catch {
                Console.note("warning: the authority could not be told that its certificate was received: \(error)")
            }
            return try store(request)
        }
        do {
            try desk.advance(&request, wasSent: true)
        } catch {
            return try note(error, request)
        }
        guard request.state == .issued else {
            if request.state == .rejected { failure = failure ?? .refused }
            return entries.append(EnrollmentReport.Entry(pending: request))
        }
        try store(request)
    }

    private mutating func store(_ request: PendingRequest) throws {
        arrived += 1
        guard storesCertificates else { return entries.append(EnrollmentReport.Entry(pending: request)) }
        do {
            entries.append(EnrollmentReport.Entry(pending: request, outcome: try desk.finish(request)))
        } catch {
            try note(error, request)
        }
    }

    /// Notes a failure; a PIN that was refused is not tried on the next request.
    private mutating func note(_ error: any Error, _ request: PendingRequest) throws {
        var described = ErrorReport.describe(error)
        described.message = "\(EnrollmentReport.name(request)): \(described.message)"
        guard described.exitCode != .login, described.exitCode != .usage else { throw described }
        entries.append(EnrollmentReport.Entry(pending: request, error: described))
        show(described)
    }

    /// Shows a failure that leaves the other requests alone.
    mutating func show(_ error: any Error) {
        let code = ErrorReport.show(error, json: false)
        failure = failure ?? code
    }
}
