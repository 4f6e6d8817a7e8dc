internal import Glibc
internal import JetonOctets
internal import TokenKit

extension Machine {
    /// What gives a server's name a wrong address, or keeps it from having one.
    func nameFaults(in use: UseTrace) -> [Suspect] {
        let said = saidFaults(of: use).filter { $0.phrase.field == .name || $0.phrase.field == .connection }
        guard let fault = said.first, let name = fault.captures.first, !name.isEmpty, name != "localhost" else {
            return []
        }
        let lines = (text("/etc/hosts")?.lines(keepsEmpty: true) ?? []).enumerated()
        let entry = lines.first {
            $0.element.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).dropFirst().contains { $0 == name }
        }
        guard let entry else { return refusedFile(use) }
        let address = entry.element.split(whereSeparator: \.isWhitespace).first ?? ""
        if fault.phrase.field == .connection {
            // What refuses is there: then the port is wrong, or no program listens at it.
            let isThere = use.trace.calls.contains {
                $0.kind == .connect && $0.path.hasPrefix("\(address):")
                    && ($0.error == ECONNREFUSED || $0.error == EINPROGRESS)
            }
            if isThere,
                isLocal(String(address))
                    || use.trace.calls.contains(where: { $0.error == ECONNREFUSED && $0.path.hasPrefix("\(address):") })
            {
                return []
            }
            return [
                suspect(
                    "/etc/hosts:\(entry.offset + 1)",
                    "gives \(name) the address \(String(address)), which accepts no connections",
                    "correct or remove the line"
                )
            ]
        }
        let order = (text("/etc/nsswitch.conf")?.lines(keepsEmpty: true) ?? []).enumerated()
            .first { $0.element.hasPrefix("hosts:") }
        guard let order, !order.element.split(whereSeparator: \.isWhitespace).contains("files") else {
            return refusedFile(use)
        }
        return [
            suspect(
                "/etc/nsswitch.conf:\(order.offset + 1)",
                "does not include /etc/hosts in name lookups, and that file lists \(name)",
                "write 'files' after 'hosts:'"
            )
        ]
    }

    private func isLocal(_ address: String) -> Bool { address.hasPrefix("127.") || address == "::1" }

    private func suspect(_ place: String, _ fault: ReportText, _ remedy: ReportText) -> Suspect {
        Suspect(
            path: place,
            fault: fault,
            evidence: [Evidence("\(place)", fault)],
            weight: .refused,
            remedies: [Remedy(remedy, needs: .root)]
        )
    }

    /// A file of the resolver that this user must not read: programs go on without it.
    private func refusedFile(_ use: UseTrace) -> [Suspect] {
        let files = ["/etc/hosts", "/etc/resolv.conf", "/etc/nsswitch.conf"]
        return files.filter { file in use.trace.calls.contains { $0.path == file && $0.error == EACCES } }.map { file in
            Suspect(
                path: file,
                fault: "can't be read by user \(probe.identity.userID), so names can't be resolved",
                evidence: [Evidence("\(file)", "EACCES")],
                weight: .refused,
                remedies: accessRemedies(file)
            )
        }
    }
}
