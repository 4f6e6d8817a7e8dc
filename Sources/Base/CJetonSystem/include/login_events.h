// What the login manager of systemd tells over D-Bus, by libsystemd, which is opened with dlopen.
#ifndef JETON_LOGIN_EVENTS_H
#define JETON_LOGIN_EVENTS_H

struct login_events;

enum {
    LOGIN_EVENT_LOCK = 1,   // a session of the user was locked
    LOGIN_EVENT_SLEEP = 2,  // the machine is about to sleep
    LOGIN_EVENT_IDLE = 3,   // a session of the user became idle
    LOGIN_EVENT_WAKE = 4,   // the machine is awake again
};

// Connects to the system bus and asks for the events; 0, or minus an errno: ENOSYS without libsystemd, another number
// without the bus or a login manager on it.
int login_events_open(struct login_events **events);

// Waits for an event, for as long as it takes and without waking up in between; its number, or minus an errno.
int login_events_wait(struct login_events *events);

// Lets the machine sleep: what was to be done before is done. It is held back again by the next wake-up.
void login_events_release_sleep(struct login_events *events);

void login_events_close(struct login_events *events);

#endif
