extension HelpExamples {
    static let secrets: [String: [Example]] = [
        "keystore file add": [
            Example("Seal a file under the name diary:", "jeton keystore file add diary --in diary.txt")
        ],
        "keystore file get": [
            Example(
                "Write the content of a protected file to another file:",
                "jeton keystore file get diary --out diary.txt"
            )
        ],
        "keystore file open": [
            Example("Read a protected file without a copy on the disk:", "jeton keystore file open diary -- less")
        ],
        "keystore file list": [
            Example("Show the protected files of the store:", "jeton keystore file list")
        ],
        "keystore file set": [
            Example(
                "Let a protected file be read only while the keystore is unlocked:",
                "jeton keystore file set diary --class complete"
            )
        ],
        "keystore file delete": [
            Example("Delete a protected file without asking:", "jeton keystore file delete diary --yes")
        ],
        "keystore file rotate": [
            Example("Seal a protected file under a new key:", "jeton keystore file rotate diary")
        ],
        "keystore watch": [
            Example(
                "Lock the keystore with the session, before sleep, and when it becomes idle:",
                "jeton keystore watch --idle"
            ),
            Example("Lock it also when a token is removed:", "jeton keystore watch --token work"),
            Example("Have systemd start it with your session:", "jeton keystore watch --idle --install"),
        ],
        "keystore init": [
            Example("Create the keystore under a passphrase:", "jeton keystore init")
        ],
        "keystore status": [
            Example("Show where it is, and whether it is locked:", "jeton keystore status")
        ],
        "keystore unlock": [
            Example("Unlock it for an hour:", "jeton keystore unlock --minutes 60")
        ],
        "keystore lock": [
            Example("Lock it before the time is over:", "jeton keystore lock"),
            Example("As before the first unlock, pairings of tokens included:", "jeton keystore lock --all"),
        ],
        "keystore slot list": [
            Example("Show what unlocks the keystore:", "jeton keystore slot list")
        ],
        "keystore slot add": [
            Example("Add a second passphrase:", "jeton keystore slot add"),
            Example(
                "Add an age recipient for the day the passphrase is forgotten:",
                "jeton keystore slot add --new-recovery age1..."
            ),
            Example("Make a recovery key for a sheet of paper:", "jeton keystore slot add --make-recovery-key"),
        ],
        "keystore slot remove": [
            Example("Remove a way to unlock it:", "jeton keystore slot remove 2")
        ],
        "keystore add": [
            Example("Keep a password, which is asked for:", "jeton keystore add mail/me"),
            Example("Keep the content of a file:", "jeton keystore add backup/key --in backup.key"),
        ],
        "keystore get": [
            Example("Write a secret to a file that only you can read:", "jeton keystore get mail/me --out password")
        ],
        "keystore generate": [
            Example("Make a password of 20 characters and keep it:", "jeton keystore generate mail/me"),
            Example("Make a passphrase of six words and show it:", "jeton keystore generate --words 6 --reveal"),
        ],
        "keystore copy": [
            Example("Put a password on the clipboard for 45 seconds:", "jeton keystore copy mail/me")
        ],
        "keystore edit": [
            Example("Change a secret in your editor:", "jeton keystore edit mail/me")
        ],
        "git-credential": [
            Example("Answer git, which starts it itself:", "jeton git-credential get")
        ],
        "keystore list": [
            Example("List all items without their secrets:", "jeton keystore list")
        ],
        "keystore set": [
            Example("Replace a secret:", "jeton keystore set mail/me --secret-source prompt")
        ],
        "keystore delete": [
            Example("Delete a secret:", "jeton keystore delete mail/me")
        ],
        "keystore groups": [
            Example("List the groups, and who can open them:", "jeton keystore groups")
        ],
        "keystore share": [
            Example(
                "Keep a group for programs with the Unix group mail:",
                "jeton keystore share local.mail --unix-group mail"
            )
        ],
        "keystore verify": [
            Example("Look for damage:", "jeton keystore verify")
        ],
        "keystore repair": [
            Example("Rebuild what verify found damaged:", "jeton keystore repair")
        ],
        "keystore export": [
            Example("Write a backup that a separate passphrase opens:", "jeton keystore export backup.age")
        ],
        "keystore import": [
            Example("Read the backup again:", "jeton keystore import backup.age"),
            Example("Take over what pass keeps:", "jeton keystore import --from pass"),
        ],
        "keystore sync init": [
            Example("Start with this device:", "jeton keystore sync init ~/Sync/jeton")
        ],
        "keystore sync card": [
            Example("Make the card of a second device:", "jeton keystore sync card ~/Sync/jeton")
        ],
        "keystore sync add": [
            Example("Let the device of that card take part:", "jeton keystore sync add card.txt")
        ],
        "keystore sync join": [
            Example("Take part, on the second device:", "jeton keystore sync join --fingerprint FINGERPRINT")
        ],
        "keystore sync run": [
            Example("Exchange changes:", "jeton keystore sync run")
        ],
        "keystore sync status": [
            Example("Show the devices that take part:", "jeton keystore sync status")
        ],
        "keystore sync conflicts": [
            Example("List secrets that two devices changed:", "jeton keystore sync conflicts")
        ],
        "keystore sync remove": [
            Example("Remove a device that was lost:", "jeton keystore sync remove phone")
        ],
        "keystore sync leave": [
            Example("Take this device out, or undo its card:", "jeton keystore sync leave")
        ],
        "keystore sync schedule": [
            Example("Write units that synchronize every 15 minutes:", "jeton keystore sync schedule")
        ],
        "relay listen": [
            Example(
                "Let curl reach a server that asks for a certificate:",
                "jeton relay listen --to https://www.example.com --key work"
            ),
            Example(
                "Let a program upload to a server that asks for NTLM, at a port:",
                "jeton relay listen --to https://www.example.com --user 'CORP\\anna' --port 8080"
            ),
        ],
        "relay run": [
            Example(
                "Take a file from one server to another that asks for a certificate:",
                "jeton relay run --from https://www.example.com/file "
                    + "--to https://www.example.org/in --key work"
            )
        ],
        "ats diagnose": [
            Example(
                "Find the smallest exception that an app needs for a server:",
                "jeton ats diagnose https://www.example.com"
            ),
            Example(
                "Check that an app's Info.plist lets it reach the server:",
                "jeton ats diagnose https://www.example.com --policy Info.plist"
            ),
        ],
        "ats lint": [
            Example("Find keys that have no effect:", "jeton ats lint Info.plist")
        ],
        "tls explain": [
            Example(
                "Show what a server has, and which of your certificates it takes:",
                "jeton tls explain https://www.example.com"
            )
        ],
        "entitlements lint": [
            Example("Check a list of entitlements:", "jeton entitlements lint Entitlements.plist --team ABCDE12345")
        ],
        "entitlements sign": [
            Example(
                "Sign a program's manifest with the key of its team:",
                "jeton entitlements sign ./mail --team-key team.pem"
            )
        ],
        "entitlements verify": [
            Example("Check whether a program's manifest counts:", "jeton entitlements verify ./mail")
        ],
        "entitlements trust": [
            Example("Trust a team by its public key:", "jeton entitlements trust ABCDE12345 --team-key team-public.pem")
        ],
        "entitlements whoami": [
            Example(
                "Show which groups a program gets, and why:",
                "jeton entitlements whoami --program ./mail --explain"
            )
        ],
    ]
}
