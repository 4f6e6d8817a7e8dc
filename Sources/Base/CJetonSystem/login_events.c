#define _GNU_SOURCE
#include "login_events.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// sd-bus(3), of which no header is needed to build.
typedef int (*message_handler)(void *message, void *userdata, void *error);

struct login_events {
    void *library;
    void *bus;
    int event;
    int inhibitor;
    int (*open_system)(void **bus);
    void *(*flush_close_unref)(void *bus);
    int (*match_signal)(
        void *bus, void **slot, const char *sender, const char *path, const char *interface, const char *member,
        message_handler handler, void *userdata);
    int (*process)(void *bus, void **message);
    int (*wait)(void *bus, uint64_t microseconds);
    int (*call_method)(
        void *bus, const char *destination, const char *path, const char *interface, const char *member, void *error,
        void **reply, const char *types, ...);
    int (*get_property)(
        void *bus, const char *destination, const char *path, const char *interface, const char *member, void *error,
        void **reply, const char *type);
    int (*get_property_trivial)(
        void *bus, const char *destination, const char *path, const char *interface, const char *member, void *error,
        char type, void *value);
    int (*message_read)(void *message, const char *types, ...);
    const char *(*message_get_path)(void *message);
    const char *(*message_get_member)(void *message);
    void *(*message_unref)(void *message);
};

static const char SERVICE[] = "org.freedesktop.login1";
static const char MANAGER_PATH[] = "/org/freedesktop/login1";
static const char MANAGER[] = "org.freedesktop.login1.Manager";
static const char SESSION[] = "org.freedesktop.login1.Session";

static int is_ours(struct login_events *events, const char *path) {
    void *reply = NULL;
    uint32_t user = UINT32_MAX;
    const char *object = NULL;
    if (events->get_property(events->bus, SERVICE, path, SESSION, "User", NULL, &reply, "(uo)") < 0) return 0;
    int result = events->message_read(reply, "(uo)", &user, &object);
    events->message_unref(reply);
    return result >= 0 && user == getuid();
}

static int is_set(struct login_events *events, const char *path, const char *property) {
    int value = 0;
    int result = events->get_property_trivial(events->bus, SERVICE, path, SESSION, property, NULL, 'b', &value);
    return result >= 0 && value != 0;
}

static int on_session(void *message, void *userdata, void *error) {
    (void)error;
    struct login_events *events = userdata;
    const char *path = events->message_get_path(message);
    const char *member = events->message_get_member(message);
    if (!path || !member || !is_ours(events, path)) return 0;
    if (strcmp(member, "Lock") == 0 || is_set(events, path, "LockedHint")) events->event = LOGIN_EVENT_LOCK;
    else if (is_set(events, path, "IdleHint")) events->event = LOGIN_EVENT_IDLE;
    return 0;
}

static int on_sleep(void *message, void *userdata, void *error) {
    (void)error;
    struct login_events *events = userdata;
    int begins = 0;
    if (events->message_read(message, "b", &begins) < 0) return 0;
    events->event = begins ? LOGIN_EVENT_SLEEP : LOGIN_EVENT_WAKE;
    return 0;
}

// Without the permission to hold sleep back the event still comes, only perhaps too late to be acted on before.
static void hold_sleep(struct login_events *events) {
    void *reply = NULL;
    int descriptor = -1;
    if (events->inhibitor >= 0) return;
    if (events->call_method(
            events->bus, SERVICE, MANAGER_PATH, MANAGER, "Inhibit", NULL, &reply, "ssss", "sleep", "jeton",
            "the keystore is locked first", "delay") < 0)
        return;
    if (events->message_read(reply, "h", &descriptor) >= 0) events->inhibitor = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    events->message_unref(reply);
}

static int find(struct login_events *events) {
    struct {
        void **place;
        const char *name;
    } functions[] = {
        {(void **)&events->open_system, "sd_bus_open_system"},
        {(void **)&events->flush_close_unref, "sd_bus_flush_close_unref"},
        {(void **)&events->match_signal, "sd_bus_match_signal"},
        {(void **)&events->process, "sd_bus_process"},
        {(void **)&events->wait, "sd_bus_wait"},
        {(void **)&events->call_method, "sd_bus_call_method"},
        {(void **)&events->get_property, "sd_bus_get_property"},
        {(void **)&events->get_property_trivial, "sd_bus_get_property_trivial"},
        {(void **)&events->message_read, "sd_bus_message_read"},
        {(void **)&events->message_get_path, "sd_bus_message_get_path"},
        {(void **)&events->message_get_member, "sd_bus_message_get_member"},
        {(void **)&events->message_unref, "sd_bus_message_unref"},
    };
    events->library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!events->library) return -ENOSYS;
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        *functions[index].place = dlsym(events->library, functions[index].name);
        if (!*functions[index].place) return -ENOSYS;
    }
    return 0;
}

static int listen_to(struct login_events *events) {
    int result = events->open_system(&events->bus);
    // Starts the login manager where it is started on demand, and says whether there is one.
    if (result >= 0)
        result = events->call_method(
            events->bus, SERVICE, MANAGER_PATH, "org.freedesktop.DBus.Peer", "Ping", NULL, NULL, "");
    if (result >= 0)
        result = events->match_signal(events->bus, NULL, SERVICE, NULL, SESSION, "Lock", on_session, events);
    if (result >= 0)
        result = events->match_signal(
            events->bus, NULL, SERVICE, NULL, "org.freedesktop.DBus.Properties", "PropertiesChanged", on_session,
            events);
    if (result >= 0)
        result = events->match_signal(
            events->bus, NULL, SERVICE, MANAGER_PATH, MANAGER, "PrepareForSleep", on_sleep, events);
    if (result >= 0) hold_sleep(events);
    return result;
}

int login_events_open(struct login_events **events) {
    *events = calloc(1, sizeof **events);
    if (!*events) return -ENOMEM;
    (*events)->inhibitor = -1;
    int result = find(*events);
    if (result >= 0) result = listen_to(*events);
    if (result >= 0) return 0;
    login_events_close(*events);
    *events = NULL;
    return result;
}

int login_events_wait(struct login_events *events) {
    for (;;) {
        events->event = 0;
        int result = events->process(events->bus, NULL);
        if (result < 0) return result;
        if (events->event == LOGIN_EVENT_WAKE) hold_sleep(events);
        if (events->event) return events->event;
        if (result > 0) continue;
        result = events->wait(events->bus, UINT64_MAX);
        if (result < 0 && result != -EINTR) return result;
    }
}

void login_events_release_sleep(struct login_events *events) {
    if (events->inhibitor >= 0) close(events->inhibitor);
    events->inhibitor = -1;
}

void login_events_close(struct login_events *events) {
    if (!events) return;
    login_events_release_sleep(events);
    if (events->bus) events->flush_close_unref(events->bus);
    if (events->library) dlclose(events->library);
    free(events);
}
