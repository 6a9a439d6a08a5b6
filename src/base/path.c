#include "base/path.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { LINKS_MOST = 40, TARGET_MAX = 4096 };

/* Put what a link holds in the place of its path: it is relative to the directory that the link is in. */
static bool replace_link(char *path, size_t size, const char *target, size_t length)
{
    const char *slash = strrchr(path, '/');
    const size_t kept = target[0] == '/' || slash == NULL ? 0 : (size_t)(slash - path) + 1;
    if (kept + length >= size) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(path + kept, target, length);
    path[kept + length] = '\0';
    return true;
}

bool path_follow(const char *path, char *out, size_t size)
{
    char target[TARGET_MAX];
    const size_t length = strlen(path);
    if (length >= size) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(out, path, length + 1);
    for (int i = 0; i < LINKS_MOST; i++) {
        const ssize_t read = readlink(out, target, sizeof target);
        if (read < 0)
            return errno == EINVAL || errno == ENOENT || errno == ENOTDIR; /* no link, or nothing is there yet */
        if (!replace_link(out, size, target, (size_t)read))
            return false;
    }
    errno = ELOOP;
    return false;
}
