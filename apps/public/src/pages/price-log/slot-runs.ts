/** Neighbouring slots, from the first to the last one. */
export interface SlotRun {
  readonly from: number
  readonly to: number
}

/** The runs of ascending slots, newest first. */
export function runsOf(slots: readonly number[]): readonly SlotRun[] {
  const runs: SlotRun[] = []
  for (const slot of slots) {
    const last = runs.at(-1)
    if (last !== undefined && last.to === slot - 1) runs[runs.length - 1] = { from: last.from, to: slot }
    else runs.push({ from: slot, to: slot })
  }
  return runs.toReversed()
}
