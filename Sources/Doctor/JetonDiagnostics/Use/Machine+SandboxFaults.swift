internal import Glibc
internal import JetonOctets
internal import TokenKit

extension Machine {
    /// What of the sandbox a use stopped at.
    func sandboxFaults(in use: UseTrace) -> [Suspect] {
        filterFaults(in: use) + limitFaults(in: use) + preloadFaults(in: use) + missingDeviceFaults(in: use)
    }

    private func suspect(_ object: String, _ fault: ReportText, _ evidence: Evidence, _ remedy: Remedy) -> Suspect {
        Suspect(path: object, fault: fault, evidence: [evidence], weight: .refused, remedies: [remedy])
    }

    private static let filterRemedy = Remedy(
        """
        allow the call in the sandbox's profile, such as SystemCallFilter= of a unit or the container's seccomp \
        profile
        """
    )

    private func filterFaults(in use: UseTrace) -> [Suspect] {
        guard sandbox.hasFilter else { return [] }
        if case .killed("SIGSYS") = use.trace.end {
            let end = Evidence("end", use.endWords)
            return [
                suspect(
                    "a seccomp filter",
                    "ended the program because of a forbidden system call",
                    end,
                    Self.filterRemedy
                )
            ]
        }
        let refused = use.trace.calls.filter { $0.kind == .other || $0.kind == .socket && $0.error == EPERM }
        guard let call = refused.last else { return [] }
        let name = call.kind == .socket ? "socket" : call.path
        let proof = Evidence(
            "\(name)",
            "\(SystemFailure(number: call.error).code); file permissions do not forbid this call"
        )
        return [suspect("a seccomp filter", "refuses the system call \(name)", proof, Self.filterRemedy)]
    }

    private func limitFaults(in use: UseTrace) -> [Suspect] {
        func limit(_ name: String, _ fault: ReportText, _ option: ShellCommand) -> Suspect? {
            guard let value = sandbox.limit(name) else { return nil }
            return suspect(
                "the limit '\(name)'",
                "is \(value), and \(fault)",
                Evidence("/proc/self/limits", "\(name): \(value)"),
                Remedy(
                    "raise the limit for this shell; for a service, raise it in its unit, for example with LimitFSIZE=",
                    commands: [option]
                )
            )
        }
        let hasLargeWrite = use.trace.calls.contains { $0.kind == .write && $0.error == EFBIG }
        let isOutOfProcesses = use.trace.calls.contains { $0.kind == .fork && $0.error == EAGAIN }
        switch use.trace.end {
        case .killed("SIGXFSZ"):
            return [limit("Max file size", "the program was ended when it wrote more", "ulimit -f unlimited")]
                .compactMap {
                    $0
                }
        case .killed("SIGXCPU"):
            return [limit("Max cpu time", "the program was ended when it needed more", "ulimit -t unlimited")]
                .compactMap {
                    $0
                }
        default: break
        }
        var found: [Suspect?] = []
        if hasLargeWrite { found.append(limit("Max file size", "a file would be larger", "ulimit -f unlimited")) }
        if isOutOfProcesses {
            let own = limit("Max processes", "no process or thread could be created", "ulimit -u unlimited")
            found.append(own ?? groupLimit ?? refusedFork)
        }
        let saysMemory = saidFaults(of: use).contains { $0.phrase.field == .shortage }
        if saysMemory || use.trace.calls.contains(where: { $0.error == ENOMEM }) {
            found.append(limit("Max address space", "the program needs more", "ulimit -v unlimited"))
            found.append(limit("Max data size", "the program needs more", "ulimit -d unlimited"))
        }
        return found.compactMap { $0 }
    }

    private var refusedFork: Suspect {
        suspect(
            "the limit on processes",
            "is reached: no process or thread could be created",
            Evidence("clone", "EAGAIN"),
            Remedy("raise the limit: `ulimit -u`, TasksMax= in the unit, or the container's pids limit")
        )
    }

    /// The limit of processes of this control group; nil without one.
    private var groupLimit: Suspect? {
        let line = text("/proc/self/cgroup")?.lines().first { $0.hasPrefix("0::") || $0.contains(":pids:") }
        guard let group = line?.split(separator: ":", omittingEmptySubsequences: false).last else { return nil }
        let places = ["/sys/fs/cgroup\(group)/pids.max", "/sys/fs/cgroup/pids\(group)/pids.max"]
        guard let place = places.first(where: exists), let value = word(place).flatMap({ UInt64($0) }) else {
            return nil
        }
        return suspect(
            "the limit on processes",
            "is \(value) in this control group, and no process or thread could be created",
            Evidence("\(place)", "\(value)"),
            Remedy("raise the limit: TasksMax= in the unit, or the container's pids limit")
        )
    }

    /// A preloaded library where a use finds no reader although the service listens and has some or can't be reached.
    private func preloadFaults(in use: UseTrace) -> [Suspect] {
        guard let preload = sandbox.preloads.first, saidFaults(of: use).contains(where: { $0.phrase.field == .card }),
            connectionStates?.contains("01") == true,
            !use.trace.calls.contains(where: { $0.kind == .connect && $0.path == socketPath && $0.error == 0 })
        else { return [] }
        return [
            suspect(
                preload.path,
                "is preloaded by \(preload.place), and prevents the program from connecting to pcscd, which is running",
                Evidence("/proc/net/unix", "\(socketPath) listens"),
                Remedy("start the program without it", commands: ["unset LD_PRELOAD"])
            )
        ]
    }

    private func missingDeviceFaults(in use: UseTrace) -> [Suspect] {
        sandbox.missingDevices.filter { device in
            use.trace.calls.contains { $0.path == device && $0.error == ENOENT && $0.kind == .open }
        }.map { device in
            suspect(
                device,
                "is missing: this /dev lacks devices that programs need",
                absence(of: device),
                Remedy("give the sandbox the usual devices, as PrivateDevices= in a unit does")
            )
        }
    }
}
