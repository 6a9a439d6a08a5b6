/* What members of a team tell each other of their searches: it saves the work, it changes no value, and it is taken only
 * where it means the same. */
#include "asking.h"

#include <stdatomic.h>

#include "solvers/search.h"

/* A member of a team of two that is at work on its own: it notes what is worth telling, and the test is the other. */
typedef struct {
    grundy *g;
    grundy_ruleset *r;
    grundy_solver *s;
} member;

static member open_member(const char *ruleset, grundy_question question)
{
    member m = {.g = ask_open()};
    const grundy_team team = {.size = 2};
    grundy_set_team(m.g, &team);
    handle_team(m.g)->alone = true;
    m.r = ask_ruleset(m.g, ruleset);
    MUST(m.g, grundy_solver_open(m.g, m.r, question, GRUNDY_SEARCH, &m.s));
    return m;
}

static void close_member(member *m)
{
    grundy_solver_close(m->s);
    grundy_ruleset_close(m->r);
    ask_close(m->g);
}

/* Search a position; returns how many options it looked at. */
static uint64_t search(member *m, const char *text, uint64_t *value)
{
    grundy_answer answer;
    grundy_buffer position = ask_position(m->g, m->r, text);
    MUST(m->g, grundy_solve(m->s, grundy_buffer_bytes(&position), &answer));
    grundy_buffer_close(&position);
    *value = answer.value;
    return answer.looked_at;
}

static void tell(member *from, member *to)
{
    grundy_buffer said = grundy_buffer_open(from->g);
    MUST(from->g, search_tell(from->s, &said));
    search_hear(to->s, grundy_buffer_bytes(&said));
    grundy_buffer_close(&said);
}

static const struct {
    const char *ruleset, *position, *small;
    grundy_question question;
} searches[] = {
    {"cram", "4x5", "1x2", GRUNDY_VALUE},
    {"cram", "5x5", "1x2", GRUNDY_OUTCOME},
    {"cram", "4x5", "1x2", GRUNDY_MISERE_VALUE},
    {"push-cram", "4x5", "2x2", GRUNDY_VALUE},
    {"push-cram", "4x5", "2x2", GRUNDY_MISERE_VALUE},
    {"sum(cram,domineering-rows)", "4x5 | 3x3", "1x2 | 1x2", GRUNDY_VALUE},
};

static void work_is_done_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(searches); i++) {
        member first = open_member(searches[i].ruleset, searches[i].question),
               second = open_member(searches[i].ruleset, searches[i].question);
        uint64_t before, value, after;
        search(&second, searches[i].small, &before);
        first.s->news.least = 8; /* as these searches are small */
        const uint64_t alone = search(&first, searches[i].position, &value);
        assert_true(first.s->news.entries.size > 100);
        tell(&first, &second);
        assert_int_equal(first.s->news.entries.size, 0);
        const uint64_t told = search(&second, searches[i].position, &after);
        print_message("%s %s: %" PRIu64 " options, %" PRIu64 " when told\n", searches[i].ruleset, searches[i].position,
                      alone, told);
        assert_int_equal(after, value);
        assert_true(told <= alone / 4);
        close_member(&first);
        close_member(&second);
    }
}

/* Rulesets get their numbers in the order in which they come up. Where these are others, what is told is not believed. */
static void numbers_mean_the_same(void **state)
{
    (void)state;
    static const char *const rules = "sum(push(kayles,grundys-game),push(grundys-game,kayles))";
    static const char *const positions[] = {"2:18 | 0", "0 | 2:18", "9 | 0", "0 | 8,5"};
    for (size_t i = 0; i < LENGTH(positions); i++)
        for (size_t k = 0; k < LENGTH(positions); k++) {
            member first = open_member(rules, GRUNDY_VALUE), second = open_member(rules, GRUNDY_VALUE),
                   third = open_member(rules, GRUNDY_VALUE);
            uint64_t value, plain;
            first.s->news.least = 1; /* all is told */
            search(&first, positions[i], &value);
            search(&second, positions[k], &value);
            tell(&first, &second);
            for (size_t j = 0; j < LENGTH(positions); j++) {
                search(&second, positions[j], &value);
                search(&third, positions[j], &plain);
                assert_int_equal(value, plain);
            }
            close_member(&first);
            close_member(&second);
            close_member(&third);
        }
}

static uint64_t state_of_key(const member *m, const char *key)
{
    uint64_t found = 1;
    table_get(m->s->search_table, (grundy_bytes){(const unsigned char *)key, strlen(key)}, &found);
    return found;
}

static void note(const member *m, const char *key, finding f)
{
    search_note(m->s, (grundy_bytes){(const unsigned char *)key, strlen(key)}, state_of(&f), 100);
}

/* A value that is known stays known; sets of excluded values are joined. */
static void nothing_is_forgotten(void **state)
{
    (void)state;
    member m = open_member("cram", GRUNDY_VALUE);
    uint64_t value;
    search(&m, "1x2", &value);
    note(&m, "here", (finding){.excluded = 5});
    note(&m, "here", (finding){.excluded = 3});
    const finding both = {.excluded = 7}, four = {.exact = true, .value = 4};
    assert_int_equal(state_of_key(&m, "here"), state_of(&both));
    note(&m, "here", four);
    assert_int_equal(state_of_key(&m, "here"), state_of(&four));
    note(&m, "here", (finding){.excluded = 3});
    assert_int_equal(state_of_key(&m, "here"), state_of(&four));
    close_member(&m);
}

/* When there is more than has room, what took the most work stays, whole, in the order in which it came. */
static void the_costly_stays(void **state)
{
    (void)state;
    member m = open_member("cram", GRUNDY_VALUE);
    news all = m.s->news, own = news_like(&all, m.g);
    assert_true(all.most > 1000 && all.least > 1 && all.least < 1000);
    own.least = 2;
    own.most = 16000;
    unsigned char key[] = "a key of some bytes";
    for (uint64_t i = 0; i < 1000; i++) {
        const uint64_t work = 1 + i * 7 % 1000;
        key[0] = (unsigned char)i;
        if (work >= own.least)
            MUST(m.g, news_add(&own, (grundy_bytes){key, sizeof key}, i, work));
        assert_true(own.entries.size <= own.most);
    }
    news joined = news_like(&own, m.g);
    MUST(m.g, news_join(&joined, &own));
    assert_int_equal(own.entries.size, 0);
    MUST(m.g, news_join(&joined, &own));
    grundy_bytes rest = grundy_buffer_bytes(&joined.entries);
    uint64_t next = 0, count = 0, expected = 0;
    for (news_item e; news_next(&rest, &e); count++, next = e.state + 1) {
        assert_true(e.state >= next);
        assert_int_equal(e.work, 1 + e.state * 7 % 1000);
        assert_true(e.work >= joined.least);
        assert_int_equal(e.key.size, sizeof key);
        assert_int_equal(e.key.data[0], e.state & 255);
        assert_memory_equal(e.key.data + 1, key + 1, sizeof key - 1);
    }
    for (uint64_t i = 0; i < 1000; i++)
        expected += 1 + i * 7 % 1000 >= joined.least;
    print_message("%" PRIu64 " entries of work %" PRIu64 " and more\n", count, joined.least);
    assert_int_equal(count, expected);
    assert_true(joined.least == 512 && joined.entries.size > own.most / 2);
    news_close(&joined);
    news_close(&own);
    close_member(&m);
}

static void alone_there_is_nobody_to_tell(void **state)
{
    (void)state;
    grundy *g = ask_open();
    news n = news_open(g);
    assert_true(n.least == UINT64_MAX);
    news_close(&n);
    ask_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_is_done_once),
        cmocka_unit_test(numbers_mean_the_same),
        cmocka_unit_test(nothing_is_forgotten),
        cmocka_unit_test(the_costly_stays),
        cmocka_unit_test(alone_there_is_nobody_to_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
