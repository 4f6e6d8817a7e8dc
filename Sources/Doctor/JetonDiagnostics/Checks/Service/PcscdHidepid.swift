internal import JetonOctets

/// The service can't see its clients' processes.
enum PcscdHidepid: Check {
    static let page = CheckPage(
        id: "pcscd-hidepid",
        layer: .service,
        title: "/proc hides processes from pcscd, so it can't identify its clients",
        symptom:
            """
            All users are refused since pcscd runs without root privileges; it logs "Failed to open file \
            /proc/…/status".
            """,
        cause: "/proc is mounted with `hidepid`, and pcscd is not in the group that may see all processes.",
        detection:
            "The service refuses this process, and `/proc/self/mountinfo` has `hidepid` other than 0 for /proc.",
        needs: [.library],
        causes: ["pcscd-client-limit"],
        remedies: [
            Remedy("mount /proc without hidepid", commands: ["mount -o remount,hidepid=0 /proc"], needs: .root),
            Remedy("add pcscd to the group named by the mount option gid", needs: .root),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.isTurnedAway, !machine.isFull else { return .passed }
        let lines = machine.text("/proc/self/mountinfo")?.lines() ?? []
        for line in lines {
            let words = line.split(separator: " ")
            guard words.count > 4, words[4] == "/proc" else { continue }
            let options = words.flatMap { $0.split(separator: ",") }.filter { $0.hasPrefix("hidepid=") }
            if let option = options.first(where: { $0 != "hidepid=0" && $0 != "hidepid=off" }) {
                return .found(
                    "/proc hides processes from pcscd",
                    [Evidence("/proc/self/mountinfo", "\(String(option))")],
                    confidence: .likely,
                    about: [.service]
                )
            }
        }
        return .passed
    }
}
