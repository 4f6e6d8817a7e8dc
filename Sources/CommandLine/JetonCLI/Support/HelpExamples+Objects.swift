extension HelpExamples {
    static let objects: [String: [Example]] = [
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
}
