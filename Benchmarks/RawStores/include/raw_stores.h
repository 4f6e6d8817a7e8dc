// What the keystore is compared with, in plain C: SQLite with sealed secrets, and libsecret.
//
// Both libraries are opened at run time, so that building needs neither. Every function returns 0 on success, else a
// number that is not; raw_failure() has the words.
#ifndef JETON_RAW_STORES_H
#define JETON_RAW_STORES_H

#include <stddef.h>
#include <stdint.h>

// The words of the last failure in this process.
const char *raw_failure(void);

typedef struct raw_database raw_database;

// Opens or makes a database with a table of items; journal in a write-ahead log, every commit forced to the disk.
int raw_sqlite_open(const char *path, const uint8_t *key, raw_database **database);
void raw_sqlite_close(raw_database *database);
int raw_sqlite_begin(raw_database *database);
int raw_sqlite_commit(raw_database *database);
// Adds an item; the secret is sealed by AES-256-GCM.
int raw_sqlite_add(
    raw_database *database, const char *service, const char *account, const char *label, const uint8_t *secret,
    size_t count);
// Finds an item and opens its secret into `secret` of `capacity` octets.
int raw_sqlite_find(
    raw_database *database, const char *service, const char *account, uint8_t *secret, size_t capacity, size_t *count);
// Counts the items with a label, without an index for it.
int raw_sqlite_scan(raw_database *database, const char *label, size_t *count);

// Stores a password in the default collection of the secret service.
int raw_secret_add(const char *service, const char *account, const char *label, const char *password);
// Finds one; the octets of the password are counted and freed.
int raw_secret_find(const char *service, const char *account, size_t *count);

#endif
