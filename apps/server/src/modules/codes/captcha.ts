const easiest = 30_000
const hardest = 960_000
const askedPerDoubling = 6

/**
 * The size of the proof of work's search space. A network that requests few captchas works for a fraction of a second;
 * the work doubles with every six requests within ten minutes, up to some ten seconds on a phone.
 */
export function proofDifficulty(askedLately: number): number {
  const doublings = Math.floor(Math.max(0, askedLately - 1) / askedPerDoubling)
  return Math.min(hardest, easiest * 2 ** Math.min(doublings, 10))
}
