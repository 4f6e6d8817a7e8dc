extension HelpExamples {
    static let secrets = """
        Seal a file under the name diary:
            jeton keystore file add diary --in diary.txt
        Write the content of a protected file to another file:
            jeton keystore file get diary --out diary.txt
        Read a protected file without a copy on the disk:
            jeton keystore file open diary -- less
        Show the protected files of the store:
            jeton keystore file list
        Let a protected file be read only while the keystore is unlocked:
            jeton keystore file set diary --class complete
        Delete a protected file without asking:
            jeton keystore file delete diary --yes
        Seal a protected file under a new key:
            jeton keystore file rotate diary
        Lock the keystore with the session, before sleep, and when it becomes idle:
            jeton keystore watch --idle
        Lock it also when a token is removed:
            jeton keystore watch --token work
        Have systemd start it with your session:
            jeton keystore watch --idle --install
        Create the keystore under a passphrase:
            jeton keystore init
        Show where it is, and whether it is locked:
            jeton keystore status
        Unlock it for an hour:
            jeton keystore unlock --minutes 60
        Lock it before the time is over:
            jeton keystore lock
        As before the first unlock, pairings of tokens included:
            jeton keystore lock --all
        Show what unlocks the keystore:
            jeton keystore slot list
        Add a second passphrase:
            jeton keystore slot add
        Add an age recipient for the day the passphrase is forgotten:
            jeton keystore slot add --new-recovery age1...
        Make a recovery key for a sheet of paper:
            jeton keystore slot add --make-recovery-key
        Remove a way to unlock it:
            jeton keystore slot remove 2
        Keep a password, which is asked for:
            jeton keystore add mail/me
        Keep the content of a file:
            jeton keystore add backup/key --in backup.key
        Write a secret to a file that only you can read:
            jeton keystore get mail/me --out password
        Make a password of 20 characters and keep it:
            jeton keystore generate mail/me
        Make a passphrase of six words and show it:
            jeton keystore generate --words 6 --reveal
        Put a password on the clipboard for 45 seconds:
            jeton keystore copy mail/me
        Change a secret in your editor:
            jeton keystore edit mail/me
        Answer git, which starts it itself:
            jeton git-credential get
        List all items without their secrets:
            jeton keystore list
        Replace a secret:
            jeton keystore set mail/me --secret-source prompt
        Delete a secret:
            jeton keystore delete mail/me
        List the groups, and who can open them:
            jeton keystore groups
        Keep a group for programs with the Unix group mail:
            jeton keystore share local.mail --unix-group mail
        Look for damage:
            jeton keystore verify
        Rebuild what verify found damaged:
            jeton keystore repair
        Write a backup that a separate passphrase opens:
            jeton keystore export backup.age
        Read the backup again:
            jeton keystore import backup.age
        Take over what pass keeps:
            jeton keystore import --from pass
        Start with this device:
            jeton keystore sync init ~/Sync/jeton
        Make the card of a second device:
            jeton keystore sync card ~/Sync/jeton
        Let the device of that card take part:
            jeton keystore sync add card.txt
        Take part, on the second device:
            jeton keystore sync join --fingerprint FINGERPRINT
        Exchange changes:
            jeton keystore sync run
        Show the devices that take part:
            jeton keystore sync status
        List secrets that two devices changed:
            jeton keystore sync conflicts
        Remove a device that was lost:
            jeton keystore sync remove phone
        Take this device out, or undo its card:
            jeton keystore sync leave
        Write units that synchronize every 15 minutes:
            jeton keystore sync schedule
        Let curl reach a server that asks for a certificate:
            jeton relay listen --to https://www.example.com --key work
        Let a program upload to a server that asks for NTLM, at a port:
            jeton relay listen --to https://www.example.com --user 'CORP\\anna' --port 8080
        Take a file from one server to another that asks for a certificate:
            jeton relay run --from https://www.example.com/file --to https://www.example.org/in --key work
        Find the smallest exception that an app needs for a server:
            jeton ats diagnose https://www.example.com
        Check that an app's Info.plist lets it reach the server:
            jeton ats diagnose https://www.example.com --policy Info.plist
        Find keys that have no effect:
            jeton ats lint Info.plist
        Show what a server has, and which of your certificates it takes:
            jeton tls explain https://www.example.com
        Check a list of entitlements:
            jeton entitlements lint Entitlements.plist --team ABCDE12345
        Sign a program's manifest with the key of its team:
            jeton entitlements sign ./mail --team-key team.pem
        Check whether a program's manifest counts:
            jeton entitlements verify ./mail
        Trust a team by its public key:
            jeton entitlements trust ABCDE12345 --team-key team-public.pem
        Show which groups a program gets, and why:
            jeton entitlements whoami --program ./mail --explain
        """
}
