/* Numbers for the thirteen ranks, deuce first, such that the sums (modulo 2^32) of any two different multisets of 5 to 7
 * cards, no more than four of a rank, differ in their high bits (the bucket) or their low bits (the column). Found by
 * trying random numbers; the generator of the tables checks it. */
#ifndef CAV_POKER_KEYS_H
#define CAV_POKER_KEYS_H

#define POKER_KEY_0 0xdc52cb2fu
#define POKER_KEY_1 0x9a347dd2u
#define POKER_KEY_2 0x3326a04fu
#define POKER_KEY_3 0xff7aa865u
#define POKER_KEY_4 0x22562c4cu
#define POKER_KEY_5 0xf45380f3u
#define POKER_KEY_6 0x109cc782u
#define POKER_KEY_7 0x74a3714bu
#define POKER_KEY_8 0xae94e4dbu
#define POKER_KEY_9 0x1bea6a6au
#define POKER_KEY_10 0x77d8d51fu
#define POKER_KEY_11 0x4a9e26b7u
#define POKER_KEY_12 0x9abfb303u

enum { POKER_BUCKET_BITS = 13, POKER_COLUMN_BITS = 17 };

#endif
