/* Any bytes as a store: as they are, and between a right first and last line, so that the checksum does not hide what is
 * behind it. A store is refused in one line, or what is saved after it was loaded is a store of the same content. */
#include "fuzz_file.h"

enum { STORE_MAX = 1 << 16 };

static grundy_status load(grundy *g, const void *data, size_t size)
{
    grundy_status status = grundy_store_open(g, fuzz_write(data, size), 0);
    grundy_store_close(g);
    return status;
}

static size_t read_saved(grundy *g, const char *path, char *out)
{
    fuzz_must(grundy_store_open(g, path, 0) == GRUNDY_OK && grundy_store_save(g) == GRUNDY_OK,
              "what was loaded is not saved: %s", grundy_message(g));
    grundy_store_close(g);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        abort();
    size_t size = fread(out, 1, STORE_MAX, file);
    fclose(file);
    unlink(path);
    return size;
}

/* Saved, loaded, saved: the same bytes. What was loaded is used, too: it may be false, but does no harm. */
static void check_saved(grundy *g)
{
    static char first[STORE_MAX], second[STORE_MAX];
    char path[64];
    uint64_t value;
    snprintf(path, sizeof path, "%s/grundy-fuzz-saved-%ld", fuzz_directory(), (long)getpid());
    size_t size = read_saved(g, path, first);
    grundy *other = fuzz_open();
    fuzz_must(load(other, first, size) == GRUNDY_OK, "what was saved is refused: %s", grundy_message(other));
    fuzz_must(read_saved(other, path, second) == size && memcmp(first, second, size) == 0, "saved twice, it differs");
    (void)grundy_value(other, "ruler(setpartitions(9))", "[9]", &value);
    (void)grundy_value(other, "ruler(asm(5))", "(0,0,0)", &value);
    fuzz_close(other);
}

static void check_store(const void *data, size_t size)
{
    grundy *g = fuzz_open();
    grundy_status status = load(g, data, size);
    if (status == GRUNDY_OK)
        check_saved(g);
    else
        fuzz_refused(g, status, "the store");
    fuzz_close(g);
}

static uint64_t fnv1a(const char *bytes, size_t size)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        h = (h ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return h;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char framed[STORE_MAX];
    static const char head[] = "grundy store 1\n";
    if (size > STORE_MAX / 2)
        return 0;
    check_store(data, size);
    memcpy(framed, head, sizeof head - 1);
    memcpy(framed + sizeof head - 1, data, size);
    size_t length = sizeof head - 1 + size;
    length +=
        (size_t)snprintf(framed + length, sizeof framed - length, "checksum %016" PRIx64 "\n", fnv1a(framed, length));
    check_store(framed, length);
    return 0;
}
