#!/bin/sh
# Rulesets from a plug-in, and what is said about shared objects that are none: test/cli/plugin.sh PLUGIN COMPILER
set -u
grundy=${GRUNDY:-grundy} plugin=$1 compiler=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0
failed=0

# expect STATUS OUTPUT MESSAGE ARGUMENT... - run grundy; a message is part of the one line on standard error
expect() {
    status=$1 output=$2 message=$3
    shift 3
    got=$(timeout 60 "$grundy" "$@" 2>"$dir/errors")
    code=$?
    if [ "$code" = "$status" ] && [ "$got" = "$output" ] && grep -qF -- "$message" "$dir/errors" &&
        [ "$(wc -l <"$dir/errors")" = 1 ] || { [ -z "$message" ] && [ "$code,$got" = "$status,$output" ] && [ ! -s "$dir/errors" ]; }; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL grundy %s\n  want (%s) %s | %s\n  got  (%s) %s | %s\n' "$*" "$status" "$output" "$message" "$code" "$got" \
            "$(head -n 3 "$dir/errors")"
    fi
}

# build NAME - a shared object from standard input
build() {
    "$compiler" -shared -fPIC -x c -I include -o "$dir/$1" - || { echo "FAIL: $1 was not built"; failed=$((failed + 1)); }
}

for n in 0 1 7 12; do
    expect 0 $((n % 2)) '' value --plugin "$plugin" 'odd(5)' $n
    expect 0 "$("$grundy" value 'subtraction(1,3,5)' $n --misere)" '' value 'odd(5)' $n --misere --method all --plugin "$plugin"
done
expect 0 "$("$grundy" value 'push(subtraction(1,3),subtraction(1))' 9)" '' value 'push(odd(3),odd(1))' 9 --plugin "$plugin"
expect 0 'k,n,value
5,1,1
5,2,0
5,3,1' '' table 'odd(k)' n k=5 n=1..3 --plugin "$plugin" --format csv
"$grundy" rulesets --plugin "$plugin" | grep -q '^odd  *take an odd number of tokens, at most n$' && passed=$((passed + 1)) || failed=$((failed + 1))
expect 2 '' 'odd needs a number above 0' value --plugin "$plugin" 'odd(0)' 7
expect 2 '' "no ruleset is called 'odd'" value 'odd(3)' 7
expect 2 '' 'there is a ruleset odd already' value --plugin "$plugin" --plugin "$plugin" 'odd(3)' 7
expect 6 '' 'the file nowhere.so could not be opened' value --plugin nowhere.so nim 7
expect 2 '' 'the plug-in README.md could not be loaded: ' value --plugin README.md nim 7
expect 2 '' 'option --plugin needs an argument' value nim 7 --plugin
expect 2 '' 'has no option --plugin' calc 1 --plugin "$plugin"

echo 'int nothing;' | build empty.so
expect 2 '' 'has no grundy_plugin_entry; see GRUNDY_PLUGIN in grundy.h' value --plugin "$dir/empty.so" nim 7
build old.so <<'END'
#include <grundy.h>
#undef GRUNDY_PLUGIN_INTERFACE
#define GRUNDY_PLUGIN_INTERFACE 0
GRUNDY_PLUGIN(NULL)
END
expect 2 '' 'was built for another version of grundy (unknown, interface 0' value --plugin "$dir/old.so" nim 7
build small.so <<'END'
#include <grundy.h>
GRUNDY_API const grundy_plugin grundy_plugin_entry = {GRUNDY_PLUGIN_INTERFACE, 8, "0.0.9", NULL};
END
expect 2 '' 'was built for another version of grundy (0.0.9, interface 1, families of 8 bytes' value --plugin "$dir/small.so" nim 7
build incomplete.so <<'END'
#include <grundy.h>
static const grundy_family f = {.name = "half"};
GRUNDY_PLUGIN(&f)
END
expect 2 '' 'the family half lacks one of' value --plugin "$dir/incomplete.so" nim 7

# play lists the moves for as long as it takes, and thinks for ten seconds at most; here a heap of 5 takes eleven.
build slow.so <<'END'
#include <grundy.h>
#undef GRUNDY_PLUGIN
#define GRUNDY_PLUGIN(family) extern int nothing;
#include "examples/plugin/odd.c"
#include <unistd.h>
static grundy_status slow_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    for (int i = 0; i < 11 && read_heap(summand) == 5; i++) {
        sleep(1);
        grundy_status status = grundy_check(g);
        if (status != GRUNDY_OK)
            return status;
    }
    return odd_options(g, r, summand, out);
}
static const grundy_family slow = {.name = "slow", .arguments = "(N)", .summary = "slow", .rules = "slow", .space = "slow",
    .open = odd_open, .close = odd_close, .parse = odd_parse, .print = odd_print, .options = slow_options};
static const grundy_family *const families[] = {&slow, NULL};
GRUNDY_API const grundy_plugin grundy_plugin_entry = {GRUNDY_PLUGIN_INTERFACE, sizeof(grundy_family), GRUNDY_VERSION, families};
END
said=$(printf '4\nquit\n' | timeout 120 "$grundy" play --plugin "$dir/slow.so" 'slow(1)' 5)
case $said in
*'position: 5'*'you move to 4'*'I move to 3'*) passed=$((passed + 1)) ;;
*) failed=$((failed + 1)); echo "FAIL moves that take long to list: $said" ;;
esac

# A plug-in is what its objects hold: a store and the catalogue know nothing of one that was built otherwise, and
# neither does it matter whether what changed is in the plug-in itself or in a shared object that it needs.
take() {
    cat <<'END'
#undef GRUNDY_PLUGIN
#define GRUNDY_PLUGIN(family) extern int nothing;
#include "examples/plugin/odd.c"
extern unsigned taken_at_once(void);
static grundy_status take_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out)
{
    uint64_t heap = read_heap(summand);
    (void)r;
    (void)g;
    for (unsigned k = taken_at_once(); heap >= k && k <= 2 * taken_at_once(); k += taken_at_once()) {
        unsigned char bytes[4];
        write_heap(heap - k, bytes);
        grundy_status status = grundy_list_add(out, bytes, summand.size);
        if (status != GRUNDY_OK)
            return status;
    }
    return GRUNDY_OK;
}
static const grundy_family take = {.name = "take", .arguments = "(N)", .summary = "take", .rules = "take", .space = "take",
    .open = odd_open, .close = odd_close, .parse = odd_parse, .print = odd_print, .options = take_options};
static const grundy_family *const families[] = {&take, NULL};
GRUNDY_API const grundy_plugin grundy_plugin_entry = {GRUNDY_PLUGIN_INTERFACE, sizeof(grundy_family), GRUNDY_VERSION, families};
END
}
# found MESSAGE STATUS OUTPUT - ask the plug-in take.so, with the store
found() {
    expect "$2" "$3" "$1" value --plugin "$dir/take.so" 'take(1)' 5 --store "$dir/store" --resume
}
build_take() {
    { echo '#include <grundy.h>'; take; echo "unsigned taken_at_once(void) { return $1; }"; } | build take.so
}
build_take 1
expect 0 2 '' value --plugin "$dir/take.so" 'take(1)' 5 --store "$dir/store"
found '' 0 2
build_take 3
found 'is refused' 6 ''
expect 0 1 '' value --plugin "$dir/take.so" 'take(1)' 5
build_take 1
found '' 0 2

echo 'unsigned taken_at_once(void) { return 1; }' | build libstep.so
{ echo '#include <grundy.h>'; take; } | "$compiler" -shared -fPIC -x c -I include -o "$dir/take.so" - -L "$dir" -lstep -Wl,-rpath,"$dir"
rm -f "$dir/store"*
expect 0 2 '' value --plugin "$dir/take.so" 'take(1)' 5 --store "$dir/store"
found '' 0 2
echo 'unsigned taken_at_once(void) { return 3; }' | build libstep.so
found 'is refused' 6 ''

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ] && [ "$passed" -gt 20 ]
