/* hasse.h - a Hasse diagram in layers: which element stands where, with few crossings
 *
 * An element's layer is its height, the length of the longest chain below it; covers of elements in layers that are not
 * neighbours go through a bend in each layer between. Layers are then sorted again and again by the mean place of
 * each node's neighbours in the layer below, or above (the barycentres of Sugiyama, Tagawa and Toda 1981), and the
 * order with the fewest crossings is kept. */
#ifndef GRUNDY_MATH_HASSE_H
#define GRUNDY_MATH_HASSE_H

#include "math/posets.h"

typedef struct {
    uint32_t lower, upper; /* nodes; upper is in the layer above lower's */
} hasse_edge;

typedef struct {
    grundy *g;
    uint32_t count; /* of nodes: the elements, by their numbers, and then the bends */
    uint32_t layers;
    uint32_t *layer;       /* of a node, 0 for minimal elements */
    uint32_t *place;       /* of a node in its layer, from 0 */
    uint32_t *layer_start; /* how many nodes are in the layers below; layers + 1 of them */
    hasse_edge *edges;     /* by layer, from below */
    size_t edge_count, edge_room;
    uint64_t crossings;
} hasse;

/* hasse_open - the diagram of a poset that has elements
 *
 * Cost     O(e log e) for e edges, bends included
 * Errors   GRUNDY_LIMIT for more than 50,000 nodes; GRUNDY_NOMEM, GRUNDY_STOPPED */
grundy_status hasse_open(grundy *g, const poset *p, hasse *out);
void hasse_close(hasse *h);

#endif
