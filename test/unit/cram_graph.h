/* cram_graph.h - for tests: Cram on graphs, vertex by vertex, and what a graph can do without
 *
 * A vertex with a loop can be taken alone, which stands for taking it with a leaf. */
#ifndef GRUNDY_TEST_CRAM_GRAPH_H
#define GRUNDY_TEST_CRAM_GRAPH_H

#include <stdbool.h>
#include <string.h>

#include "rulesets/boards/boards.h"

typedef struct {
    unsigned count;
    bool here[BOARD_CELLS_MAX], loop[BOARD_CELLS_MAX];
    unsigned degree[BOARD_CELLS_MAX], at[BOARD_CELLS_MAX][4]; /* the neighbours of each vertex, in order */
} cram_graph;

/* The vertices are the free cells, in their order. */
static inline void graph_of_board(const board *b, cram_graph *out)
{
    unsigned vertex[BOARD_CELLS_MAX];
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < b->rows * b->cols; i++) {
        if (!(b->free >> i & 1))
            continue;
        const unsigned v = vertex[i] = out->count++;
        out->here[v] = true;
        for (unsigned down = 0; down < 2; down++) {
            const unsigned before = down ? b->cols : 1;
            if ((down ? i < b->cols : i % b->cols == 0) || !(b->free >> (i - before) & 1))
                continue;
            const unsigned w = vertex[i - before];
            out->at[v][out->degree[v]++] = w;
            out->at[w][out->degree[w]++] = v;
        }
        if (out->degree[v] == 2 && out->at[v][0] > out->at[v][1]) {
            const unsigned first = out->at[v][1];
            out->at[v][1] = out->at[v][0];
            out->at[v][0] = first;
        }
    }
}

static inline unsigned degree_without_loops(const cram_graph *x, unsigned v)
{
    unsigned n = 0;
    for (unsigned i = 0; i < x->degree[v]; i++)
        n += !x->loop[x->at[v][i]];
    return n;
}

/* Take a vertex out; a loop at each neighbour stands for it, if that is wanted. */
static inline void take_out(cram_graph *x, unsigned v, bool loops)
{
    x->here[v] = false;
    for (unsigned i = 0; i < x->degree[v]; i++) {
        const unsigned w = x->at[v][i];
        unsigned kept = 0;
        x->loop[w] = x->loop[w] || loops;
        for (unsigned k = 0; k < x->degree[w]; k++)
            if (x->at[w][k] != v)
                x->at[w][kept++] = x->at[w][k];
        x->degree[w] = kept;
    }
    x->degree[v] = 0;
}

/* Another vertex without a loop that has the same two neighbours; -1: none. */
static inline int twin_of(const cram_graph *x, unsigned v)
{
    if (x->degree[v] != 2)
        return -1;
    for (unsigned i = 0, w; i < x->degree[x->at[v][0]]; i++)
        if ((w = x->at[x->at[v][0]][i]) != v && !x->loop[w] && x->degree[w] == 2 && x->at[w][0] == x->at[v][0] &&
            x->at[w][1] == x->at[v][1])
            return (int)w;
    return -1;
}

/* Use one of the rules at a vertex: leaf, useless, twin. *useless counts the second. Says whether one could be used. */
static inline bool reduce_vertex(cram_graph *x, unsigned v, unsigned *useless)
{
    if (!x->here[v] || x->loop[v])
        return false;
    if (degree_without_loops(x, v) == 0) {
        *useless += x->degree[v] > 0;
        take_out(x, v, false);
        return true;
    }
    const int twin = twin_of(x, v);
    if (x->degree[v] != 1 && twin < 0)
        return false;
    take_out(x, v, true);
    if (twin >= 0)
        take_out(x, (unsigned)twin, true);
    return true;
}

/* Leave out what is not needed, one after the other; returns how many were useless. */
static inline unsigned graph_reduce(cram_graph *x)
{
    unsigned useless = 0;
    for (bool more = true; more;) {
        more = false;
        for (unsigned v = 0; v < x->count; v++)
            more = reduce_vertex(x, v, &useless) || more;
    }
    return useless;
}

static inline uint64_t graph_mixed(uint64_t x)
{
    x = (x ^ x >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    return x ^ x >> 32;
}

/* For each vertex the number of its component: these are numbered from 0; returns how many there are. */
static inline unsigned graph_components(const cram_graph *x, unsigned *of)
{
    unsigned count = 0, stack[BOARD_CELLS_MAX], depth;
    bool seen[BOARD_CELLS_MAX] = {false};
    for (unsigned v = 0; v < x->count; v++) {
        if (!x->here[v] || seen[v])
            continue;
        stack[0] = v;
        seen[v] = true;
        for (depth = 1; depth > 0;) {
            const unsigned at = stack[--depth];
            of[at] = count;
            for (unsigned i = 0; i < x->degree[at]; i++) {
                const unsigned k = x->at[at][i];
                if (!seen[k])
                    stack[depth++] = k;
                seen[k] = true;
            }
        }
        count++;
    }
    return count;
}

/* For each component a number that isomorphic ones share, and hardly others: colours of vertices, each made of those of its
 * neighbours again and again. */
static inline void graph_hashes(const cram_graph *x, const unsigned *of, unsigned count, uint64_t *out)
{
    uint64_t colour[BOARD_CELLS_MAX], next[BOARD_CELLS_MAX];
    for (unsigned v = 0; v < x->count; v++)
        colour[v] = x->loop[v];
    for (unsigned round = 0; round < 24; round++) {
        for (unsigned v = 0; v < x->count; v++) {
            next[v] = graph_mixed(colour[v] + 1);
            for (unsigned i = 0; i < x->degree[v]; i++)
                next[v] += graph_mixed(graph_mixed(colour[x->at[v][i]] + 7));
        }
        memcpy(colour, next, sizeof colour);
    }
    memset(out, 0, count * sizeof *out);
    for (unsigned v = 0; v < x->count; v++)
        if (x->here[v])
            out[of[v]] += graph_mixed(colour[v]);
}

#endif
