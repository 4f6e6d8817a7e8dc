"""The second family of scripts/doctor-chaos: things that mean something else than they should, and sandboxes.

Most of these faults refuse no call and damage no file. Each has a use of a program that is not ours, and the words of
which the root cause must have one.
"""
import os

PIN = "123456"
SOFTHSM = "/usr/lib/softhsm/libsofthsm2.so"


class Meaning:
    """A fault.

    use    a command, which the shell expands; it works before `make` and fails afterwards
    make   a shell script that makes the fault; what it writes to $ENV is read before the use
    names  the root cause must have one of these words
    told   the words of the printed remedy by which a person cures it, if its commands do not
    cure   what that person does
    """

    def __init__(self, name, use, make, names, told=(), cure=None, root=False, needs=()):
        self.name, self.use, self.make, self.names = name, use, make, names
        self.told, self.cure, self.root, self.needs = told, cure, root, needs


def tool(options):
    return "pkcs11-tool --module $SOFTHSM " + options


LIST = tool("-l --pin $PIN --token-label lab -O")
SIGN = tool("-l --pin $PIN --token-label lab -s -m %s --id %s -i document -o sig")
JAVA = ("keytool -list -keystore NONE -storetype PKCS11 -storepass $PIN -providerClass sun.security.pkcs11.SunPKCS11 "
        "-providerArg java.cfg")
URI = "p11tool --list-all $(cat uri)"
ENGINE = "openssl pkeyutl -engine pkcs11 -keyform engine -inkey $(cat engine) -sign -in document -out sig"
VENDOR = "pkcs11-tool --module $PWD/vendor.so -L"
CURL = "curl -sS --cacert $(cat trust) $(cat options) -o page $(cat url)"
KEYGEN = tool("-l --pin $PIN --token-label lab --keypairgen --key-type EC:prime256v1 --id %d")
GPG = "sh -c 'gpg-connect-agent \"scd getinfo version\" /bye | tee said; grep -q ^OK said'"


def meanings(rng):
    """The faults, with values that the generator of random numbers chooses."""
    word = "".join(rng.choice("abcdefghjkmnpqrstuvwxyz") for _ in range(6))
    number = rng.randrange(12, 90)
    missing = "/opt/%s/lib%s.so" % (word, word)
    lazy = ("echo 'int nope_%s(void); int C_GetFunctionList(void *p) { return nope_%s(); }' >v.c; "
            "gcc -shared -fPIC %%s -o vendor.so v.c" % (word, word))

    def line(file, pattern, new, old):
        return "sed -i 's|^%s.*|%s|' %s" % (pattern, new, file), "sed -i 's|^%s.*|%s|' %s" % (new.split("=")[0], old, file)

    def java(new, old):
        return line("java.cfg", old.split("=")[0], new, old)

    library = "library=" + SOFTHSM
    key, relative, gone = java("libary=" + SOFTHSM, library), java("library=libsofthsm2.so", library), java(
        "library=" + missing, library)
    index, slot = java("slotListIndex=%d" % number, "slotListIndex=0"), java("slot=%d" % number, "slotListIndex=0")
    limit = "sed -i /ulimit/d $ENV"
    plain = "sed -i /WRAP/d $ENV"
    return [
        # Names that the command or a configuration has, and that are not there.
        Meaning("label", tool("-l --pin $PIN --token-label $(cat label) -O"), "echo %s >label" % word, [word],
                ["'lab'"], "echo lab >label"),
        Meaning("uri-label", URI, "sed -i s/token=lab/token=%s/ uri" % word, [word], ["'lab'"],
                "sed -i s/token=%s/token=lab/ uri" % word),
        Meaning("engine-object", ENGINE, "sed -i s/object=key/object=%s/ engine" % word, [word, "does not exist"],
                ["name "], "sed -i s/object=%s/object=key/ engine" % word),
        Meaning("engine-pin", ENGINE, "sed -i s/pin-value=.*/pin-value=9%05d/ engine" % rng.randrange(99999), ["PIN"],
                ["PIN"], "sed -i s/pin-value=.*/pin-value=%s/ engine" % PIN),
        Meaning("slot", tool("-l --pin $PIN $(cat slot) -O"), "echo --slot %d >slot" % number, ["slot %d" % number],
                ["token-label"], "echo --token-label lab >slot"),
        Meaning("object-id", SIGN % ("ECDSA", "$(cat id)"), "echo %d >id" % number, ["id %d" % number, "private key"],
                ["name "], "echo 01 >id"),
        Meaning("mechanism", SIGN % ("$(cat mechanism)", "01"), "echo RSA-PKCS-PSS >mechanism", ["mechanism", "key"],
                ["mechanism"], "echo ECDSA >mechanism"),
        Meaning("pin", tool("-l --pin $(cat pin) --token-label lab -O"), "echo 9%05d >pin" % rng.randrange(99999),
                ["PIN"], ["PIN"], "echo %s >pin" % PIN),
        Meaning("nss-password", "certutil -K -d sql:nss -f nsspin", "echo %s >nsspin" % word, ["password"],
                ["password"], "echo secret >nsspin", needs=("nss",)),
        # Modules.
        Meaning("symbol", VENDOR, lazy % "", ["vendor.so"], ["distribution"], "cp $SOFTHSM vendor.so"),
        Meaning("symbol-now", VENDOR, lazy % "-Wl,-z,now", ["vendor.so"], ["distribution"], "cp $SOFTHSM vendor.so"),
        Meaning("glibc", VENDOR, "sed -i 's/GLIBC_2.14/GLIBC_9.14/; s/GLIBC_2.4/GLIBC_9.4/' vendor.so", ["vendor.so"],
                ["distribution"], "cp $SOFTHSM vendor.so"),
        Meaning("program-as-module", "pkcs11-tool --module $(cat module) -L", "echo /usr/bin/env >module",
                ["/usr/bin/env"], ["module"], "echo $SOFTHSM >module"),
        Meaning("missing-module", "ssh-keygen -D $(cat module)", "echo %s >module" % missing, [missing], ["path"],
                "echo $SOFTHSM >module"),
        # Settings.
        Meaning("backend", LIST, "sed -i 's/backend.*/backend = fil%s/' softhsm2.conf" % word[0], ["softhsm2.conf"],
                ["line"], "sed -i 's/backend.*/backend = file/' softhsm2.conf"),
        Meaning("other-backend", LIST, "mkdir gone; mv tokens/*/*.object gone; : >$(echo tokens/*)/sqlite3.db",
                ["softhsm2.conf", "backend"]),
        Meaning("tilde", LIST, "echo \"export SOFTHSM2_CONF='~/%s.conf'\" >>$ENV" % word, ["SOFTHSM2_CONF"],
                ["SOFTHSM2_CONF"], "sed -i /SOFTHSM2_CONF/d $ENV"),
        Meaning("java-keyword", JAVA, key[0], ["java.cfg", "libary"], ["library"], key[1], needs=("java",)),
        Meaning("java-relative", JAVA, relative[0], ["java.cfg"], ["path"], relative[1], needs=("java",)),
        Meaning("java-gone", JAVA, gone[0], [missing], ["correct"], gone[1], needs=("java",)),
        Meaning("java-index", JAVA, index[0], ["java.cfg", "slotListIndex"], ["slotListIndex"], index[1],
                needs=("java",)),
        Meaning("java-slot", JAVA, slot[0], ["java.cfg", "slot"], ["slotListIndex"], slot[1], needs=("java",)),
        Meaning("gpg-no-scdaemon", GPG, "mv scd gone; gpgconf --kill all", ["scd"], ["scdaemon"],
                "mv gone scd; gpgconf --kill all", needs=("gpg",)),
        Meaning("gpg-disabled", GPG, "echo disable-scdaemon >>gnupg/gpg-agent.conf; gpgconf --kill all",
                ["gpg-agent.conf"], needs=("gpg",)),
        Meaning("gpg-option", GPG, "echo pinentry-progam /x/%s >>gnupg/gpg-agent.conf; gpgconf --kill all" % word,
                ["gpg-agent.conf"], ["line"], "sed -i /progam/d gnupg/gpg-agent.conf; gpgconf --kill all", needs=("gpg",)),
        Meaning("ssh-option", "ssh -G -F sshconf host", "echo PKCS11Provder /none >>sshconf", ["sshconf"], ["correct"],
                "sed -i /Provder/d sshconf"),
        Meaning("disable-in", URI, "echo 'disable-in: p11tool' >>modules/softhsm2.module",
                ["softhsm2.module", "disable-in"], ["disable-in"], "sed -i /disable-in/d modules/softhsm2.module"),
        # Sandboxes.
        Meaning("file-size", KEYGEN % number, "echo ulimit -f 0 >>$ENV", ["file size"], ["raise"], limit),
        Meaning("processes", JAVA, "echo 'WRAP=\"prlimit --nproc=%d\"' >>$ENV" % rng.randrange(14, 18), ["rocesses"], ["raise"],
                plain,
                needs=("java",)),
        Meaning("seccomp", KEYGEN % number, "echo 'WRAP=\"./sandbox\"' >>$ENV", ["seccomp"], ["allow"], plain),
        Meaning("weak-root", LIST, "chown -R 1000 tokens; chmod -R go-rwx tokens; "
                "echo 'WRAP=\"setpriv --bounding-set -dac_override,-dac_read_search\"' >>$ENV", ["tokens"],
                ["CAP_DAC_OVERRIDE"], plain, root=True),
        Meaning("read-only-tmp", "ssh-agent /bin/true", "mount --bind /tmp /tmp; mount -o remount,bind,ro /tmp",
                ["/tmp"]),
        Meaning("full-output", SIGN.replace("-o sig", "-o $(cat output)") % ("ECDSA", "01"), "echo /dev/full >output",
                ["full"], ["space"], "echo sig >output"),
        Meaning("closed-settings", LIST, "chmod 0 softhsm2.conf", ["softhsm2.conf"]),
        Meaning("foreign-store", LIST, "chown -R 1000 tokens; chmod -R go-rwx tokens", ["tokens"], ["1000"],
                "chown -R 65534 tokens"),
        # The network, certificates and clocks.
        Meaning("name", CURL, "sed -i s/relay.test/%s.invalid/ url" % word, [word], ["name"],
                "sed -i s/%s.invalid/relay.test/ url" % word, needs=("server",)),
        Meaning("hosts", CURL, "sed 's/^.* relay/10.255.0.%d relay/' hosts >h; cat h >hosts" % number, ["/etc/hosts"],
                ["line"], "sed 's/^10.* relay/127.0.0.1 relay/' hosts >h; cat h >hosts", needs=("server",)),
        Meaning("nsswitch", CURL, "echo hosts: dns >nsswitch", ["nsswitch"], ["files"],
                "echo hosts: files >nsswitch", needs=("server",)),
        Meaning("port", CURL, "sed -i s/:8443/:1/ url", [":1", "port 1"], ["address"], "sed -i s/:1/:8443/ url",
                needs=("server",)),
        Meaning("expired", CURL, "cp expired.pem server.pem; sh serve", ["expired"], ["renew"],
                "cp good.pem server.pem; sh serve", needs=("server",)),
        Meaning("not-yet", CURL, "cp later.pem server.pem; sh serve", ["clock"], ["clock"],
                "cp good.pem server.pem; sh serve", needs=("server",)),
        Meaning("other-authority", CURL, "echo other.pem >trust", ["authority"], ["trust"], "echo ca.pem >trust",
                needs=("server",)),
        Meaning("old-tls", CURL, "echo -tls1_3 >serving; sh serve; echo --tls-max 1.2 >options", ["TLS"], ["TLS"],
                "echo >options", needs=("server",)),
    ]


# What the uses read, made in the directory of the laboratory.
PREPARE = r"""
echo lab >label; echo 01 >id; echo ECDSA >mechanism; echo %(pin)s >pin; echo %(softhsm)s >module
echo --token-label lab >slot; echo 'pkcs11:token=lab' >uri
echo 'pkcs11:token=lab;object=key?pin-value=%(pin)s' >engine
head -c 32 /dev/zero >document; cp %(softhsm)s vendor.so
printf 'Host *
    ForwardAgent no
' >sshconf
printf 'name=lab
library=%(softhsm)s
slotListIndex=0
' >java.cfg
mkdir -p nss gnupg; chmod 700 gnupg
echo secret >nsspin; certutil -N -d sql:nss -f nsspin
certutil -S -d sql:nss -f nsspin -z document -x -n x -s CN=x -t C,, >/dev/null 2>&1
printf '#!/bin/sh
echo OK
while read word; do case $word in GETINFO*) echo D 2.2;; esac; echo OK; done
' >scd
chmod 755 scd; echo "scdaemon-program $PWD/scd" >gnupg/gpg-agent.conf; touch gnupg/gpg.conf
cat >sandbox.c <<'END'
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
// Refuses locks of files: fcntl with F_SETLK, F_SETLKW and their kin.
int main(int count, char **words) {
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fcntl, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 6, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 7, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof code / sizeof *code, code};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
    return count > 1 ? execvp(words[1], words + 1) : 0;
}
END
gcc -o sandbox sandbox.c
for name in ca other; do
    openssl req -x509 -newkey rsa:2048 -nodes -keyout $name.key -out $name.pem -subj /CN=$name -days 30 2>/dev/null
done
openssl req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj /CN=localhost 2>/dev/null
printf 'subjectAltName = DNS:relay.test
' >server.ext
printf '[ca]
default_ca = a
[a]
database = index
default_md = sha256
policy = p
rand_serial = yes
' >ca.cnf
printf 'unique_subject = no
[p]
commonName = supplied
' >>ca.cnf
sign() {
    : >index
    openssl ca -batch -config ca.cnf -keyfile ca.key -cert ca.pem -in server.csr -extfile server.ext -notext -outdir .         -startdate $2 -enddate $3 -out $1.pem 2>/dev/null
}
year=$(date +%%Y)
sign good $((year - 1))0101000000Z $((year + 5))0101000000Z
sign expired 20200101000000Z 20210101000000Z
sign later $((year + 2))0101000000Z $((year + 5))0101000000Z
cp good.pem server.pem; : >serving; echo ca.pem >trust; echo >options; echo https://relay.test:8443/ >url
echo sig >output; printf '127.0.0.1 localhost\n127.0.0.1 relay.test\n' >hosts; echo 'hosts: files dns' >nsswitch
cat >serve <<'END'
test -f serve.pid && kill $(cat serve.pid) && sleep 0.3
openssl s_server -quiet -www -accept 8443 -cert server.pem -key server.key $(cat serving) >/dev/null 2>&1 </dev/null & echo $! >serve.pid
sleep 0.5
END
""" % {"pin": PIN, "softhsm": SOFTHSM}

# Things that are odd and do no harm: with them no use fails, and none may be accused.
NOISE = [
    ("a registered TPM module without a TPM", "true"),
    ("a p11-kit file for a module that is not installed", "printf 'module: /opt/none/libnone.so\\n' >modules/none.module"),
    ("a closed file beside", "touch closed; chmod 0 closed"),
    ("a preloaded library", "echo 'export LD_PRELOAD=/usr/lib/%s-linux-gnu/libz.so.1' >>$ENV" % os.uname().machine),
    ("low limits that suffice", "echo 'ulimit -n 64; ulimit -c 0' >>$ENV"),
    ("a dead agent", "echo 'export SSH_AUTH_SOCK=/nonexistent/agent' >>$ENV"),
    ("no new privileges", "echo 'WRAP=\"setpriv --no-new-privs\"' >>$ENV"),
    ("an unknown locale", "echo 'export LC_ALL=xx_XX' >>$ENV"),
]
