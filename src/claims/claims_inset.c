/* claims_inset.c - "Inset games and strategies" (Nakada), the paper and its slides: numbers as in the paper
 *
 * Formulas are taken as printed, with all pairs; the rulesets' own closed forms, which avoid the pairs, are not used. */
#include <string.h>

#include "claims/judge.h"
#include "math/animating.h"
#include "math/partitions.h"

/* ---- Lemma 2.7: N(a) and (a|b) ---- */

static int64_t inset_bound(const claim_run *run)
{
    return (int64_t)claim_bound(run, 24, 3);
}

static int64_t mask(int64_t a)
{
    return a ^ (a - 1);
}

static int64_t mate(int64_t a, int64_t b)
{
    return mask(a ^ b);
}

static grundy_status masks(claim_run *run)
{
    for (int64_t a = -50 * inset_bound(run); a <= 50 * inset_bound(run); a++) {
        int64_t power = 1;
        while (a != 0 && a % (2 * power) == 0)
            power *= 2;
        TRY(claim_holds(run, a == 0 || mask(a) == 2 * power - 1, "N(%lld) = %lld", (long long)a, (long long)mask(a)));
    }
    return GRUNDY_OK;
}

static grundy_status masks_below_0(claim_run *run)
{
    for (int64_t a = -50 * inset_bound(run); a <= 50 * inset_bound(run); a++)
        TRY(claim_holds(run, (mask(a) < 0) == (a == 0), "N(%lld) = %lld", (long long)a, (long long)mask(a)));
    return GRUNDY_OK;
}

static grundy_status mates_of_differences(claim_run *run)
{
    for (int64_t a = -4 * inset_bound(run); a <= 4 * inset_bound(run); a++)
        for (int64_t b = -4 * inset_bound(run); b <= 4 * inset_bound(run); b++)
            TRY(claim_holds(run, mate(a, b) == mask(a - b), "a = %lld, b = %lld", (long long)a, (long long)b));
    return GRUNDY_OK;
}

static grundy_status mates_move_along(claim_run *run)
{
    for (int64_t a = -inset_bound(run); a <= inset_bound(run); a++)
        for (int64_t b = -inset_bound(run); b <= inset_bound(run); b++)
            for (int64_t c = -inset_bound(run); c <= inset_bound(run); c++)
                TRY(claim_holds(run, mate(a, b) == mate(a + c, b + c) && mate(a, b) == mate(a ^ c, b ^ c),
                                "a = %lld, b = %lld, c = %lld", (long long)a, (long long)b, (long long)c));
    return GRUNDY_OK;
}

static grundy_status subtraction_by_mates(claim_run *run)
{
    for (int64_t a = -4 * inset_bound(run); a <= 4 * inset_bound(run); a++)
        for (int64_t c = -4 * inset_bound(run); c <= 4 * inset_bound(run); c++) {
            int64_t sum = a;
            for (int64_t h = c > 0 ? 0 : c; h < (c > 0 ? c : 0); h++)
                sum ^= mate(a, h);
            TRY(claim_holds(run, c == 0 || sum == a - c, "a = %lld, c = %lld", (long long)a, (long long)c));
        }
    return GRUNDY_OK;
}

static grundy_status mates_tell_apart(claim_run *run)
{
    for (int64_t a = -inset_bound(run); a <= inset_bound(run); a++)
        for (int64_t b = -inset_bound(run); b <= inset_bound(run); b++)
            TRY(claim_holds(run, a == b || mate(a, a) != mate(b, a), "a = %lld, b = %lld", (long long)a, (long long)b));
    return GRUNDY_OK;
}

/* ---- Lemma 2.8: animating functions ---- */

/* A function made of a few nim-additions and additions, and what it does to x, step by step. */
enum { STEPS = 5 };

typedef struct {
    int64_t by[STEPS];
    bool add[STEPS];
} recipe;

static recipe random_recipe(uint64_t *seed)
{
    recipe r;
    for (size_t i = 0; i < STEPS; i++) {
        r.by[i] = (int64_t)(grundy_random(seed) % 31) - 15;
        r.add[i] = grundy_random(seed) % 2;
    }
    return r;
}

static int64_t follow(const recipe *r, int64_t x)
{
    for (size_t i = 0; i < STEPS; i++)
        x = r->add[i] ? x + r->by[i] : x ^ r->by[i];
    return x;
}

static grundy_status make_animating(const recipe *r, animating *f)
{
    for (size_t i = 0; i < STEPS; i++) {
        if (r->add[i])
            TRY(animating_add(f, r->by[i]));
        else
            animating_nim_add(f, r->by[i]);
    }
    return GRUNDY_OK;
}

static grundy_status compare_with_recipe(claim_run *run, const animating *f, const recipe *outer, const recipe *inner)
{
    int64_t y = 0;
    for (int64_t x = -30; x <= 30; x++) {
        int64_t expected = inner == NULL ? follow(outer, x) : follow(outer, follow(inner, x));
        TRY(animating_apply(f, x, &y));
        TRY(claim_holds(run, y == expected, "f(%lld) = %lld, not %lld", (long long)x, (long long)expected,
                        (long long)y));
    }
    return GRUNDY_OK;
}

static grundy_status group_of(claim_run *run, uint64_t *seed, animating *f, animating *h)
{
    recipe outer = random_recipe(seed), inner = random_recipe(seed);
    int64_t y = 0;
    TRY(make_animating(&outer, f));
    TRY(make_animating(&inner, h));
    TRY(animating_after(f, h));
    TRY(compare_with_recipe(run, f, &outer, &inner));
    TRY(animating_invert(f));
    for (int64_t x = -30; x <= 30; x++) {
        TRY(animating_apply(f, follow(&outer, follow(&inner, x)), &y));
        TRY(claim_holds(run, y == x, "the inverse takes f(%lld) to %lld", (long long)x, (long long)y));
    }
    return GRUNDY_OK;
}

/* Compositions and inverses, the latter by the formula of Lemma 2.8 (3), have the normal form (2.1). */
static grundy_status animating_group(claim_run *run)
{
    uint64_t seed = 1;
    grundy_status status = GRUNDY_OK;
    for (uint64_t round = 0; status == GRUNDY_OK && round < 40 * run->scale; round++) {
        animating f = animating_identity(run->g), h = animating_identity(run->g);
        status = group_of(run, &seed, &f, &h);
        animating_close(&f);
        animating_close(&h);
    }
    return status;
}

static grundy_status animating_keeps_mates(claim_run *run)
{
    uint64_t seed = 2;
    for (uint64_t round = 0; round < 40 * run->scale; round++) {
        recipe r = random_recipe(&seed);
        for (int64_t x = -20; x <= 20; x++)
            for (int64_t y = -20; y <= 20; y++)
                TRY(claim_holds(run, mate(follow(&r, x), follow(&r, y)) == mate(x, y), "x = %lld, y = %lld",
                                (long long)x, (long long)y));
    }
    return GRUNDY_OK;
}

/* ---- sets of balls ---- */

enum { PLACES_MAX = 16, SET_TEXT_MAX = 64 };

typedef struct {
    unsigned count;
    int64_t balls[PLACES_MAX];
} ball_list;

static ball_list inset_balls(unsigned set)
{
    ball_list b = {0};
    for (unsigned i = 0; i < PLACES_MAX; i++)
        if (set >> i & 1)
            b.balls[b.count++] = i;
    return b;
}

static void inset_print_set(unsigned set, char *text)
{
    size_t used = 1;
    text[0] = '{';
    for (unsigned i = 0; i < PLACES_MAX; i++)
        if (set >> i & 1) {
            if (used > 1)
                text[used++] = ',';
            if (i >= 10)
                text[used++] = '1';
            text[used++] = (char)('0' + i % 10);
        }
    text[used++] = '}';
    text[used] = '\0';
}

/* phi_n, and phi_(N,1), as printed. */
static int64_t inset_phi(const ball_list *b, unsigned without)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < b->count; i++) {
        sum ^= i == without ? 0 : b->balls[i];
        for (unsigned j = i + 1; i != without && j < b->count; j++)
            sum ^= j == without ? 0 : mate(b->balls[i], b->balls[j]);
    }
    return sum;
}

static int64_t phi_inset(const ball_list *b)
{
    int64_t sum = inset_phi(b, PLACES_MAX);
    if (b->count == 1)
        return b->balls[0];
    for (unsigned i = 0; i < b->count; i++)
        sum ^= mate(-1, inset_phi(b, i));
    return sum;
}

static int64_t psi(const ball_list *b)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < b->count; i++)
        sum ^= b->balls[i];
    return sum;
}

/* The games of the paper, by what a position is and what its value is said to be. */
typedef struct {
    const char *ruleset;
    bool (*is_position)(unsigned count);
    int64_t (*value)(const ball_list *b);
} ball_game;

static bool any(unsigned count)
{
    return count >= 1;
}

static bool odd(unsigned count)
{
    return count % 2 == 1;
}

static bool one_or_2(unsigned count)
{
    return count == 1 || count == 2;
}

static bool one_or_3(unsigned count)
{
    return count == 1 || count == 3;
}

static bool one_or_4(unsigned count)
{
    return count == 1 || count == 4;
}

static bool one_or_5(unsigned count)
{
    return count == 1 || count == 5;
}

static bool one_or_6(unsigned count)
{
    return count == 1 || count == 6;
}

static int64_t phi_all(const ball_list *b)
{
    return inset_phi(b, PLACES_MAX);
}

static const ball_game welter = {"welter", any, phi_all}, turtles = {"turtles", odd, psi};
static const ball_game insets[] = {{"inset(2)", one_or_2, phi_inset},
                                   {"inset(3)", one_or_3, phi_inset},
                                   {"inset(4)", one_or_4, phi_inset},
                                   {"inset(5)", one_or_5, phi_inset},
                                   {"inset(6)", one_or_6, phi_inset}};

static unsigned places_of(const claim_run *run)
{
    uint64_t places = 9;
    for (uint64_t s = run->scale; s > 3 && places + 1 < PLACES_MAX; s /= 4)
        places++;
    return (unsigned)places;
}

static grundy_status check_formula(claim_run *run, const ball_game *game)
{
    judge j;
    uint64_t value = 0;
    char text[SET_TEXT_MAX];
    TRY(judge_open(run->g, game->ruleset, GRUNDY_VALUE, GRUNDY_BRUTE, &j));
    grundy_status status = GRUNDY_OK;
    for (unsigned set = 0; status == GRUNDY_OK && set < 1u << places_of(run); set++) {
        ball_list b = inset_balls(set);
        if (!game->is_position(b.count))
            continue;
        inset_print_set(set, text);
        status = judge_ask(&j, &value, "%s", text);
        if (status == GRUNDY_OK)
            status = claim_holds(run, (int64_t)value == game->value(&b), "%s %s has the value %llu", game->ruleset,
                                 text, (unsigned long long)value);
    }
    judge_close(&j);
    return status;
}

static grundy_status one_heap(claim_run *run)
{
    judge j;
    uint64_t value = 0;
    TRY(judge_open(run->g, "nim", GRUNDY_VALUE, GRUNDY_BRUTE, &j));
    grundy_status status = GRUNDY_OK;
    for (unsigned long long n = 0; status == GRUNDY_OK && n < 200 * run->scale; n++) {
        status = judge_ask(&j, &value, "%llu", n);
        if (status == GRUNDY_OK)
            status = claim_holds(run, value == n, "%llu", n);
    }
    judge_close(&j);
    return status;
}

static grundy_status welter_theorem(claim_run *run)
{
    return check_formula(run, &welter);
}

static grundy_status turtles_theorem(claim_run *run)
{
    return check_formula(run, &turtles);
}

static grundy_status inset_theorem(claim_run *run)
{
    for (size_t i = 0; i < GRUNDY_COUNT(insets); i++)
        TRY(check_formula(run, &insets[i]));
    return GRUNDY_OK;
}

/* Equation 5.3 with (5.2): the inset value is f^-1(0) for f(x) = x + sum (x|x_i) + phi (nim-sums). */
static grundy_status inset_by_inverse(claim_run *run)
{
    grundy_status status = GRUNDY_OK;
    for (unsigned set = 0; status == GRUNDY_OK && set < 1u << places_of(run); set++) {
        ball_list b = inset_balls(set);
        animating f = animating_identity(run->g);
        int64_t value = 0;
        char text[SET_TEXT_MAX];
        inset_print_set(set, text);
        animating_nim_add(&f, inset_phi(&b, PLACES_MAX));
        for (unsigned i = 0; status == GRUNDY_OK && i < b.count; i++)
            status = animating_mate_with(&f, b.balls[i]);
        if (status == GRUNDY_OK)
            status = animating_solve(&f, 0, &value);
        if (status == GRUNDY_OK && b.count >= 2)
            status = claim_holds(run, value == phi_inset(&b), "%s", text);
        animating_close(&f);
    }
    return status;
}

/* ---- options ---- */

/* The options of a position as sets, once each. */
static grundy_status option_sets(judge *j, unsigned set, unsigned *sets, size_t *count)
{
    char text[SET_TEXT_MAX];
    grundy_list options = grundy_list_open(j->g);
    inset_print_set(set, text);
    grundy_status status = judge_options(j, text, &options);
    *count = grundy_list_count(&options);
    for (size_t i = 0; i < *count; i++) {
        const char *at = (const char *)grundy_list_at(&options, i).data;
        size_t left = grundy_list_at(&options, i).size;
        unsigned number = 0;
        for (sets[i] = 0; left > 0; at++, left--) {
            if (*at >= '0' && *at <= '9')
                number = 10 * number + (unsigned)(*at - '0');
            else if (*at != '{' && *at != '\0')
                sets[i] |= 1u << number;
            if (*at == ',')
                number = 0;
        }
    }
    grundy_list_close(&options);
    return status;
}

static bool ball_list_contains(const unsigned *sets, size_t count, unsigned set)
{
    for (size_t i = 0; i < count; i++)
        if (sets[i] == set)
            return true;
    return false;
}

enum { OPTIONS_MAX = 256 };

typedef unsigned set_map(unsigned set);

/* Are the options of f(set) in `to` just the images of the options of set in `from`? */
static grundy_status inset_check_image(claim_run *run, judge *from, judge *to, set_map *f, unsigned set)
{
    unsigned options[OPTIONS_MAX], images[OPTIONS_MAX];
    size_t count, image_count;
    char text[SET_TEXT_MAX];
    TRY(option_sets(from, set, options, &count));
    TRY(option_sets(to, f(set), images, &image_count));
    bool same = count == image_count;
    for (size_t i = 0; i < count; i++)
        same = same && ball_list_contains(images, image_count, f(options[i]));
    inset_print_set(set, text);
    return claim_holds(run, same, "%s", text);
}

static grundy_status check_isomorphism(claim_run *run, const ball_game *game, const char *image, set_map *f)
{
    judge from, to;
    TRY(judge_open(run->g, game->ruleset, GRUNDY_VALUE, GRUNDY_BRUTE, &from));
    grundy_status status = judge_open(run->g, image, GRUNDY_VALUE, GRUNDY_BRUTE, &to);
    if (status == GRUNDY_OK) {
        for (unsigned set = 0; status == GRUNDY_OK && set < 1u << places_of(run); set++)
            if (game->is_position((unsigned)__builtin_popcount(set)))
                status = inset_check_image(run, &from, &to, f, set);
        judge_close(&to);
    }
    judge_close(&from);
    return status;
}

static unsigned inset_same_set(unsigned set)
{
    return set;
}

static unsigned shifted_set(unsigned set)
{
    return set << 1 | (__builtin_popcount(set) == 1);
}

static bool one_ball(unsigned count)
{
    return count == 1;
}

/* A ball is a heap: the set {x} and the heap x have the same options, which the values then show. */
static grundy_status one_ball_is_a_heap(claim_run *run)
{
    static const ball_game single = {"welter", one_ball, phi_all};
    return check_formula(run, &single);
}

static grundy_status case_2(claim_run *run)
{
    TRY(check_isomorphism(run, &insets[0], "welter", shifted_set));
    for (unsigned set = 1; set < 1u << places_of(run); set++) {
        ball_list b = inset_balls(set), image = inset_balls(shifted_set(set));
        char text[SET_TEXT_MAX];
        inset_print_set(set, text);
        if (one_or_2(b.count))
            TRY(claim_holds(run, phi_inset(&b) == inset_phi(&image, PLACES_MAX), "the values at %s", text));
    }
    return GRUNDY_OK;
}

static grundy_status case_3(claim_run *run)
{
    TRY(check_isomorphism(run, &insets[1], "turtles", inset_same_set));
    for (unsigned set = 1; set < 1u << places_of(run); set++) {
        ball_list b = inset_balls(set);
        char text[SET_TEXT_MAX];
        inset_print_set(set, text);
        if (one_or_3(b.count))
            TRY(claim_holds(run, phi_inset(&b) == psi(&b), "the values at %s", text));
    }
    return GRUNDY_OK;
}

/* Lemmas 5.10 and 5.11 in one: how many options have the value h, for all h up to beyond the greatest? */
static grundy_status check_parities(claim_run *run, judge *j, unsigned set)
{
    unsigned options[OPTIONS_MAX], with[64] = {0};
    size_t count;
    char text[SET_TEXT_MAX];
    ball_list b = inset_balls(set);
    int64_t value = phi_inset(&b);
    TRY(option_sets(j, set, options, &count));
    for (size_t i = 0; i < count; i++) {
        ball_list option = inset_balls(options[i]);
        with[phi_inset(&option)]++;
    }
    inset_print_set(set, text);
    for (int64_t h = 0; h < 64; h++)
        TRY(claim_holds(run, with[h] % 2 == (h < value) && (h != value || with[h] == 0),
                        "%s has %u options of value %lld", text, with[h], (long long)h));
    return GRUNDY_OK;
}

static grundy_status parities(claim_run *run)
{
    for (size_t i = 0; i < GRUNDY_COUNT(insets); i++) {
        judge j;
        TRY(judge_open(run->g, insets[i].ruleset, GRUNDY_VALUE, GRUNDY_BRUTE, &j));
        grundy_status status = GRUNDY_OK;
        for (unsigned set = 0; status == GRUNDY_OK && set < 1u << places_of(run); set++)
            if (insets[i].is_position((unsigned)__builtin_popcount(set)))
                status = check_parities(run, &j, set);
        judge_close(&j);
        TRY(status);
    }
    return GRUNDY_OK;
}

/* ---- examples ---- */

static grundy_status check_options(claim_run *run, const char *ruleset, const char *position,
                                   const char *const *expected, size_t count)
{
    judge j;
    TRY(judge_open(run->g, ruleset, GRUNDY_VALUE, GRUNDY_BRUTE, &j));
    grundy_list options = grundy_list_open(run->g);
    grundy_status status = judge_options(&j, position, &options);
    size_t found = grundy_list_count(&options);
    for (size_t i = 0; status == GRUNDY_OK && i < count; i++) {
        bool listed = false;
        for (size_t k = 0; k < found; k++)
            listed = listed || strcmp((const char *)grundy_list_at(&options, k).data, expected[i]) == 0;
        status = claim_holds(run, listed, "%s is no option of %s", expected[i], position);
    }
    if (status == GRUNDY_OK)
        status = claim_holds(run, found == count, "%s has %zu options", position, found);
    grundy_list_close(&options);
    judge_close(&j);
    return status;
}

/* The position has this value, and just one winning move, this one. */
static grundy_status check_winning(claim_run *run, const char *ruleset, const char *position, const char *move)
{
    judge j;
    TRY(judge_open(run->g, ruleset, GRUNDY_VALUE, GRUNDY_BRUTE, &j));
    grundy_list options = grundy_list_open(run->g);
    grundy_status status = judge_options(&j, position, &options);
    uint64_t value = 0;
    bool listed = false;
    for (size_t i = 0; status == GRUNDY_OK && i < grundy_list_count(&options); i++) {
        const char *option = (const char *)grundy_list_at(&options, i).data;
        status = judge_ask(&j, &value, "%s", option);
        listed = listed || strcmp(option, move) == 0;
        if (status == GRUNDY_OK)
            status = claim_holds(run, (value == 0) == (strcmp(option, move) == 0), "%s has the value %llu", option,
                                 (unsigned long long)value);
    }
    if (status == GRUNDY_OK)
        status = claim_holds(run, listed, "%s is no option of %s", move, position);
    grundy_list_close(&options);
    judge_close(&j);
    return status;
}

static grundy_status check_value(claim_run *run, const char *ruleset, const char *position, uint64_t expected)
{
    judge j;
    uint64_t value = 0;
    TRY(judge_open(run->g, ruleset, GRUNDY_VALUE, GRUNDY_BRUTE, &j));
    grundy_status status = judge_ask(&j, &value, "%s", position);
    judge_close(&j);
    TRY(status);
    return claim_holds(run, value == expected, "%s %s has the value %llu", ruleset, position,
                       (unsigned long long)value);
}

static grundy_status welter_options_claim(claim_run *run)
{
    static const char *const options[] = {"{3,4}", "{2,3}", "{1,3}", "{0,3}", "{2,5}", "{1,5}", "{0,5}"};
    return check_options(run, "welter", "{3,5}", options, GRUNDY_COUNT(options));
}

static grundy_status turtles_options(claim_run *run)
{
    static const char *const options[] = {"{2,3,4}", "{1,2,3}", "{0,2,3}", "{1,2,5}", "{0,2,5}",
                                          "{1,3,5}", "{0,3,5}", "{5}",     "{3}",     "{2}"};
    return check_options(run, "turtles", "{2,3,5}", options, GRUNDY_COUNT(options));
}

static grundy_status inset_options_claim(claim_run *run)
{
    static const char *const options[] = {"{1,2,3,4}", "{0,1,2,4}", "{1,2,3,5}", "{0,1,2,5}", "{0,1,4,5}",
                                          "{0,2,4,5}", "{5}",       "{4}",       "{2}",       "{1}"};
    return check_options(run, "inset(4)", "{1,2,4,5}", options, GRUNDY_COUNT(options));
}

static grundy_status inset_2_options(claim_run *run)
{
    static const char *const options[] = {"{2,3}", "{1,2}", "{0,2}", "{2}", "{1,4}", "{0,4}", "{4}"};
    return check_options(run, "inset(2)", "{2,4}", options, GRUNDY_COUNT(options));
}

static grundy_status welter_example(claim_run *run)
{
    TRY(check_value(run, "welter", "{3,5}", 5));
    return check_winning(run, "welter", "{3,5}", "{2,3}");
}

static grundy_status turtles_example(claim_run *run)
{
    TRY(check_value(run, "turtles", "{2,3,5}", 4));
    return check_winning(run, "turtles", "{2,3,5}", "{1,2,3}");
}

/* Example 5.6 with its intermediate results. */
static grundy_status inset_example(claim_run *run)
{
    static const int64_t parts[] = {0, 7, 1, 4};
    ball_list b = {4, {1, 2, 4, 5}};
    for (unsigned i = 0; i < 4; i++)
        TRY(claim_holds(run, inset_phi(&b, i) == parts[i], "phi_3 without ball %lld is %lld", (long long)b.balls[i],
                        (long long)inset_phi(&b, i)));
    TRY(claim_holds(run, inset_phi(&b, PLACES_MAX) == 6, "phi_4 is %lld", (long long)inset_phi(&b, PLACES_MAX)));
    return check_value(run, "inset(4)", "{1,2,4,5}", 10);
}

static grundy_status inset_move_printed(claim_run *run)
{
    return check_winning(run, "inset(4)", "{1,2,4,5}", "{0,1,4,5}");
}

static grundy_status inset_move(claim_run *run)
{
    return check_winning(run, "inset(4)", "{1,2,4,5}", "{1,2,3,4}");
}

static grundy_status beta_numbers(claim_run *run)
{
    uint64_t beta[2] = {3, 5};
    partition_run runs[2];
    size_t count = partition_of_beta(beta, 2, runs);
    bool holds = count == 2 && runs[0].part == 4 && runs[0].times == 1 && runs[1].part == 3 && runs[1].times == 1;
    return claim_holds(run, holds, "{3,5} has %zu runs, the first of %llu", count, (unsigned long long)runs[0].part);
}

static grundy_status values_and_options(claim_run *run)
{
    judge j;
    TRY(judge_open(run->g, "welter", GRUNDY_VALUE, GRUNDY_BRUTE, &j));
    grundy_status status = GRUNDY_OK;
    for (unsigned set = 1; status == GRUNDY_OK && set < 1u << places_of(run); set++) {
        unsigned options[OPTIONS_MAX];
        size_t count = 0;
        bool to_0 = false;
        char text[SET_TEXT_MAX];
        ball_list b = inset_balls(set);
        status = option_sets(&j, set, options, &count);
        for (size_t i = 0; i < count; i++) {
            ball_list option = inset_balls(options[i]);
            to_0 = to_0 || inset_phi(&option, PLACES_MAX) == 0;
        }
        inset_print_set(set, text);
        if (status == GRUNDY_OK)
            status = claim_holds(run, to_0 == (inset_phi(&b, PLACES_MAX) > 0), "welter %s", text);
    }
    judge_close(&j);
    return status;
}

static const claim claims[] = {
    {"inset-2.4", "the value of a heap of x in Nim with one heap is x", NULL, one_heap},
    {"inset-2.5", "a position of value 0 has no option of value 0, any other has one (checked on Welter's game)", NULL,
     values_and_options},
    {"inset-2.7.1", "N(a) = 2^(t+1) - 1 for a a multiple of 2^t and not of 2^(t+1)", NULL, masks},
    {"inset-2.7.2", "N(a) is negative iff a = 0", NULL, masks_below_0},
    {"inset-2.7.3", "(a|b) = N(a-b)", NULL, mates_of_differences},
    {"inset-2.7.4", "(a|b) = (a+c|b+c), with ordinary sums and with nim-sums", NULL, mates_move_along},
    {"inset-2.7.5", "a nim-plus the (a|h) for 0 <= h < c is a-c for c > 0, for c <= h < 0 it is for c < 0", NULL,
     subtraction_by_mates},
    {"inset-2.8.1", "animating functions are closed under composition and inverse, the inverse as in 2.8.3", NULL,
     animating_group},
    {"inset-2.8.2", "(f(x)|f(y)) = (x|y) for animating f", NULL, animating_keeps_mates},
    {"inset-2.slides", "slides: (a|x) = (b|x) for all x implies a = b", NULL, mates_tell_apart},
    {"inset-3.2", "the options of {3,5} in Welter's game are the seven that are listed", NULL, welter_options_claim},
    {"inset-3.3", "{3,5} are the beta numbers of the partition (4,3)", NULL, beta_numbers},
    {"inset-3.4", "Welter's game with one ball is Nim with one heap", NULL, one_ball_is_a_heap},
    {"inset-3.5", "the value of Welter's game is phi_n, by brute force", NULL, welter_theorem},
    {"inset-3.6", "{3,5} has the value 5, and {2,3} is its only winning move", NULL, welter_example},
    {"inset-4.2", "the options of {2,3,5} in turning turtles are the ten that are listed", NULL, turtles_options},
    {"inset-4.4", "the value of turning turtles is the nim-sum of the places, by brute force", NULL, turtles_theorem},
    {"inset-4.5", "{2,3,5} has the value 4, and {1,2,3} is its only winning move", NULL, turtles_example},
    {"inset-5.3", "the options of {1,2,4,5} in the inset game with N = 4 are the ten that are listed", NULL,
     inset_options_claim},
    {"inset-5.5", "the value of the inset game is phi_(N,1), by brute force, N = 2..6", NULL, inset_theorem},
    {"inset-5.6", "{1,2,4,5} has the value 10, with the phi_3 and phi_4 that are given", NULL, inset_example},
    {"inset-5.6-move", "{0,1,4,5} is the only winning move of {1,2,4,5}, N = 4",
     "{0,1,4,5} has the move to {0}, which is terminal; the only winning move is {1,2,3,4}", inset_move_printed},
    {"inset-5.6-move-mended", "{1,2,3,4} is the only winning move of {1,2,4,5}, N = 4", NULL, inset_move},
    {"inset-5.7", "x to x+1, with 0 added to one ball, is a game isomorphism from N = 2 to Welter's game with 2 balls",
     NULL, case_2},
    {"inset-5.8", "the options of {2,4} with N = 2 are the seven that are listed", NULL, inset_2_options},
    {"inset-5.9", "the inset game with N = 3 is turning turtles with at most 3 awake", NULL, case_3},
    {"inset-5.10", "the number of options of value h is odd for h < phi_(N,1), even for all others", NULL, parities},
    {"inset-5.11", "no option has the value of the position (5.10 counts them too)", NULL, parities},
    {"inset-5.3-equation", "phi_(N,1)(x) = f^-1(0) for f(v) = v + sum (v|x_i) + phi_N(x) (nim-sums)", NULL,
     inset_by_inverse},
};

const claim_table inset_claims = {"inset", claims, GRUNDY_COUNT(claims)};
