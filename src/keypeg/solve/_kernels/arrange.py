"""Sort indices by key. NumPy's own `argsort` in a kernel takes a second to compile."""

from __future__ import annotations

import numpy as np

from keypeg.solve._kernels.kernel import array_kernel, inner_kernel

FEW = 15
"""The longest range that is sorted by insertion."""

WAITING = 100
"""More ranges than the stack ever holds: the bigger half is pushed, so there are at most as many as bits in a size."""


@array_kernel
def sort_into(order, keys):
    """Fill `order` with the indices of the first `order.size` keys, sorted by key: a quicksort."""
    for i in range(order.size):
        order[i] = i
    lows, highs = np.empty(np.int64(WAITING), np.int64), np.empty(np.int64(WAITING), np.int64)
    lows[0], highs[0] = 0, order.size - 1
    waiting = 1
    while waiting:
        waiting -= 1
        low, high = lows[waiting], highs[waiting]
        while high - low >= FEW:
            middle = split_at(order, keys, low, high)
            if high - middle > middle - low:
                lows[waiting], highs[waiting] = middle + 1, high
                high = middle - 1
            else:
                lows[waiting], highs[waiting] = low, middle - 1
                low = middle + 1
            waiting += 1
        for i in range(low + 1, high + 1):
            place = order[i]
            j = i
            while j > low and keys[place] < keys[order[j - 1]]:
                order[j] = order[j - 1]
                j -= 1
            order[j] = place


@inner_kernel
def split_at(order, keys, low, high):
    """Partition order[low..high] around the median of its first, middle and last key; return the median's position."""
    middle = (low + high) >> 1
    if keys[order[middle]] < keys[order[low]]:
        order[low], order[middle] = order[middle], order[low]
    if keys[order[high]] < keys[order[middle]]:
        order[high], order[middle] = order[middle], order[high]
    if keys[order[middle]] < keys[order[low]]:
        order[low], order[middle] = order[middle], order[low]
    pivot = keys[order[middle]]
    order[high], order[middle] = order[middle], order[high]
    i, j = low, high - 1
    while True:
        while i < high and keys[order[i]] < pivot:
            i += 1
        while j >= low and pivot < keys[order[j]]:
            j -= 1
        if i >= j:
            break
        order[i], order[j] = order[j], order[i]
        i += 1
        j -= 1
    order[i], order[high] = order[high], order[i]
    return i
