import { alignedLines, bothSizes } from '../bench/figure.ts'
import type { DeclaredSizes, Sizes } from '../bench/figure.ts'

/** How long a trial waits for what has to happen, unless it says otherwise. */
export const giveUpMs = 60_000

/** The result of a trial. */
export interface Finding {
  readonly name: string
  /** How much was tried: kills, cuts, commands, cases. */
  readonly size: number
  /** One sentence per failure; empty when everything held. */
  readonly failures: readonly string[]
  /** Further counts and measurements, with units in the names. */
  readonly figures?: Readonly<Record<string, number>>
}

/** A finding with its verdict, as it is printed. */
export interface JudgedFinding {
  readonly name: string
  readonly size: number
  readonly seed: number
  readonly failures: number
  readonly ok: boolean
  /** The first of the failures. */
  readonly examples: readonly string[]
  readonly figures: Readonly<Record<string, number>>
}

/** A trial's inputs: its sizes, its randomness, and its progress reporter. */
export interface TrialRun<Name extends string> {
  readonly sizes: Sizes<Name>
  /** The same seed does the same again. */
  readonly seed: number
  readonly progress: (line: string) => void
}

/** The sizes of a part of a trial, with its seed and its progress. */
export type TrialPlan<Name extends string> = Sizes<Name> & Omit<TrialRun<Name>, 'sizes'>

/** Something that is broken on purpose: its full sizes, those of a test run, and how it is done. */
export interface Trial {
  /** One line, for the help page. */
  readonly about: string
  readonly sizes: Sizes<string>
  readonly smokeSizes: Sizes<string>
  run(run: TrialRun<string>): Promise<Finding[]>
}

/** Declares a trial, with typed names of its sizes. */
export function trial<Name extends string>(declared: {
  about: string
  sizes: DeclaredSizes<Name>
  run: (run: TrialRun<NoInfer<Name>>) => Promise<Finding[]>
}): Trial {
  return { ...declared, ...bothSizes(declared.sizes) }
}

const shownExamples = 10

/** Adds the verdict to a finding. */
export function judge({ name, size, failures, figures = {} }: Finding, seed: number): JudgedFinding {
  return {
    name,
    size,
    seed,
    failures: failures.length,
    ok: failures.length === 0,
    examples: failures.slice(0, shownExamples),
    figures,
  }
}

/** A finding as one line of JSON, its figures beside its own members. */
export function jsonLine({ figures, ...finding }: JudgedFinding): string {
  return JSON.stringify({ ...finding, ...figures })
}

/** A table for a terminal, one line a finding. */
export function tableLines(findings: readonly JudgedFinding[]): string[] {
  const rows = findings.map(({ name, size, seed, failures, ok, figures }) => [
    name,
    size.toLocaleString('en-US'),
    String(seed),
    String(failures),
    Object.entries(figures)
      .map(([figure, value]) => `${figure} ${Number.isInteger(value) ? value : Number(value.toPrecision(4))}`)
      .join(', '),
    ok ? 'held' : 'BROKEN',
  ])
  return alignedLines([['trial', 'size', 'seed', 'failures', 'figures', ''], ...rows])
}
