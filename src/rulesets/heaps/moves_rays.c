/* Options that take the same from every position: one move, or the moves of a direction. */
#include <string.h>

#include "rulesets/heaps/moves.h"

enum { MODULUS_MAX = 16 };

/* What an option takes: the heaps less what it leaves, constant[i] + sum of factor[k][i] * parameter k. */
typedef struct {
    int64_t factor[MOVES_PARAMETERS_MAX][MOVES_HEAPS_MAX], constant[MOVES_HEAPS_MAX];
} moves_taken;

static bool moves_taken_of(const moves *m, const moves_option *o, moves_taken *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < m->heaps; i++) {
        int64_t factors[MOVES_NAMES_MAX], constant;
        if (!moves_linear(&o->to[0][i], factors, &constant))
            return false;
        for (unsigned k = 0; k < m->heaps; k++)
            if (factors[k] != (k == i))
                return false;
        out->constant[i] = -constant;
        for (unsigned k = 0; k < o->parameters; k++)
            out->factor[k][i] = -factors[m->heaps + k];
    }
    return true;
}

/* Append constant + base * first + t * step * base ... as a ray, or as single moves where there are few. */
static bool moves_add_ray(const moves *m, moves_ray ray, moves_ray *rays, unsigned *count)
{
    bool moving = false;
    for (unsigned i = 0; i < m->heaps; i++) {
        if (ray.from[i] < 0 || ray.step[i] < 0)
            return false;
        moving = moving || ray.step[i] > 0;
    }
    uint64_t single = ray.count;
    if (single == 0 && !moving)
        return false;
    for (uint64_t t = 0; t < (single == 0 ? 1 : single); t++) {
        if (*count == MOVES_RAYS_MAX)
            return false;
        rays[*count] = ray;
        rays[(*count)++].count = single == 0 ? 0 : 1;
        for (unsigned i = 0; i < m->heaps; i++)
            ray.from[i] += ray.step[i];
    }
    return true;
}

/* ---- one parameter ---- */

typedef struct {
    int64_t low, high, modulus; /* high INT64_MAX: none */
} moves_class;

static int64_t moves_common(int64_t a, int64_t b)
{
    int64_t x = a, y = b;
    while (y != 0) {
        int64_t rest = x % y;
        x = y;
        y = rest;
    }
    return a / x * b;
}

/* factor * k + constant >= 0 */
static void moves_narrow(moves_class *c, int64_t factor, int64_t constant)
{
    int64_t size = factor < 0 ? -factor : factor, quotient;
    if (factor == 0) {
        if (constant < 0)
            c->high = c->low - 1;
        return;
    }
    quotient = constant / size - (constant % size != 0 && constant < 0);
    if (factor < 0 && quotient < c->high)
        c->high = quotient;
    if (factor > 0 && -quotient > c->low)
        c->low = -quotient;
}

static bool moves_classify_linear(const moves_conjunct *j, unsigned name, moves_class *c)
{
    moves_polynomial d = j->right.polynomial;
    int64_t factors[MOVES_NAMES_MAX], constant;
    if (j->left.shape != MOVES_SHAPE_POLYNOMIAL || j->right.shape != MOVES_SHAPE_POLYNOMIAL ||
        j->relation == MOVES_UNEQUAL || !moves_add(&d, &j->left.polynomial, -1) ||
        !moves_linear(&d, factors, &constant))
        return false;
    moves_narrow(c, factors[name], constant - (j->relation == MOVES_LESS));
    if (j->relation == MOVES_EQUAL)
        moves_narrow(c, -factors[name], -constant);
    return true;
}

/* Put a condition on one parameter into the class: a bound, or a residue, which is looked at later. */
static bool moves_classify(const moves_conjunct *j, unsigned name, moves_class *c)
{
    if (!j->comparison)
        return false;
    if (moves_classify_linear(j, name, c))
        return true;
    const moves_expression *sides[] = {&j->left, &j->right};
    for (unsigned i = 0; i < 2; i++) {
        int64_t rest;
        bool constant = sides[i]->shape == MOVES_SHAPE_POLYNOMIAL && moves_constant(&sides[i]->polynomial, &rest);
        if (!constant && sides[i]->shape != MOVES_SHAPE_MOD)
            return false;
        if (sides[i]->shape == MOVES_SHAPE_MOD) {
            if (sides[i]->modulus > MODULUS_MAX)
                return false;
            c->modulus = moves_common(c->modulus, sides[i]->modulus);
        }
    }
    return c->modulus <= MODULUS_MAX;
}

static bool moves_one_parameter(const moves *m, unsigned option, const moves_taken *taken, moves_ray *rays,
                                unsigned *count)
{
    const moves_option *o = &m->option[option];
    moves_wide names[MOVES_NAMES_MAX] = {0};
    unsigned name = m->heaps;
    moves_class c = {.low = o->least[name], .high = INT64_MAX, .modulus = 1};
    for (unsigned i = o->first_conjuncts; i < o->conjuncts; i++)
        if (o->conjunct[i].code.names != UINT32_C(1) << name || !moves_classify(&o->conjunct[i], name, &c))
            return false;
    for (int64_t k = c.low; k < c.low + c.modulus && k <= c.high; k++) {
        moves_ray ray = {.option = option, .count = 0};
        bool good = true;
        names[name] = k;
        for (unsigned i = o->first_conjuncts; good && i < o->conjuncts; i++)
            if (moves_holds(m->g, m, &o->conjunct[i].code, names, &good) != GRUNDY_OK)
                return false;
        if (!good)
            continue;
        for (unsigned i = 0; i < m->heaps; i++) {
            ray.from[i] = taken->constant[i] + k * taken->factor[0][i];
            ray.step[i] = c.modulus * taken->factor[0][i];
        }
        if (c.high != INT64_MAX)
            ray.count = (uint64_t)((c.high - k) / c.modulus + 1);
        if (!moves_add_ray(m, ray, rays, count))
            return false;
    }
    return true;
}

/* ---- two parameters with abs(k - l) < n: a ray for each difference ---- */

static bool moves_difference(const moves *m, const moves_option *o, int64_t *most, int64_t *shift)
{
    const moves_conjunct *j = &o->conjunct[o->first_conjuncts];
    int64_t factors[MOVES_NAMES_MAX];
    if (o->conjuncts != o->first_conjuncts + 1 || !j->comparison || j->left.shape != MOVES_SHAPE_ABS ||
        j->right.shape != MOVES_SHAPE_POLYNOMIAL || (j->relation != MOVES_LESS && j->relation != MOVES_AT_MOST) ||
        !moves_constant(&j->right.polynomial, most) || !moves_linear(&j->left.polynomial, factors, shift))
        return false;
    for (unsigned i = 0; i < m->heaps; i++)
        if (factors[i] != 0)
            return false;
    int64_t first = factors[m->heaps], second = factors[m->heaps + 1];
    *most -= j->relation == MOVES_LESS;
    *shift *= first;
    return first + second == 0 && (first == 1 || first == -1) && *most < MOVES_RAYS_MAX;
}

static bool moves_two_parameters(const moves *m, unsigned option, const moves_taken *taken, moves_ray *rays,
                                 unsigned *count)
{
    const moves_option *o = &m->option[option];
    int64_t most, shift;
    if (!moves_difference(m, o, &most, &shift))
        return false;
    for (int64_t difference = -most - shift; difference <= most - shift; difference++) {
        moves_ray ray = {.option = option, .count = 0};
        int64_t second = o->least[m->heaps + 1], least = o->least[m->heaps] - difference;
        second = second > least ? second : least;
        for (unsigned i = 0; i < m->heaps; i++) {
            ray.from[i] =
                taken->constant[i] + (second + difference) * taken->factor[0][i] + second * taken->factor[1][i];
            ray.step[i] = taken->factor[0][i] + taken->factor[1][i];
        }
        if (!moves_add_ray(m, ray, rays, count))
            return false;
    }
    return true;
}

bool moves_rays(const moves *m, unsigned i, moves_ray *rays, unsigned *count)
{
    const moves_option *o = &m->option[i];
    const unsigned before = *count;
    moves_taken taken;
    bool found = false;
    if (o->places != 1 || m->unordered || !moves_taken_of(m, o, &taken))
        return false;
    if (o->parameters == 0 && o->conjuncts == o->first_conjuncts) {
        moves_ray ray = {.option = i, .count = 1};
        memcpy(ray.from, taken.constant, sizeof ray.from);
        found = moves_add_ray(m, ray, rays, count);
    } else if (o->parameters == 1) {
        found = moves_one_parameter(m, i, &taken, rays, count);
    } else if (o->parameters == 2) {
        found = moves_two_parameters(m, i, &taken, rays, count);
    }
    if (!found)
        *count = before;
    return found;
}
