/// The examples at the end of each command's help: what is done, and the command that does it.
///
/// They stand here together, so that they can be read as a whole: one set of names, no two alike. A test parses each.
enum HelpExamples {
    /// One example.
    struct Example {
        /// What is done, with a colon at the end.
        let purpose: String
        /// The command line, as a shell takes it.
        let command: String

        fileprivate init(_ purpose: String, _ command: String) {
            self.purpose = purpose
            self.command = command
        }
    }

    /// The examples of each command, by its words without `jeton`.
    static let all: [String: [Example]] = tokens.merging(objects) { $1 }.merging(secrets) { $1 }.merging(machine) { $1 }

    private static let tokens: [String: [Example]] = [
        "setup": [
            Example("Set up a new card, from its PINs to a verified signature:", "jeton setup")
        ],
        "list": [
            Example("Show every reader and token:", "jeton list"),
            Example("Print a line for every change, for a program to read:", "jeton list --watch --json"),
        ],
        "modules list": [
            Example("Show which modules are used, and why one is left out:", "jeton modules list")
        ],
        "modules show": [
            Example(
                "Load one module and show what it is:",
                "jeton modules show --module /usr/lib/softhsm/libsofthsm2.so"
            )
        ],
        "token show": [
            Example("Show the token of that label:", "jeton token show anna"),
            Example(
                "Show the mechanisms of the token in a reader:",
                "jeton token show --reader 'Yubico YubiKey 00 00' --mechanisms"
            ),
        ],
        "token init": [
            Example(
                "Set up the only new token; the PINs are asked for:",
                "jeton token init --label anna --pin-source prompt"
            ),
            Example(
                "Set up the card in a reader, without questions:",
                "jeton token init --reader 'Yubico YubiKey 00 00' --label anna --yes "
                    + "--so-pin-source file:puk --pin-source file:pin"
            ),
        ],
        "token rename": [
            Example("Give the token another label:", "jeton token rename anna --label anna-2027")
        ],
        "pair": [
            Example("Pair the only token that is not paired yet:", "jeton pair"),
            Example(
                "Pair the token of that serial number, with a password from a file:",
                "jeton pair 1217688090 --password-source file:password"
            ),
        ],
        "unpair": [
            Example("End the pairing with a token:", "jeton unpair rutoken_ecp_4894721a")
        ],
        "pairings list": [
            Example("Show which programs are paired with which tokens:", "jeton pairings list")
        ],
        "pairings show": [
            Example("Show one pairing, and who uses it:", "jeton pairings show rutoken_ecp_4894721a")
        ],
        "pairings allow": [
            Example("Let ssh use the pairing of jeton:", "jeton pairings allow rutoken_ecp_4894721a /usr/bin/ssh")
        ],
        "pairings disallow": [
            Example("Take that back:", "jeton pairings disallow rutoken_ecp_4894721a /usr/bin/ssh")
        ],
        "pairings policy": [
            Example("Show what is allowed with a token:", "jeton pairings policy rutoken_ecp_4894721a"),
            Example(
                "Use no card in its reader in clear:",
                "jeton pairings policy rutoken_ecp_4894721a --require-channel"
            ),
        ],
        "pairings new-password": [
            Example(
                "Make another activation password, in a file that only you can read:",
                "jeton pairings new-password --token anna --out password"
            )
        ],
        "pairings new-keys": [
            Example("End all pairings with a token after a theft of its keys:", "jeton pairings new-keys anna")
        ],
        "pin status": [
            Example("Show how many tries are left:", "jeton pin status anna")
        ],
        "pin change": [
            Example("Change the user's PIN; both are asked for:", "jeton pin change anna"),
            Example("Change the security officer's PIN, which PIV calls PUK:", "jeton pin change anna --so"),
        ],
        "pin set": [
            Example("Set a user's PIN that is not known:", "jeton pin set anna")
        ],
        "pin unblock": [
            Example("Unblock a PIN after too many wrong ones:", "jeton pin unblock anna")
        ],
    ]

    private static let objects: [String: [Example]] = [
        "cert create": [
            Example(
                "Make a self-signed certificate for a key on a token:",
                "jeton cert create --key work --subject 'CN=Anna Muster'"
            )
        ],
        "key generate": [
            Example("Make a P-256 key:", "jeton key generate --type ec:p256 --label work"),
            Example(
                "Make an RSA key on one of several tokens, in PIV's slot 9c:",
                "jeton key generate anna --type rsa:2048 --label work --id 02"
            ),
        ],
        "key import": [
            Example("Put a key from a file onto the token:", "jeton key import work.key --label work")
        ],
        "key list": [
            Example("List all keys; the PIN is asked for:", "jeton key list"),
            Example("List the public keys, without a PIN:", "jeton key list --public"),
        ],
        "key delete": [
            Example("Delete a key pair:", "jeton key delete --key work")
        ],
        "cert list": [
            Example("List the certificates, without a PIN:", "jeton cert list")
        ],
        "cert export": [
            Example("Write a certificate to a file:", "jeton cert export work --out work.pem")
        ],
        "cert import": [
            Example("Store the certificate that an authority issued for a key:", "jeton cert import work.pem")
        ],
        "cert delete": [
            Example("Delete a certificate and keep its key:", "jeton cert delete work")
        ],
        "object list": [
            Example("List everything on a token:", "jeton object list anna")
        ],
        "object show": [
            Example("Show the attributes of an object:", "jeton object show work --public")
        ],
        "object set": [
            Example("Give an object another label:", "jeton object set work --label work-2026")
        ],
        "object delete": [
            Example("Delete an object:", "jeton object delete work-2026")
        ],
        "sign": [
            Example("Sign a file; the signature is in letter.txt.p7s:", "jeton sign letter.txt --key work"),
            Example(
                "Sign a PDF; contract-signed.pdf holds the signature:",
                "jeton sign contract.pdf --key work --reason Approval"
            ),
            Example(
                "Certify a PDF, so that nothing but the form may be filled in:",
                "jeton sign form.pdf --key work --certify forms"
            ),
            Example(
                "Sign so that the signature can be proven for years:",
                "jeton sign contract.pdf --key work --level LT --tsa https://tsa.example/"
            ),
            Example("Add a signature of another key:", "jeton sign --add letter.txt.p7s --key boss"),
            Example(
                "Sign an XML form; form-signed.xml holds the signature:",
                "jeton sign form.xml --key work"
            ),
            Example("Sign the signature of another person:", "jeton sign --counter form-signed.xml --key boss"),
            Example("Countersign all signatures in a container:", "jeton sign --counter case.asice --key boss"),
            Example(
                "Sign files in one container:",
                "jeton sign --format asice --key work a.txt b.pdf --out case.asice"
            ),
            Example(
                "Sign thousands of files; the same command again goes on after a stop:",
                "jeton sign 'in/*.pdf' --key work --out 'out/{name}.pdf' --report done.json"
            ),
            Example("Sign what comes into a directory:", "jeton sign --watch in --out out --key work"),
            Example("Sign several files with the content inside:", "jeton sign --attached --key work a.txt b.txt"),
            Example(
                "Sign a digest that another program made, or another machine:",
                "jeton sign --format raw --encode base64 --key work --hash-algorithm sha256 --hash "
                    + "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
            ),
        ],
        "sign prepare": [
            Example(
                "Print the hash that the key of a certificate has to sign:",
                "jeton sign prepare contract.pdf --certificate anna.pem"
            )
        ],
        "sign complete": [
            Example(
                "Put in the signature that came back; contract-signed.pdf holds it:",
                "jeton sign complete contract.pdf.state --signature anna.b64"
            )
        ],
        "extend": [
            Example(
                "Add what proves a signature for years:",
                "jeton extend contract-signed.pdf --level LT --tsa https://tsa.example/"
            )
        ],
        "renew": [
            Example(
                "Renew the archive timestamps of a directory once a year:",
                "jeton renew archive/ --older-than 365 --tsa https://tsa.example/"
            )
        ],
        "pdf show": [
            Example("Show who signed what in a PDF:", "jeton pdf show contract-signed.pdf")
        ],
        "pdf from-image": [
            Example("Make a PDF of two scanned pages:", "jeton pdf from-image page1.jpg page2.jpg --out contract.pdf"),
            Example(
                "Make a small one of a photograph:",
                "jeton pdf from-image photo.jpg --grayscale --max-resolution 150 --quality 60"
            ),
        ],
        "xml c14n": [
            Example(
                "Write what a signature of a document covers, byte by byte:",
                "jeton xml c14n form.xml --out form.c14n"
            )
        ],
        "verify": [
            Example(
                "Check an XML document, and see what its signature covers:",
                "jeton verify form-signed.xml --trust authority.pem"
            ),
            Example(
                "Trust the services of a trust list, by its publisher's certificate:",
                "jeton verify case.asice --trust-list list.xml --trust-list-signer publisher.pem"
            ),
            Example(
                "Trust the lists of the European Union, which are fetched once a day:",
                "jeton verify case.asice --trust-list-signer official-journal.pem "
                    + "--trust-list https://ec.europa.eu/tools/lotl/eu-lotl.xml"
            ),
            Example("Check a container and every file in it:", "jeton verify case.asice"),
            Example(
                "Check the signatures in a PDF, and what was changed after them:",
                "jeton verify contract-signed.pdf"
            ),
            Example(
                "Also check whether the certificates were revoked, and name each server asked:",
                "jeton verify contract-signed.pdf --online -v"
            ),
            Example(
                "Check a detached signature; its file is found by its name:",
                "jeton verify letter.txt.p7s --trust authority.pem"
            ),
            Example(
                "Take the content out of a signed message:",
                "jeton verify letter.p7m --trust authority.pem --out letter.txt"
            ),
            Example(
                "Check a timestamp; its file is found by its name:",
                "jeton verify contract.pdf.tsr --trust authority.pem"
            ),
        ],
        "timestamp": [
            Example(
                "Ask an authority, and another one if it fails; write contract.pdf.tsr:",
                "jeton timestamp contract.pdf --tsa https://tsa.example/ --tsa https://other.example/"
            ),
            Example(
                "Write a request for a timestamping authority:",
                "jeton timestamp contract.pdf --request-out contract.tsq"
            ),
            Example(
                "Check the authority's response and write contract.pdf.tsr:",
                "jeton timestamp contract.pdf --request contract.tsq --response reply.tsr"
            ),
        ],
        "key attest": [
            Example("Have a virtual card attest its key:", "jeton key attest 9a --card alpha --out alpha.pem")
        ],
        "cert verify": [
            Example(
                "Check that a card made the key of a request:",
                "jeton cert verify work.csr --attestation alpha.pem --trust vendor.pem"
            )
        ],
        "enroll request": [
            Example(
                "Write a request for an authority, and wait for its certificate:",
                "jeton enroll request --key work --subject CN=Anna --out work.csr"
            ),
            Example(
                "Request a certificate by EST:",
                "jeton enroll request --key work --subject CN=Anna --est https://ca.example"
            ),
            Example(
                "Have certmonger's helper submit it:",
                "jeton enroll request --key work --subject CN=Anna --helper ./ipa-submit"
            ),
        ],
        "enroll list": [
            Example("List the requests that wait:", "jeton enroll list")
        ],
        "enroll collect": [
            Example("Ask for all certificates that are due:", "jeton enroll collect"),
            Example("Ask for one by its identifier:", "jeton enroll collect 3fa85c21"),
        ],
        "enroll import": [
            Example("Store the certificate that an authority sent:", "jeton enroll import work.pem")
        ],
        "enroll cancel": [
            Example("Forget a request:", "jeton enroll cancel 3fa85c21")
        ],
        "enroll renew": [
            Example(
                "Renew by EST if the certificate ends within 30 days:",
                "jeton enroll renew --key work --est https://ca.example --within 30"
            )
        ],
        "job show": [
            Example("See what a job asks for:", "jeton job show contract.jeton-job")
        ],
        "job run": [
            Example("Do a job and answer its issuer:", "jeton job run contract.jeton-job"),
            Example(
                "Sign a document that is here, for an issuer who wants no answer:",
                "jeton job run a.jeton-job --document letter.pdf --out signed"
            ),
        ],
        "job trust": [
            Example(
                "Take jobs from a portal:",
                "jeton job trust https://portal.example --certificate portal.pem"
            ),
            Example(
                "Let it ask for signatures in PDFs:",
                "jeton job trust https://portal.example --certificate a.pem --operation sign-pdf"
            ),
            Example(
                "Let it have documents taken to a server that asks for your certificate:",
                "jeton job trust https://portal.example --certificate a.pem --operation relay "
                    + "--relay-target https://www.example.com"
            ),
            Example("Take jobs of the older form:", "jeton job trust --older-form https://portal.example"),
            Example("Take no more jobs from it:", "jeton job trust https://portal.example --remove"),
        ],
        "job log": [
            Example("Prove that no line of the log was changed:", "jeton job log --verify")
        ],
        "csr create": [
            Example(
                "Ask an authority for a certificate:",
                "jeton csr create --key work --subject \"CN=Anna Muster,O=Example\" --out work.csr"
            )
        ],
    ]

    private static let secrets: [String: [Example]] = [
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
            Example("Write a backup under a passphrase of its own:", "jeton keystore export backup.age")
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

    private static let machine: [String: [Example]] = [
        "channel known-answers": [
            Example("Compare another implementation with them:", "jeton channel known-answers")
        ],
        "doctor": [
            Example("Find out why a server can't be reached:", "jeton doctor --url https://www.example.com"),
            Example("Find out why a token does not work:", "jeton doctor"),
            Example("Look also at how ssh reaches tokens:", "jeton doctor --app ssh"),
            Example("Find out why a command fails:", "jeton doctor -- ssh-add -L"),
            Example("Write a report for a bug tracker, without private data:", "jeton doctor --report report.txt"),
        ],
        "virtual create": [
            Example("Make a PIV card in software:", "jeton virtual create alpha"),
            Example("Make one that needs a secure channel:", "jeton virtual create beta --channel --print-passwords"),
        ],
        "virtual list": [
            Example("List the virtual cards:", "jeton virtual list")
        ],
        "virtual show": [
            Example("Show a card's PINs and keys:", "jeton virtual show alpha")
        ],
        "virtual insert": [
            Example("Put an ejected card back:", "jeton virtual insert alpha")
        ],
        "virtual eject": [
            Example("Take a card out:", "jeton virtual eject alpha")
        ],
        "virtual delete": [
            Example("Delete a card with its keys:", "jeton virtual delete alpha")
        ],
        "virtual serve": [
            Example("Plug two cards into pcscd's virtual readers:", "jeton virtual serve alpha beta"),
            Example("Wait for a reader that ssh brings here:", "jeton virtual serve alpha --wait"),
        ],
        "config list": [
            Example("List the settings that count:", "jeton config list")
        ],
        "config get": [
            Example("Print the token that commands use:", "jeton config get token")
        ],
        "config set": [
            Example("Use a token unless another is named:", "jeton config set token anna"),
            Example(
                "Trust two authorities in the profile work:",
                "jeton config set trust /etc/ssl/a.pem /etc/ssl/b.pem --profile work"
            ),
        ],
        "config unset": [
            Example("Name the token each time again:", "jeton config unset token")
        ],
        "completion": [
            Example("Print the script for bash, to be sourced by ~/.bashrc:", "jeton completion bash"),
            Example("Print the script for fish:", "jeton completion fish"),
        ],
        "demo": [
            Example("Watch the main job on a card in software:", "jeton demo")
        ],
        "bench": [
            Example(
                "Measure a key for ten seconds with one and four threads:",
                "jeton bench --key work --seconds 10 --threads 1,4"
            )
        ],
    ]
}
