extension HelpExamples {
    static let objects = """
        Make a self-signed certificate for a key on a token:
            jeton cert create --key work --subject 'CN=Anna Muster'
        Make a P-256 key:
            jeton key generate --type ec:p256 --label work
        Make an RSA key on one of several tokens, in PIV's slot 9c:
            jeton key generate anna --type rsa:2048 --label work --id 02
        Put a key from a file onto the token:
            jeton key import work.key --label work
        Put a key with its certificates from PKCS #12 onto the token:
            jeton key import work.p12 --label work --passphrase-source prompt
        List all keys; the PIN is asked for:
            jeton key list
        List the public keys, without a PIN:
            jeton key list --public
        Delete a key pair:
            jeton key delete --key work
        List the certificates, without a PIN:
            jeton cert list
        Write a certificate to a file:
            jeton cert export work --out work.pem
        Store the certificate that an authority issued for a key:
            jeton cert import work.pem
        Store the certificate that renews the one of the key:
            jeton cert import work.pem --replace
        Delete a certificate and keep its key:
            jeton cert delete work
        List everything on a token:
            jeton object list anna
        Show the attributes of an object:
            jeton object show work --public
        Give an object another label:
            jeton object set work --label work-2026
        Delete an object:
            jeton object delete work-2026
        Sign a file; the signature is in letter.txt.p7s:
            jeton sign letter.txt --key work
        Sign a PDF; contract-signed.pdf holds the signature:
            jeton sign contract.pdf --key work --reason Approval
        Certify a PDF, so that nothing but the form may be filled in:
            jeton sign form.pdf --key work --certify forms
        Sign so that the signature can be proven for years:
            jeton sign contract.pdf --key work --level LT --tsa https://tsa.example/
        Add a signature of another key:
            jeton sign --add letter.txt.p7s --key boss
        Sign an XML form; form-signed.xml holds the signature:
            jeton sign form.xml --key work
        Sign the signature of another person:
            jeton sign --counter form-signed.xml --key boss
        Countersign all signatures in a container:
            jeton sign --counter case.asice --key boss
        Sign files in one container:
            jeton sign --format asice --key work a.txt b.pdf --out case.asice
        Sign thousands of files; the same command resumes after an interruption:
            jeton sign 'in/*.pdf' --key work --out 'out/{name}.pdf' --report done.json
        Sign what comes into a directory:
            jeton sign --watch in --out out --key work
        Sign several files with the content inside:
            jeton sign --attached --key work a.txt b.txt
        Sign a digest that another program made, or another machine:
            jeton sign --format raw --encode base64 --key work --hash-algorithm sha256 --hash \
        e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
        Print the hash that the key of a certificate has to sign:
            jeton sign prepare contract.pdf --certificate anna.pem
        Put in the signature that came back; contract-signed.pdf holds it:
            jeton sign complete contract.pdf.state --signature anna.b64
        Add what proves a signature for years:
            jeton extend contract-signed.pdf --level LT --tsa https://tsa.example/
        Renew the archive timestamps of a directory once a year:
            jeton renew archive/ --older-than 365 --tsa https://tsa.example/
        Show who signed what in a PDF:
            jeton pdf show contract-signed.pdf
        Make a PDF of two scanned pages:
            jeton pdf from-image page1.jpg page2.jpg --out contract.pdf
        Make a small one of a photograph:
            jeton pdf from-image photo.jpg --grayscale --max-resolution 150 --quality 60
        Write what a signature of a document covers, byte by byte:
            jeton xml c14n form.xml --out form.c14n
        Check an XML document, and see what its signature covers:
            jeton verify form-signed.xml --trust authority.pem
        Trust the services of a trust list, by its publisher's certificate:
            jeton verify case.asice --trust-list list.xml --trust-list-signer publisher.pem
        Trust the lists of the European Union, which are fetched once a day:
            jeton verify case.asice --trust-list-signer official-journal.pem --trust-list \
        https://ec.europa.eu/tools/lotl/eu-lotl.xml
        Check a container and every file in it:
            jeton verify case.asice
        Check all signed files of a directory:
            jeton verify -r inbox --trust authority.pem
        Check signed mail:
            jeton verify mail.eml --trust authority.pem
        Check the signatures in a PDF, and what was changed after them:
            jeton verify contract-signed.pdf
        Also check whether the certificates were revoked, and name each server asked:
            jeton verify contract-signed.pdf --online -v
        Check a detached signature; its file is found by its name:
            jeton verify letter.txt.p7s --trust authority.pem
        Take the content out of a signed message:
            jeton verify letter.p7m --trust authority.pem --out letter.txt
        Check a timestamp; its file is found by its name:
            jeton verify contract.pdf.tsr --trust authority.pem
        Ask an authority, and another one if it fails; write contract.pdf.tsr:
            jeton timestamp contract.pdf --tsa https://tsa.example/ --tsa https://other.example/
        Write a request for a timestamping authority:
            jeton timestamp contract.pdf --request-out contract.tsq
        Check the authority's response and write contract.pdf.tsr:
            jeton timestamp contract.pdf --request contract.tsq --response reply.tsr
        Have a virtual card attest its key:
            jeton key attest 9a --card alpha --out alpha.pem
        Check that a card made the key of a request:
            jeton cert verify work.csr --attestation alpha.pem --trust vendor.pem
        Write a request for an authority, and wait for its certificate:
            jeton enroll request --key work --subject CN=Anna --out work.csr
        Request a certificate by EST:
            jeton enroll request --key work --subject CN=Anna --est https://ca.example
        Have certmonger's helper submit it:
            jeton enroll request --key work --subject CN=Anna --helper ./ipa-submit
        List the requests that wait:
            jeton enroll list
        Ask for all certificates that are due:
            jeton enroll collect
        Ask for one by its identifier:
            jeton enroll collect 3fa85c21
        Store the certificate that an authority sent:
            jeton enroll import work.pem
        Forget a request:
            jeton enroll cancel 3fa85c21
        Write a timer that asks for certificates in the background:
            jeton enroll schedule
        Renew by EST if the certificate ends within 30 days:
            jeton enroll renew --key work --est https://ca.example --within 30
        See what a job asks for:
            jeton job show contract.jeton-job
        Do a job and answer its issuer:
            jeton job run contract.jeton-job
        Sign a document that is here, for an issuer who wants no answer:
            jeton job run a.jeton-job --document letter.pdf --out signed
        Take jobs from a portal:
            jeton job trust https://portal.example --certificate portal.pem
        Let it ask for signatures in PDFs:
            jeton job trust https://portal.example --certificate a.pem --operation sign-pdf
        Let it have documents taken to a server that asks for your certificate:
            jeton job trust https://portal.example --certificate a.pem --operation relay --relay-target \
        https://www.example.com
        Take jobs of the older form:
            jeton job trust --older-form https://portal.example
        Take no more jobs from it:
            jeton job trust https://portal.example --remove
        Prove that no line of the log was changed:
            jeton job log --verify
        Ask an authority for a certificate:
            jeton csr create --key work --subject \"CN=Anna Muster,O=Example\" --out work.csr
        """
}
