/** Caps the number of uploads in memory, in total and per network, so that no network takes every slot. */
export interface UploadSlots {
  /** Takes a slot and returns a function that releases it; null when none is free. */
  take(network: string): (() => void) | null
}

export function createUploadSlots({
  total,
  perNetwork,
}: {
  readonly total: number
  readonly perNetwork: number
}): UploadSlots {
  const taken = new Map<string, number>()
  let all = 0
  return {
    take(network) {
      const own = taken.get(network) ?? 0
      if (all >= total || own >= perNetwork) return null
      all += 1
      taken.set(network, own + 1)
      return () => {
        all -= 1
        const left = (taken.get(network) ?? 1) - 1
        if (left === 0) taken.delete(network)
        else taken.set(network, left)
      }
    },
  }
}
