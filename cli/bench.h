/* bench.h - the benchmarks that have a file of their own */
#ifndef GRUNDY_CLI_BENCH_H
#define GRUNDY_CLI_BENCH_H

#include "grundy.h"

/* bench_search - a row for each of some thirty games: seconds of the search and of plain recursion, and their ratio */
grundy_status bench_search(grundy *g);

#endif
