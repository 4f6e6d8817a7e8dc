#ifndef JETON_UNMAP_WATCH_H
#define JETON_UNMAP_WATCH_H

// From now on munmap(2) counts the pages that it gives back, and the octets in them that are not zero.
void unmap_watch_begin(void);

unsigned long unmap_watch_pages(void);
unsigned long unmap_watch_octets(void);

#endif
