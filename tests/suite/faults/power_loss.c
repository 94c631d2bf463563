/*
 * A disk that loses at a power failure what was not synchronized. It is preloaded into a process (LD_PRELOAD).
 *
 * The process writes to its files as ever. What would be left of them is kept beside, in the folder DISK_IMAGE: whenever the process
 * synchronizes a file of the folder DISK_FOLDER, its content is copied to a file that is named by its inode; whenever it synchronizes the
 * folder, the names in it are written to the file `names`, a line for each: the inode, a blank, the name. So a file has the content of its
 * last synchronization, and a name only if the folder was synchronized since it got it, as POSIX promises and no more.
 *
 * A process that is killed while a file is copied leaves a part of the new content: a disk that loses power while it writes does so too.
 * Nothing reaches the real disk before the copy, nor need it.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* One synchronization at a time: two of one file would mix their copies. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void fail(const char *what) {
    fprintf(stderr, "power_loss.c: %s: %s\n", what, strerror(errno));
    abort();
}

/* Copies the content of an open file over its image, in place. */
static void copy(int file, const char *image) {
    static char block[1 << 16];
    int to = open(image, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (to < 0) fail(image);
    off_t at = 0;
    for (;;) {
        ssize_t length = pread(file, block, sizeof block, at);
        if (length < 0) fail("pread");
        if (length == 0) break;
        if (pwrite(to, block, length, at) != length) fail("pwrite");
        at += length;
    }
    if (ftruncate(to, at) != 0) fail("ftruncate");
    close(to);
}

/* Writes the names of a folder to a file. */
static void list(const char *folder, const char *names) {
    char draft[PATH_MAX + 8];
    snprintf(draft, sizeof draft, "%s.new", names);
    FILE *to = fopen(draft, "we");
    DIR *from = opendir(folder);
    if (to == NULL || from == NULL) fail(folder);
    for (struct dirent *entry; (entry = readdir(from)) != NULL;) {
        if (entry->d_type == DT_REG) {
            fprintf(to, "%llu %s\n", (unsigned long long)entry->d_ino, entry->d_name);
        }
    }
    closedir(from);
    if (fclose(to) != 0 || rename(draft, names) != 0) fail(names);
}

/* The path of what is open, which is of no file that was deleted. */
static int path_of(int file, char path[PATH_MAX]) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = '\0';
    return 1;
}

static int synchronize(int file) {
    const char *folder = getenv("DISK_FOLDER");
    const char *image = getenv("DISK_IMAGE");
    if (folder == NULL || image == NULL) {
        errno = EINVAL;
        return -1;
    }
    struct stat found;
    if (fstat(file, &found) != 0) return -1;
    char path[PATH_MAX], kept[PATH_MAX];
    if (!path_of(file, path)) return 0;
    size_t length = strlen(folder);
    if (strncmp(path, folder, length) != 0) return 0;
    pthread_mutex_lock(&lock);
    if (S_ISDIR(found.st_mode) && path[length] == '\0') {
        snprintf(kept, sizeof kept, "%s/names", image);
        list(folder, kept);
    } else if (S_ISREG(found.st_mode) && path[length] == '/') {
        snprintf(kept, sizeof kept, "%s/%llu", image, (unsigned long long)found.st_ino);
        copy(file, kept);
    }
    pthread_mutex_unlock(&lock);
    return 0;
}

int fsync(int file) { return synchronize(file); }

int fdatasync(int file) { return synchronize(file); }

/* Who would synchronize in another way would not be seen. */
int sync_file_range(int file, off64_t offset, off64_t count, unsigned int flags) {
    (void)file, (void)offset, (void)count, (void)flags;
    errno = ENOSYS;
    fail("sync_file_range is not known here");
    return -1;
}
