/** Bounds how many uploads are in memory at a time: of everybody, and of one network, so that nobody takes all places. */
export interface UploadSlots {
  /** Takes a place and answers how to give it back, or null where there is none. */
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
