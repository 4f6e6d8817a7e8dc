internal import AgeFiles
internal import ArgumentParser
internal import JetonKeystoreBase
internal import KeystoreSync

/// `jeton keystore sync`.
struct KeystoreSyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Synchronize items between your devices through a shared directory.",
        discussion: """
            Each device writes one encrypted file into a directory that Syncthing, Nextcloud, a memory stick or \
            anything else carries to the others. The first device starts with `init`. A new device makes a card with \
            `card`; a member adds it with `add`, and the new device accepts the list with `join`. From then on `run` \
            synchronizes, by hand or by the units that `schedule` writes. `leave` undoes each of these steps.
            """,
        subcommands: [
            KeystoreSyncInitCommand.self, KeystoreSyncCardCommand.self, KeystoreSyncAddCommand.self,
            KeystoreSyncJoinCommand.self, KeystoreSyncRunCommand.self, KeystoreSyncStatusCommand.self,
            KeystoreSyncConflictsCommand.self, KeystoreSyncRemoveCommand.self, KeystoreSyncLeaveCommand.self,
            KeystoreSyncScheduleCommand.self,
        ]
    )

    /// A device as a document.
    static func json(_ member: SyncMember) -> JSON {
        .object([
            "device": member.device.rawValue, "name": member.name, "fingerprint": member.fingerprint,
            "recipient": member.recipient.rawValue,
        ])
    }

    /// The name of an item as members of a document.
    static func members(_ key: SyncKey) -> JSON.Members {
        ["group": key.group.rawValue, "service": key.service, "account": key.account]
    }

    /// A list of devices as members of a document.
    static func members(_ list: SyncMembership) -> JSON.Members {
        ["fingerprint": list.fingerprint, "version": list.serial, "devices": list.members.map { json($0) }]
    }
}
