/* plugins.c - families from shared objects: --plugin FILE
 *
 * A plug-in finds the library's functions in the program, which exports them (cmake/plugin_interface.list). */
#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "command.h"

/* dlopen looks for a name without a slash elsewhere; a plug-in is a file. */
static void *plugin_open_file(grundy *g, const char *path)
{
    grundy_buffer name = grundy_buffer_open(g);
    void *object = NULL;
    if (grundy_appendf(&name, "%s%s", strchr(path, '/') == NULL ? "./" : "", path) == GRUNDY_OK)
        object = dlopen(grundy_buffer_text(&name), RTLD_NOW | RTLD_LOCAL);
    grundy_buffer_close(&name);
    return object;
}

static grundy_status check_interface(grundy *g, const char *path, const grundy_plugin *plugin)
{
    if (plugin == NULL)
        return grundy_fail(g, GRUNDY_PARSE,
                           "the plug-in %.200s has no " GRUNDY_PLUGIN_SYMBOL "; see GRUNDY_PLUGIN in grundy.h", path);
    if (plugin->interface == GRUNDY_PLUGIN_INTERFACE && plugin->family_size == sizeof(grundy_family))
        return GRUNDY_OK;
    return grundy_fail(
        g, GRUNDY_PARSE,
        "the plug-in %.200s was built for another version of grundy (%.20s, interface %u, families of %u "
        "bytes; here %s, %d, %zu)",
        path, plugin->interface == GRUNDY_PLUGIN_INTERFACE ? plugin->version : "unknown", (unsigned)plugin->interface,
        (unsigned)plugin->family_size, grundy_version(), GRUNDY_PLUGIN_INTERFACE, sizeof(grundy_family));
}

/* Go on with the digest over the first plug-in and all objects that were loaded after it: what a plug-in needs may have
 * been loaded with one before. */
static grundy_status digest_objects(grundy *g, void *const *first, uint64_t *digest)
{
    struct link_map *map = NULL;
    if (dlinfo(*first, RTLD_DI_LINKMAP, &map) != 0)
        return grundy_fail(g, GRUNDY_IO, "the objects that a plug-in needs are not to be found: %.400s", dlerror());
    for (; map != NULL; map = map->l_next)
        if (*map->l_name != '\0')
            TRY(grundy_digest_file(g, map->l_name, digest));
    return GRUNDY_OK;
}

static grundy_status plugin_load(grundy *g, const char *path, void *const *first, void **object)
{
    uint64_t digest = 0;
    TRY(grundy_digest_file(g, path, &digest)); /* a pipe would hold dlopen up */
    *object = plugin_open_file(g, path);
    if (*object == NULL)
        return grundy_fail(g, GRUNDY_PARSE, "the plug-in %.200s could not be loaded: %.400s", path, dlerror());
    const grundy_plugin *plugin = dlsym(*object, GRUNDY_PLUGIN_SYMBOL);
    TRY(check_interface(g, path, plugin));
    TRY(digest_objects(g, first, &digest));
    for (size_t i = 0; plugin->families[i] != NULL; i++) {
        TRY(grundy_family_add(g, plugin->families[i]));
        grundy_family_made_of(g, plugin->families[i], digest);
    }
    return GRUNDY_OK;
}

grundy_status load_plugins(command_line *line)
{
    for (int i = 0; i < line->plugin_count; i++)
        TRY(plugin_load(line->g, line->plugin_paths[i], &line->plugins[0], &line->plugins[i]));
    return GRUNDY_OK;
}

void close_plugins(const command_line *line)
{
    for (int i = 0; i < line->plugin_count; i++)
        if (line->plugins[i] != NULL)
            dlclose(line->plugins[i]);
}
