#include "raw_stores.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clibcrypto.h"

static char failure[512] = "";

const char *raw_failure(void) { return failure; }

// From SQLite's documentation: sqlite.org/c3ref.
enum { ROW = 100, DONE = 101, OPEN_READWRITE = 2, OPEN_CREATE = 4 };
#define STATIC_TEXT ((void (*)(void *))0)

static struct {
    int (*open)(const char *, void **, int, const char *);
    int (*close)(void *);
    int (*exec)(void *, const char *, void *, void *, char **);
    int (*prepare)(void *, const char *, int, void **, const char **);
    int (*bind_text)(void *, int, const char *, int, void (*)(void *));
    int (*bind_blob)(void *, int, const void *, int, void (*)(void *));
    int (*step)(void *);
    int (*reset)(void *);
    int (*finalize)(void *);
    const void *(*column_blob)(void *, int);
    int (*column_bytes)(void *, int);
    long long (*column_int64)(void *, int);
    int (*busy_timeout)(void *, int);
    const char *(*errmsg)(void *);
} sqlite;

struct raw_database {
    void *handle;
    void *add;
    void *find;
    void *scan;
    uint8_t key[LIBCRYPTO_SEALING_KEY_LENGTH];
};

static int say(const char *words) {
    snprintf(failure, sizeof failure, "%s", words);
    return 1;
}

static int load(void) {
    if (sqlite.open) return 0;
    void *library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return say(dlerror());
#define FIND(member, name) *(void **)&sqlite.member = dlsym(library, name)
    FIND(close, "sqlite3_close_v2");
    FIND(exec, "sqlite3_exec");
    FIND(prepare, "sqlite3_prepare_v2");
    FIND(bind_text, "sqlite3_bind_text");
    FIND(bind_blob, "sqlite3_bind_blob");
    FIND(step, "sqlite3_step");
    FIND(reset, "sqlite3_reset");
    FIND(finalize, "sqlite3_finalize");
    FIND(column_blob, "sqlite3_column_blob");
    FIND(column_bytes, "sqlite3_column_bytes");
    FIND(column_int64, "sqlite3_column_int64");
    FIND(busy_timeout, "sqlite3_busy_timeout");
    FIND(errmsg, "sqlite3_errmsg");
    FIND(open, "sqlite3_open_v2");
    return sqlite.open && sqlite.errmsg ? 0 : say("libsqlite3 lacks a function");
}

static int check(raw_database *database, int status) {
    if (status == 0 || status == ROW || status == DONE) return 0;
    return say(sqlite.errmsg(database->handle));
}

static int run(raw_database *database, const char *text) {
    return check(database, sqlite.exec(database->handle, text, NULL, NULL, NULL));
}

int raw_sqlite_open(const char *path, const uint8_t *key, raw_database **result) {
    if (load()) return 1;
    raw_database *database = calloc(1, sizeof *database);
    if (!database) return say("out of memory");
    memcpy(database->key, key, sizeof database->key);
    *result = database;
    if (sqlite.open(path, &database->handle, OPEN_READWRITE | OPEN_CREATE, NULL)) return say("open failed");
    sqlite.busy_timeout(database->handle, 60000);
    const char *table = "CREATE TABLE IF NOT EXISTS item (service TEXT NOT NULL, account TEXT NOT NULL, label TEXT, "
                        "secret BLOB, PRIMARY KEY (service, account)) WITHOUT ROWID";
    if (run(database, "PRAGMA journal_mode=WAL") || run(database, "PRAGMA synchronous=FULL") || run(database, table))
        return 1;
    return check(
               database,
               sqlite.prepare(database->handle, "INSERT INTO item VALUES (?, ?, ?, ?)", -1, &database->add, NULL)) ||
        check(database,
              sqlite.prepare(
                  database->handle, "SELECT secret FROM item WHERE service = ? AND account = ?", -1, &database->find,
                  NULL)) ||
        check(database,
              sqlite.prepare(database->handle, "SELECT count(*) FROM item WHERE label = ?", -1, &database->scan, NULL));
}

void raw_sqlite_close(raw_database *database) {
    sqlite.finalize(database->add);
    sqlite.finalize(database->find);
    sqlite.finalize(database->scan);
    sqlite.close(database->handle);
    free(database);
}

int raw_sqlite_begin(raw_database *database) { return run(database, "BEGIN IMMEDIATE"); }

int raw_sqlite_commit(raw_database *database) { return run(database, "COMMIT"); }

int raw_sqlite_add(
    raw_database *database, const char *service, const char *account, const char *label, const uint8_t *secret,
    size_t count) {
    uint8_t sealed[LIBCRYPTO_NONCE_LENGTH + 256 + LIBCRYPTO_TAG_LENGTH];
    if (count > 256) return say("a secret has at most 256 octets here");
    if (libcrypto_random(sealed, LIBCRYPTO_NONCE_LENGTH) ||
        libcrypto_seal(
            LIBCRYPTO_AES_256_GCM, database->key, sealed, (const uint8_t *)account, strlen(account), secret, count,
            sealed + LIBCRYPTO_NONCE_LENGTH))
        return say("sealing failed");
    int size = (int)(LIBCRYPTO_NONCE_LENGTH + count + LIBCRYPTO_TAG_LENGTH);
    sqlite.bind_text(database->add, 1, service, -1, STATIC_TEXT);
    sqlite.bind_text(database->add, 2, account, -1, STATIC_TEXT);
    sqlite.bind_text(database->add, 3, label, -1, STATIC_TEXT);
    sqlite.bind_blob(database->add, 4, sealed, size, STATIC_TEXT);
    int status = sqlite.step(database->add);
    int result = check(database, status);
    sqlite.reset(database->add);
    return result;
}

int raw_sqlite_find(
    raw_database *database, const char *service, const char *account, uint8_t *secret, size_t capacity, size_t *count) {
    sqlite.bind_text(database->find, 1, service, -1, STATIC_TEXT);
    sqlite.bind_text(database->find, 2, account, -1, STATIC_TEXT);
    int result = 1;
    if (sqlite.step(database->find) == ROW) {
        const uint8_t *sealed = sqlite.column_blob(database->find, 0);
        size_t size = (size_t)sqlite.column_bytes(database->find, 0);
        size_t overhead = LIBCRYPTO_NONCE_LENGTH + LIBCRYPTO_TAG_LENGTH;
        if (size >= overhead && size - overhead <= capacity &&
            !libcrypto_open(
                LIBCRYPTO_AES_256_GCM, database->key, sealed, (const uint8_t *)account, strlen(account),
                sealed + LIBCRYPTO_NONCE_LENGTH, size - overhead, secret)) {
            *count = size - overhead;
            result = 0;
        } else {
            say("a secret does not open");
        }
    } else {
        say("no such row");
    }
    sqlite.reset(database->find);
    return result;
}

int raw_sqlite_scan(raw_database *database, const char *label, size_t *count) {
    sqlite.bind_text(database->scan, 1, label, -1, STATIC_TEXT);
    int status = sqlite.step(database->scan);
    if (status == ROW) *count = (size_t)sqlite.column_int64(database->scan, 0);
    sqlite.reset(database->scan);
    return status == ROW ? 0 : say("the scan failed");
}

// libsecret, simple API: gnome.pages.gitlab.gnome.org/libsecret.
typedef struct {
    const char *name;
    int flags;
    struct {
        const char *name;
        int type;
    } attributes[32];
    int reserved;
    void *reserved_pointers[7];
} secret_schema;

static const secret_schema schema = {
    "org.example.JetonBenchmark", 0, {{"service", 0}, {"account", 0}, {NULL, 0}}, 0, {NULL}};

static struct {
    int (*store)(const secret_schema *, const char *, const char *, const char *, void *, void **, ...);
    char *(*lookup)(const secret_schema *, void *, void **, ...);
    void (*free)(char *);
} secret;

static int load_secret(void) {
    if (secret.store) return 0;
    void *library = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return say(dlerror());
    *(void **)&secret.lookup = dlsym(library, "secret_password_lookup_sync");
    *(void **)&secret.free = dlsym(library, "secret_password_free");
    *(void **)&secret.store = dlsym(library, "secret_password_store_sync");
    return secret.store && secret.lookup && secret.free ? 0 : say("libsecret lacks a function");
}

int raw_secret_add(const char *service, const char *account, const char *label, const char *password) {
    if (load_secret()) return 1;
    // GError: a domain, a code, a text.
    struct {
        uint32_t domain;
        int code;
        char *message;
    } *error = NULL;
    int stored = secret.store(
        &schema, NULL, label, password, NULL, (void **)&error, "service", service, "account", account, NULL);
    return stored ? 0 : say(error ? error->message : "the secret service refused");
}

int raw_secret_find(const char *service, const char *account, size_t *count) {
    if (load_secret()) return 1;
    char *password = secret.lookup(&schema, NULL, NULL, "service", service, "account", account, NULL);
    if (!password) return say("no such password");
    *count = strlen(password);
    secret.free(password);
    return 0;
}
