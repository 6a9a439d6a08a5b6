#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/handle.h"

/* More strings than this in one list are taken for a position that nothing here can handle. */
enum { LIST_STRINGS_MAX = 1 << 24, LIST_CHECK_EVERY = 1 << 16, LIST_CHECK_BYTES = 1 << 20 };

grundy_buffer grundy_buffer_open(grundy *g)
{
    return (grundy_buffer){.g = g};
}

void grundy_buffer_close(grundy_buffer *b)
{
    if (b->data != NULL)
        grundy_resize(b->g, b->data, b->capacity, 0, NULL);
    *b = (grundy_buffer){.g = b->g};
}

const char *grundy_buffer_text(const grundy_buffer *b)
{
    return b->data == NULL ? "" : (const char *)b->data;
}

grundy_bytes grundy_buffer_bytes(const grundy_buffer *b)
{
    return (grundy_bytes){b->data, b->size};
}

/* Make room for `more` bytes and a final zero. */
static grundy_status buffer_reserve(grundy_buffer *b, size_t more)
{
    if (more > SIZE_MAX / 4 - b->size)
        return grundy_fail(b->g, GRUNDY_NOMEM, "out of memory: %zu bytes are not to be had", more);
    size_t need = b->size + more + 1;
    if (need <= b->capacity)
        return GRUNDY_OK;
    size_t capacity = b->capacity < 16 ? 32 : b->capacity + b->capacity / 2;
    if (capacity < need)
        capacity = need;
    grundy_status status = GRUNDY_OK;
    unsigned char *data = grundy_resize(b->g, b->data, b->capacity, capacity, &status);
    if (data == NULL)
        return status;
    b->data = data;
    b->capacity = capacity;
    return GRUNDY_OK;
}

grundy_status grundy_append(grundy_buffer *b, const void *data, size_t size)
{
    TRY(buffer_reserve(b, size));
    if (size != 0)
        memcpy(b->data + b->size, data, size);
    b->size += size;
    b->data[b->size] = '\0';
    return GRUNDY_OK;
}

grundy_status grundy_appendf(grundy_buffer *b, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0)
        return grundy_fail(b->g, GRUNDY_IO, "text could not be formatted");
    TRY(buffer_reserve(b, (size_t)length));
    va_start(arguments, format);
    vsnprintf((char *)b->data + b->size, (size_t)length + 1, format, arguments);
    va_end(arguments);
    b->size += (size_t)length;
    return GRUNDY_OK;
}

grundy_list grundy_list_open(grundy *g)
{
    return (grundy_list){.bytes = grundy_buffer_open(g), .ends = grundy_buffer_open(g)};
}

void grundy_list_close(grundy_list *list)
{
    grundy_buffer_close(&list->bytes);
    grundy_buffer_close(&list->ends);
}

void grundy_list_clear(grundy_list *list)
{
    list->bytes.size = 0;
    list->ends.size = 0;
}

size_t grundy_list_count(const grundy_list *list)
{
    return list->ends.size / sizeof(size_t);
}

static size_t end_of(const grundy_list *list, size_t i)
{
    size_t end;
    memcpy(&end, list->ends.data + i * sizeof end, sizeof end);
    return end;
}

grundy_bytes grundy_list_at(const grundy_list *list, size_t i)
{
    size_t start = i == 0 ? 0 : end_of(list, i - 1);
    return (grundy_bytes){list->bytes.data + start, end_of(list, i) - start};
}

grundy_status grundy_list_room(const grundy_list *list, uint64_t more)
{
    if (more <= LIST_STRINGS_MAX - grundy_list_count(list))
        return GRUNDY_OK;
    return grundy_fail(list->bytes.g, GRUNDY_LIMIT, "a position has more than %d options, too many to list",
                       LIST_STRINGS_MAX);
}

/* Once in so many strings, and in so many bytes: some strings are long. */
static bool is_check_due(const grundy_list *list, size_t size)
{
    const size_t before = list->bytes.size;
    return grundy_list_count(list) % LIST_CHECK_EVERY == LIST_CHECK_EVERY - 1 ||
           before / LIST_CHECK_BYTES != (before + size) / LIST_CHECK_BYTES;
}

grundy_status grundy_list_add(grundy_list *list, const void *data, size_t size)
{
    TRY(grundy_list_room(list, 1));
    if (is_check_due(list, size)) /* options without end */
        TRY(grundy_check(list->bytes.g));
    TRY(grundy_append(&list->bytes, data, size));
    return list_end(list);
}

grundy_status list_sorted(const grundy_list *list, grundy_buffer *views)
{
    const size_t count = grundy_list_count(list);
    views->size = 0;
    for (size_t i = 0; i < count; i++) {
        const grundy_bytes view = grundy_list_at(list, i);
        TRY(grundy_append(views, &view, sizeof view));
    }
    if (count > 1)
        qsort(views->data, count, sizeof(grundy_bytes), bytes_compare);
    return GRUNDY_OK;
}

grundy_status list_end(grundy_list *list)
{
    size_t end = list->bytes.size, count = grundy_list_count(list);
    grundy_status status = grundy_append(&list->ends, &end, sizeof end);
    if (status != GRUNDY_OK)
        list->bytes.size = count == 0 ? 0 : end_of(list, count - 1);
    return status;
}

void list_drop_last(grundy_list *list)
{
    size_t count = grundy_list_count(list);
    list->bytes.size = count == 1 ? 0 : end_of(list, count - 2);
    list->ends.size -= sizeof(size_t);
}

int bytes_compare(const void *a, const void *b)
{
    const grundy_bytes *x = a, *y = b;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return x->size == 0 ? 0 : memcmp(x->data, y->data, x->size);
}
