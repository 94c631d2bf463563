/*
 * A system clock that can be set for one process. It is preloaded into it (LD_PRELOAD).
 *
 * The file CLOCK_FILE has a number of seconds: so far is the clock ahead of the real one, or behind it if the number is negative. The file is
 * read whenever the process asks for the time, so the clock jumps when the file is exchanged. The monotonic clock goes on as ever, as it does
 * when a machine's clock is set. What the kernel writes by itself, such as the times of files, has the real time.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void fail(const char *what) {
    fprintf(stderr, "clock_jump.c: %s: %s\n", what, strerror(errno));
    abort();
}

/* How many seconds the clock is ahead. */
static time_t ahead(void) {
    const char *name = getenv("CLOCK_FILE");
    if (name == NULL) {
        errno = EINVAL;
        fail("CLOCK_FILE");
    }
    char text[32];
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0) fail(name);
    ssize_t length = read(file, text, sizeof text - 1);
    if (length < 0) fail(name);
    close(file);
    text[length] = '\0';
    char *end;
    time_t seconds = strtoll(text, &end, 10);
    if (end == text || *end != '\0') {
        errno = EINVAL;
        fail(name);
    }
    return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    if (syscall(SYS_clock_gettime, clock, now) != 0) return -1;
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) now->tv_sec += ahead();
    return 0;
}

/* SQLite's clock. */
int gettimeofday(struct timeval *now, void *zone) {
    (void)zone;
    struct timespec exact;
    if (clock_gettime(CLOCK_REALTIME, &exact) != 0) return -1;
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *now) {
    struct timespec exact;
    if (clock_gettime(CLOCK_REALTIME, &exact) != 0) return -1;
    if (now != NULL) *now = exact.tv_sec;
    return exact.tv_sec;
}
