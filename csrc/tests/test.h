/* A test is a function of CHECKs; main runs them with RUN and returns checks_result(). */
#ifndef CAV_TEST_H
#define CAV_TEST_H

#include <stdio.h>
#include <string.h>

#include "cardavia.h"

static int checks_done, checks_failed;
enum { CHECKS_SHOWN = 20 }; /* a check in a loop must not drown the others */

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        checks_done++;                                                                                                 \
        if (!(condition)) {                                                                                            \
            if (checks_failed++ < CHECKS_SHOWN)                                                                        \
                printf("%s:%d: CHECK(%s) failed\n", __FILE__, __LINE__, #condition);                                   \
        }                                                                                                              \
    } while (0)

#define RUN(test)                                                                                                      \
    do {                                                                                                               \
        const int before = checks_failed;                                                                              \
        test();                                                                                                        \
        printf("%s %s\n", checks_failed == before ? "ok  " : "FAIL", #test);                                           \
    } while (0)

/* How far the counts lie from `expected`. A test compares it with what one run in a thousand exceeds. */
static inline double chi_square(const uint32_t *seen, int cells, double expected)
{
    double sum = 0;
    for (int i = 0; i < cells; i++)
        sum += ((double)seen[i] - expected) * ((double)seen[i] - expected) / expected;
    return sum;
}

static inline int checks_result(void)
{
    printf("%d checks, %d failed\n", checks_done, checks_failed);
    return checks_failed || !checks_done;
}

#endif
