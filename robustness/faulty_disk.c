/* A disk that fails on purpose, to be loaded before the C library (LD_PRELOAD).
 *
 * Every change of a file below a folder is counted: writes, truncations, synchronisations, renames
 * and new files. From a given change on, or at it alone, the disk fails as it is told to. Armed by a
 * call of `arm`, so that a program can get ready undisturbed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { NEVER, FULL, BROKEN, KILLED, TORN, READ_ONLY };

static char folder[PATH_MAX];
static size_t folder_length;
static enum kind what = NEVER;
static long at = -1, changes = 0, failures = 0;

/* The disk below `path` fails at change number `first`, the first being 1. */
void arm(const char *path, int kind, long first) {
    snprintf(folder, sizeof folder, "%s", path);
    folder_length = strlen(folder);
    at = first;
    changes = failures = 0;
    what = (enum kind)kind;
}

long changes_made(void) { return changes; }
long failures_made(void) { return failures; }

static int below(const char *path) {
    return folder_length > 0 && strncmp(path, folder, folder_length) == 0;
}

static int watched(int fd) {
    char link[64], path[PATH_MAX];
    if (folder_length == 0) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return below(path);
}

/* Whether this change fails; sets errno. A torn one is told to be half done before the end. */
static int fails(int *torn) {
    const int before = errno;
    ++changes;
    if (torn != NULL) *torn = 0;
    const int now = (what == FULL || what == READ_ONLY) ? changes >= at : changes == at;
    if (what == NEVER || !now) {
        errno = before;
        return 0;
    }
    ++failures;
    if (what == KILLED || (what == TORN && torn == NULL)) raise(SIGKILL);
    if (what == TORN) {
        *torn = 1;
        return 0;
    }
    errno = what == FULL ? ENOSPC : what == READ_ONLY ? EROFS : EIO;
    return 1;
}

#define REAL(result, name, ...)                                      \
    static result (*real)(__VA_ARGS__) = NULL;                       \
    if (real == NULL) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

ssize_t write(int fd, const void *data, size_t size) {
    REAL(ssize_t, "write", int, const void *, size_t);
    int torn = 0;
    if (watched(fd) && fails(&torn)) return -1;
    if (torn) {
        (void)!real(fd, data, size / 2);
        raise(SIGKILL);
    }
    return real(fd, data, size);
}

static ssize_t write_at(ssize_t (*real)(int, const void *, size_t, off_t), int fd,
                        const void *data, size_t size, off_t offset) {
    int torn = 0;
    if (watched(fd) && fails(&torn)) return -1;
    if (torn) {
        (void)!real(fd, data, size / 2, offset);
        raise(SIGKILL);
    }
    return real(fd, data, size, offset);
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) {
    REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
    return write_at(real, fd, data, size, offset);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off_t offset) {
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off_t);
    return write_at(real, fd, data, size, offset);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    REAL(ssize_t, "writev", int, const struct iovec *, int);
    return watched(fd) && fails(NULL) ? -1 : real(fd, parts, count);
}

int ftruncate(int fd, off_t size) {
    REAL(int, "ftruncate", int, off_t);
    return watched(fd) && fails(NULL) ? -1 : real(fd, size);
}

int ftruncate64(int fd, off_t size) {
    REAL(int, "ftruncate64", int, off_t);
    return watched(fd) && fails(NULL) ? -1 : real(fd, size);
}

int fsync(int fd) {
    REAL(int, "fsync", int);
    return watched(fd) && fails(NULL) ? -1 : real(fd);
}

int fdatasync(int fd) {
    REAL(int, "fdatasync", int);
    return watched(fd) && fails(NULL) ? -1 : real(fd);
}

int rename(const char *from, const char *to) {
    REAL(int, "rename", const char *, const char *);
    return below(to) && fails(NULL) ? -1 : real(from, to);
}

static int new_file(const char *path, int flags) {
    struct stat found;
    if (!below(path)) return 0;
    if (what == READ_ONLY) return (flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)) != 0;
    return (flags & O_CREAT) != 0 && stat(path, &found) != 0;
}

#define OPEN(name)                                                \
    int name(const char *path, int flags, ...) {                  \
        REAL(int, #name, const char *, int, ...);                 \
        va_list rest;                                             \
        va_start(rest, flags);                                    \
        const mode_t mode = va_arg(rest, mode_t);                 \
        va_end(rest);                                             \
        const int before = errno;                                 \
        if (new_file(path, flags) && fails(NULL)) return -1;      \
        errno = before;                                           \
        return real(path, flags, mode);                           \
    }

OPEN(open)
OPEN(open64)
