#include "late/late.h"

#include <dlfcn.h>
#include <string.h>

static grundy_status late_is_absent(grundy *g, const char *need)
{
    return grundy_fail(g, GRUNDY_ABSENT, "%s, and it could not be loaded: %.400s", need, dlerror());
}

grundy_status late_open(grundy *g, const char *file, const char *need, const char *const *names, size_t size,
                        void *functions)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == NULL)
        return late_is_absent(g, need);
    for (size_t at = 0; at < size; at += sizeof(void *)) {
        void *function = dlsym(library, names[at / sizeof(void *)]);
        if (function == NULL)
            return late_is_absent(g, need);
        memcpy((char *)functions + at, &function, sizeof function); /* ISO C has no conversion to a function */
    }
    return GRUNDY_OK;
}
