import { wayTo } from './late-ways.ts'
import type { Way } from './late-ways.ts'

/** A file of the build with the way that meets its refusal. */
export interface Step {
  readonly file: string
  readonly way: Way
}

/**
 * Spreads files over as few loads of the page as possible. In a round each way goes without one file, and nothing is
 * refused that a way needs before its own import. `late` has the files of each import. Files that one way alone loads
 * come first, in rounds of their own: there each screen goes without this file only.
 */
export function roundsOf(late: ReadonlyMap<string, readonly string[]>): Step[][] {
  const imports = [...late].flatMap(([name, files]) => {
    const way = wayTo(name)
    return way === undefined ? [] : [{ way, files }]
  })
  const usersOf = new Map<string, Set<Way>>()
  for (const { way, files } of imports)
    for (const file of files) usersOf.set(file, (usersOf.get(file) ?? new Set()).add(way))
  const neededBy = (way: Way) => new Set(way.needs.flatMap((name) => late.get(name) ?? []))
  const inRounds = (files: readonly (readonly [string, Set<Way>])[]) => {
    const rounds: Step[][] = []
    const fits = (round: readonly Step[], { file, way }: Step) =>
      round.every(
        (step) =>
          step.way !== way &&
          step.way.kind !== 'app' &&
          way.kind !== 'app' &&
          !neededBy(step.way).has(file) &&
          !neededBy(way).has(step.file),
      )
    for (const [file, users] of files) {
      const steps = [...users].filter((way) => !neededBy(way).has(file)).map((way) => ({ file, way }))
      const found = rounds.flatMap((round) => {
        const step = steps.find((one) => fits(round, one))
        return step === undefined ? [] : [{ round, step }]
      })[0]
      const [first] = steps
      if (found !== undefined) found.round.push(found.step)
      else if (first !== undefined) rounds.push([first])
    }
    return rounds
  }
  const files = [...usersOf]
  return [
    ...inRounds(files.filter(([, users]) => users.size === 1)),
    ...inRounds(files.filter(([, users]) => users.size > 1)),
  ]
}
