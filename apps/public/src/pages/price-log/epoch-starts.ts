/** A slot in which prices began a new epoch, and the numbers of their instruments. */
export interface EpochStart {
  readonly slot: number
  readonly instruments: readonly number[]
}

type Epochs = ReadonlyMap<number, number>

/**
 * Finds the newest frames that begin a new epoch of an instrument, newest first, by halving: an epoch only rises, so
 * that it is the same between two frames that have it. `slots` are those with a frame, oldest first.
 */
export async function epochStarts(
  slots: readonly number[],
  epochsAt: (slot: number) => Promise<Epochs>,
  most: number,
): Promise<readonly EpochStart[]> {
  const found: EpochStart[] = []
  const search = async (low: number, high: number): Promise<void> => {
    const [before, after] = [slots[low], slots[high]]
    if (before === undefined || after === undefined || found.length >= most) return
    const instruments = changed(await epochsAt(before), await epochsAt(after))
    if (instruments.length === 0) return
    if (high - low === 1) {
      found.push({ slot: after, instruments })
      return
    }
    const middle = Math.floor((low + high) / 2)
    await search(middle, high)
    await search(low, middle)
  }
  await search(0, slots.length - 1)
  return found
}

/** The instruments of both frames whose epoch differs. */
function changed(before: Epochs, after: Epochs): number[] {
  return [...after].flatMap(([id, epoch]) => (before.has(id) && before.get(id) !== epoch ? [id] : []))
}
