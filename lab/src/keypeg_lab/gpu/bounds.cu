// Lower bounds on the number of guesses that a set of codes needs, for games in which any code may be guessed.
//
// Compiled at run time with HOLES and COLOURS defined. Codes are numbered in palette order. A mark is one of MARKS ids:
// total * (total + 1) / 2 + exact, where total counts exact and near; WIN is the last.
//
// `planes` holds, for every code, which mark it gives each guess, as six bits in six planes (three of total, three of
// exact), 32 guesses a word. So one thread finds out with 32 operations a code which marks occur for 32 guesses.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define MARKS ((HOLES + 1) * (HOLES + 2) / 2)
#define WIN (MARKS - 1)
#define THREADS 256
#define WARPS (THREADS / 32)

constexpr int power(int base, int exponent) { return exponent ? base * power(base, exponent - 1) : 1; }
constexpr int CODES = power(COLOURS, HOLES);
constexpr int WORDS = (CODES + 31) / 32;
constexpr int PARTS = MARKS - 2;  // marks that can follow a wrong guess
constexpr u32 LOW = HOLES == 5 ? 0x11111u : HOLES == 4 ? 0x1111u : 0x111u;

struct Code { u32 counts, digits; };  // how often each colour occurs, and the colour in each hole, four bits each

__device__ __forceinline__ Code code_of(int index) {
    Code code = {0, 0};
#pragma unroll
    for (int hole = HOLES - 1; hole >= 0; hole--) {
        int colour = index % COLOURS;
        index /= COLOURS;
        code.digits |= colour << (4 * hole);
        code.counts += 1u << (4 * colour);
    }
    return code;
}

__device__ __forceinline__ int total_of(Code a, Code b) {
    u32 at_least = ((a.counts | 0x88888888u) - b.counts) & 0x88888888u;
    u32 mask = at_least - (at_least >> 3);
    u32 least = (b.counts & mask) | (a.counts & ~mask);
    return (((least & 0x0f0f0f0fu) + ((least >> 4) & 0x0f0f0f0fu)) * 0x01010101u) >> 24;
}

__device__ __forceinline__ int exact_of(Code a, Code b) {
    u32 other = a.digits ^ b.digits;
    other |= (other >> 1) | (other >> 2);
    return HOLES - __popc(other & LOW);
}

__device__ __forceinline__ int mark_of(Code a, Code b) {
    return ((0x0fa6310u >> (4 * total_of(a, b))) & 15) + exact_of(a, b);
}

// The fewest guesses in all for this many codes: one is found by the first guess, PARTS by the next, and so on.
__device__ __forceinline__ int by_size(int codes) {
    int total = 0, room = 1, turn = 1;
    while (codes > 0) {
        total += turn * min(codes, room);
        codes -= room;
        room *= PARTS;
        turn++;
    }
    return total;
}

extern "C" __global__ void make_planes(u32 *planes) {
    int code = blockIdx.x;
    Code mine = code_of(code);
    for (int word = threadIdx.x; word < WORDS; word += blockDim.x) {
        u32 bits[6] = {0, 0, 0, 0, 0, 0};
        for (int at = 0; at < 32; at++) {
            int guess = word * 32 + at;
            if (guess >= CODES) break;
            Code other = code_of(guess);
            int total = total_of(mine, other), exact = exact_of(mine, other);
#pragma unroll
            for (int bit = 0; bit < 3; bit++) {
                bits[bit] |= ((total >> bit) & 1u) << at;
                bits[3 + bit] |= ((exact >> bit) & 1u) << at;
            }
        }
        for (int plane = 0; plane < 6; plane++) planes[((size_t)code * 6 + plane) * WORDS + word] = bits[plane];
    }
}

// Adds one code's marks to `seen`: by mark, the guesses of this word that give it to some code so far.
__device__ __forceinline__ void see(u32 (&seen)[MARKS], const u32 *__restrict__ code, int word) {
    const u32 t0 = code[word], t1 = code[WORDS + word], t2 = code[2 * WORDS + word];
    const u32 e0 = code[3 * WORDS + word], e1 = code[4 * WORDS + word], e2 = code[5 * WORDS + word];
    const u32 total[6] = {~(t0 | t1 | t2), t0 & ~t1 & ~t2, t1 & ~t0, t1 & t0, t2 & ~t0, t2 & t0};
    const u32 exact[6] = {~(e0 | e1 | e2), e0 & ~e1 & ~e2, e1 & ~e0, e1 & e0, e2 & ~e0, e2 & e0};
#pragma unroll
    for (int t = 0; t <= HOLES; t++)
#pragma unroll
        for (int e = 0; e <= t; e++) seen[t * (t + 1) / 2 + e] |= total[t] & exact[e];
}

// Adds bits of equal weight: by guess of a word, how many marks are seen, the win twice, as five planes of a sum.
__device__ __forceinline__ void add_up(u32 (&sum)[5], const u32 (&seen)[MARKS]) {
#pragma unroll
    for (int plane = 0; plane < 5; plane++) sum[plane] = 0;
#pragma unroll
    for (int at = 0; at <= MARKS; at++) {
        u32 carry = seen[at < MARKS ? at : WIN];
#pragma unroll
        for (int plane = 0; plane < 5; plane++) {
            u32 both = sum[plane] & carry;
            sum[plane] ^= carry;
            carry = both;
        }
    }
}

__device__ __forceinline__ int most_of(const u32 (&sum)[5]) {
    u32 left = ~0u;
    int most = 0;
#pragma unroll
    for (int plane = 4; plane >= 0; plane--) {
        u32 those = left & sum[plane];
        if (those) left = those, most |= 1 << plane;
    }
    return most;
}

struct Shared {
    u32 sums[5][WORDS];
    int most, best, done;
};

// Returns the most that any guess reaches on these codes: its parts, plus one if it may be the code. By the whole
// block. Leaves the sums of all guesses in `shared` if `keep`.
__device__ int most_parts(const u32 *__restrict__ planes, const u16 *codes, int size, Shared *shared, bool keep) {
    __syncthreads();
    if (threadIdx.x == 0) shared->most = 0;
    __syncthreads();
    int most = 0;
    for (int word = threadIdx.x; word < WORDS; word += THREADS) {
        u32 seen[MARKS];
#pragma unroll
        for (int mark = 0; mark < MARKS; mark++) seen[mark] = 0;
#pragma unroll 2
        for (int at = 0; at < size; at++) see(seen, planes + (size_t)codes[at] * 6 * WORDS, word);
        u32 sum[5];
        add_up(sum, seen);
        if (keep)
#pragma unroll
            for (int plane = 0; plane < 5; plane++) shared->sums[plane][word] = sum[plane];
        most = max(most, most_of(sum));
    }
    atomicMax(&shared->most, most);
    __syncthreads();
    return shared->most;
}

// The same for a warp and few codes, given as places in `codes`. Stops early once a guess reaches `enough`.
__device__ int most_parts_warp(const u32 *__restrict__ planes, const u16 *codes, const u16 *places, int size, int enough) {
    int lane = threadIdx.x & 31, most = 0;
    for (int base = 0; base < WORDS; base += 32) {
        int word = base + lane;
        if (word < WORDS) {
            u32 seen[MARKS];
#pragma unroll
            for (int mark = 0; mark < MARKS; mark++) seen[mark] = 0;
#pragma unroll 2
            for (int at = 0; at < size; at++) see(seen, planes + (size_t)codes[places[at]] * 6 * WORDS, word);
            u32 sum[5];
            add_up(sum, seen);
            most = max(most, most_of(sum));
        }
        if (__any_sync(~0u, most >= enough)) return enough;
    }
    return __reduce_max_sync(~0u, most);
}

// A lower bound for every set: the one-step bound. Codes of set k are codes[starts[k]] to codes[starts[k + 1] - 1].
extern "C" __global__ void __launch_bounds__(THREADS, 3)
one_step(const u32 *__restrict__ planes, const u16 *__restrict__ codes, const u64 *starts, int sets, int *bounds) {
    __shared__ Shared shared;
    for (int set = blockIdx.x; set < sets; set += gridDim.x) {
        int size = starts[set + 1] - starts[set];
        int most = size > 2 ? most_parts(planes, codes + starts[set], size, &shared, false) : size + 1;
        if (threadIdx.x == 0) bounds[set] = max(by_size(size), 3 * size - most);
    }
}

// By set and guess: the size of the set plus the bounds by size of the guess's cells. By warps.
extern "C" __global__ void __launch_bounds__(THREADS, 3)
sizes_bound(const u16 *__restrict__ codes, const u64 *starts, int sets, u16 *bounds) {
    __shared__ int counts[WARPS][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x & 31;
    u64 items = (u64)sets * CODES;
    for (u64 item = (u64)blockIdx.x * WARPS + warp; item < items; item += (u64)gridDim.x * WARPS) {
        int set = item / CODES, size = starts[set + 1] - starts[set];
        Code guess = code_of(item % CODES);
        const u16 *mine = codes + starts[set];
        counts[warp][lane] = 0;
        __syncwarp();
        for (int at = lane; at < size; at += 32) atomicAdd(&counts[warp][mark_of(guess, code_of(mine[at]))], 1);
        __syncwarp();
        int count = counts[warp][lane];
        bool useless = __any_sync(~0u, count == size && lane != WIN);
        int bound = size + __reduce_add_sync(~0u, lane == WIN ? 0 : by_size(count));
        if (lane == 0) bounds[item] = useless ? 65535 : min(bound, 65535);
        __syncwarp();
    }
}

#define SMALL 384   // the most codes of a set that a block takes for its two-step bound
#define TABLED 176  // the most codes for which it keeps a table of their marks
#define SPLIT 20    // the most codes that any guess can tell apart

struct Warp {
    int counts[32], ends[32], reached[32];
    u16 order[SMALL];
    u8 ids[SMALL];
};

struct Two {
    Shared shared;
    u16 codes[SMALL];
    Warp warps[WARPS];
    u8 marks[TABLED * TABLED];
};

// How promising a cell is: one that is about as big as the number of marks gains most for what it costs.
__device__ __forceinline__ int promise(int cell) { return cell < 18 ? cell * 8 : max(144 - (cell - 18) * 3, 1); }

// Returns a bound for one guess on the codes in `two`, by a warp; stops once it reaches two->shared.best. `most` is what
// any guess reaches on all the codes.
__device__ int two_step_guess(const u32 *__restrict__ planes, Two *two, int size, int most, int guess) {
    Warp *warp = &two->warps[threadIdx.x / 32];
    volatile int *best = &two->shared.best;
    int lane = threadIdx.x & 31;
    warp->counts[lane] = 0;
    warp->reached[lane] = 0;
    Code mine = code_of(guess);
    __syncwarp();
    for (int at = lane; at < size; at += 32) {
        int id = mark_of(mine, code_of(two->codes[at]));
        warp->ids[at] = id;
        atomicAdd(&warp->counts[id], 1);
    }
    __syncwarp();
    int count = warp->counts[lane];
    // No guess reaches more on a cell than on all of the codes.
    int floor = max(by_size(count), count ? 3 * count - most : 0);
    int bound = size + __reduce_add_sync(~0u, lane == WIN ? 0 : floor);
    int limit = __shfl_sync(~0u, *best, 0);  // one value for the whole warp
    if (bound >= limit) return bound;
    int end = count;
#pragma unroll
    for (int far = 1; far < 32; far *= 2) {
        int before = __shfl_up_sync(~0u, end, far);
        if (lane >= far) end += before;
    }
    warp->ends[lane] = end - count;
    __syncwarp();
    for (int at = lane; at < size; at += 32) warp->order[atomicAdd(&warp->ends[warp->ids[at]], 1)] = at;
    __syncwarp();
    // Does a code of the cell tell the others apart?
    bool tabled = size <= TABLED;
    for (int place = lane; place < size; place += 32) {
        int code = warp->order[place], id = warp->ids[code], cell = warp->counts[id], last = warp->ends[id];
        if (cell <= 2 || cell > SPLIT) continue;
        u32 seen = 0;
        if (tabled) {
            const u8 *row = two->marks + code * size;
            for (int at = last - cell; at < last; at++) seen |= 1u << row[warp->order[at]];
        } else {
            Code ours = code_of(two->codes[code]);
            for (int at = last - cell; at < last; at++) seen |= 1u << mark_of(ours, code_of(two->codes[warp->order[at]]));
        }
        atomicMax(&warp->reached[id], __popc(seen) + 1);
    }
    __syncwarp();
    // Exact where a code reaches all of the cell, or all but one; otherwise at least twice the size.
    int reached = warp->reached[lane], cost = lane == WIN ? 0 : floor;
    bool open = false;
    if (lane != WIN && count > 2 && reached <= count) {
        cost = max(floor, 2 * count);
        open = reached < count && 3 * count - reached > cost;
    }
    bound = size + __reduce_add_sync(~0u, cost);
    // What the cells can reach at most; scanning is in vain if that is not enough, but the bound stays true.
    u32 todo = __ballot_sync(~0u, open);
    while (todo && bound < limit) {
        int next = __reduce_max_sync(~0u, (todo >> lane) & 1 ? promise(count) * 32 + lane : 0) & 31;
        todo &= ~(1u << next);
        int cell = warp->counts[next], last = warp->ends[next], low = __shfl_sync(~0u, cost, next);
        int found = most_parts_warp(planes, two->codes, warp->order + last - cell, cell, 3 * cell - low);
        bound += max(3 * cell - max(found, warp->reached[next]), low) - low;
    }
    return bound;
}

// Returns the two-step bound of the codes in `two`, or the limit if it is reached. By the whole block.
__device__ int two_step(const u32 *__restrict__ planes, Two *two, int size, int limit) {
    Shared *shared = &two->shared;
    int most = most_parts(planes, two->codes, size, shared, true);
    int low = max(by_size(size), 3 * size - most);
    if (low >= limit) return limit;
    if (size <= TABLED)
        for (int pair = threadIdx.x; pair < size * size; pair += THREADS)
            two->marks[pair] = mark_of(code_of(two->codes[pair / size]), code_of(two->codes[pair % size]));
    if (threadIdx.x == 0) shared->best = limit;
    __syncthreads();
    int warp = threadIdx.x / 32, lane = threadIdx.x & 31;
    volatile int *best = &shared->best;
    for (int reach = most; reach > 1; reach--) {
        // Warps may differ in when they see that it is over, which costs nothing but time.
        if (3 * size - reach >= __shfl_sync(~0u, *best, 0)) break;
        for (int base = warp * 32; base < WORDS; base += THREADS) {
            int word = base + lane;
            u32 those = word < WORDS ? ~0u : 0;
#pragma unroll
            for (int plane = 0; plane < 5; plane++)
                if (word < WORDS) those &= (reach >> plane) & 1 ? shared->sums[plane][word] : ~shared->sums[plane][word];
            u32 lanes = __ballot_sync(~0u, those != 0);
            while (lanes) {
                int from = __ffs(lanes) - 1;
                lanes &= lanes - 1;
                u32 bits = __shfl_sync(~0u, those, from);
                while (bits) {
                    int guess = (base + from) * 32 + __ffs(bits) - 1;
                    bits &= bits - 1;
                    if (guess >= CODES) break;
                    if (3 * size - reach >= __shfl_sync(~0u, *best, 0)) break;
                    int bound = two_step_guess(planes, two, size, most, guess);
                    if (lane == 0 && bound < *best) atomicMin(&shared->best, bound);
                    __syncwarp();
                }
            }
        }
    }
    __syncthreads();
    int bound = max(shared->best, low);
    __syncthreads();
    return bound;
}

// LARGE is the most codes of a set in `guesses_of_sets`, defined when compiling.

struct Three {
    Two two;
    int counts[32], ends[32], costs[32], reached[32], order[32], settled[32];
    int bound, limit, gaps;
    u16 codes[LARGE];
};

// Raises the bounds of guesses of sets: items are pairs (set, guess), the most promising first. `best` holds the limit
// of each set and falls to the least bound of its guesses. Each cell gets its one-step bound. With `deep` the cells get
// their two-step bounds as well, in so many rounds. `hopes` tells what sets of a size usually need.
extern "C" __global__ void __launch_bounds__(THREADS, 3)
guesses_of_sets(const u32 *__restrict__ planes, const u16 *__restrict__ codes, const u64 *starts, const u32 *set_of,
                const u16 *guess_of, u64 items, const int *hopes, int deep, u64 *next, u64 deadline, int *best) {
    extern __shared__ __align__(16) u8 memory[];
    Three *three = (Three *)memory;
    __shared__ u64 item;
    while (true) {
        __syncthreads();
        if (threadIdx.x == 0) {
            u64 now;
            asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
            item = now > deadline ? items : atomicAdd(next, 1ull);
        }
        __syncthreads();
        if (item >= items) return;
        int set = set_of[item], size = starts[set + 1] - starts[set];
        const u16 *mine = codes + starts[set];
        volatile int *limit = best + set;
        Code guess = code_of(guess_of[item]);
        if (threadIdx.x < 32) three->counts[threadIdx.x] = three->reached[threadIdx.x] = 0;
        __syncthreads();
        for (int at = threadIdx.x; at < size; at += THREADS) atomicAdd(&three->counts[mark_of(guess, code_of(mine[at]))], 1);
        __syncthreads();
        if (threadIdx.x == 0) {
            int end = 0, bound = size;
            for (int id = 0; id < MARKS; id++) {
                three->ends[id] = end;
                end += three->counts[id];
                three->costs[id] = id == WIN ? 0 : by_size(three->counts[id]);
                bound += three->costs[id];
                int place = id;  // marks in order of their counts, biggest first
                while (place > 0 && three->counts[three->order[place - 1]] < three->counts[id]) {
                    three->order[place] = three->order[place - 1];
                    place--;
                }
                three->order[place] = id;
            }
            three->bound = bound;
            three->limit = *limit;
        }
        __syncthreads();
        if (three->bound < three->limit) {
            for (int at = threadIdx.x; at < size; at += THREADS) {
                int code = mine[at];
                three->codes[atomicAdd(&three->ends[mark_of(guess, code_of(code))], 1)] = code;
            }
            __syncthreads();
            // In small cells, a code often tells the others apart.
            for (int place = threadIdx.x; place < size; place += THREADS) {
                Code code = code_of(three->codes[place]);
                int id = mark_of(guess, code), cell = three->counts[id], end = three->ends[id];
                if (cell <= 2 || cell > 16) continue;
                u32 seen = 0;
                for (int at = end - cell; at < end; at++) seen |= 1u << mark_of(code, code_of(three->codes[at]));
                atomicMax(&three->reached[id], __popc(seen) + 1);
            }
            __syncthreads();
            for (int rank = 0; rank < MARKS; rank++) {
                int id = three->order[rank], cell = three->counts[id], low = three->costs[id];
                if (cell <= 2) break;
                if (id == WIN || three->reached[id] > cell) continue;
                int now;
                if (three->reached[id] == cell) now = max(low, 2 * cell);
                else now = max(low, 3 * cell - most_parts(planes, three->codes + three->ends[id] - cell, cell, &three->two.shared, false));
                __syncthreads();
                if (threadIdx.x == 0) {
                    three->costs[id] = now;
                    three->bound += now - low;
                    three->limit = *limit;
                }
                __syncthreads();
                if (three->bound >= three->limit) break;
            }
            // Each cell gets a share of what is missing: raising all of them a little is much less work than one a lot.
            for (int round = 0; deep && round <= deep && three->bound < three->limit; round++) {
                __syncthreads();
                if (threadIdx.x == 0) {
                    three->gaps = 0;
                    for (int id = 0; id < MARKS; id++) {
                        int cell = three->counts[id];
                        if (round == 0) three->settled[id] = id == WIN || cell <= 4 || cell > SMALL;
                        if (!three->settled[id]) three->gaps += max(hopes[cell] - three->costs[id], 1);
                    }
                }
                __syncthreads();
                if (three->gaps == 0) break;
                for (int rank = 0; rank < MARKS; rank++) {
                    int id = three->order[rank], cell = three->counts[id], low = three->costs[id];
                    if (three->settled[id]) continue;
                    for (int at = threadIdx.x; at < cell; at += THREADS) three->two.codes[at] = three->codes[three->ends[id] - cell + at];
                    int missing = three->limit - three->bound, gap = max(hopes[cell] - low, 1);
                    int share = round == deep ? missing : min(missing, missing * gap * 5 / (4 * three->gaps) + 1);
                    __syncthreads();
                    int now = two_step(planes, &three->two, cell, low + share);
                    if (threadIdx.x == 0) {
                        if (now < low + share) three->settled[id] = 1;
                        if (now > low) {
                            three->costs[id] = now;
                            three->bound += now - low;
                        }
                        three->limit = *limit;
                    }
                    __syncthreads();
                    if (three->bound >= three->limit) break;
                }
            }
        }
        if (threadIdx.x == 0) atomicMin(best + set, three->bound);
    }
}

extern "C" __global__ void shared_size(int *size) { *size = sizeof(Three); }
