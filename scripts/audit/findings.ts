/** What an audit checks, in the order of its report. */
export const checkTitles = {
  keys: 'Keys, and the announcements of new ones',
  checkpoints: 'Signatures of checkpoints, and nothing taken back since the last run',
  tree: 'Entries lead to the signed roots',
  tiles: 'Tiles have the hashes of the entries',
  slots: 'Each slot has one leaf, with a frame or as missing',
  records: 'Records lead to the roots in the frames',
  sums: 'Running sums and epochs follow from frame to frame',
  'raw-ticks': 'Raw ticks have the digests of their frames',
  market: 'Published quotes and candles follow from the records',
  events: 'Events are well-formed and in order',
  batches: 'Batches of each stripe are without gaps',
  cell: 'Batches are of the cell of the log, whose entries are without gaps',
  liabilities: 'Snapshots of liabilities agree with the batches and with what is published',
  seeds: 'Seeds are revealed, and are those that were committed to',
  statistics: 'Published statistics follow from the log',
  receipts: 'Receipts of a customer follow from the log',
  statement: 'Movements of a statement are in the log',
  recording: 'Published prices agree with the recording',
} as const

export type CheckName = keyof typeof checkTitles

/** What a check found. */
export interface CheckOutcome {
  readonly name: CheckName
  /** How many things hold, such as frames or batches. */
  readonly heldCount: number
  readonly failureCount: number
  /** The first failures, each a sentence. */
  readonly failures: readonly string[]
  /** What could not be checked, each a sentence. */
  readonly unchecked: readonly string[]
}

/** One thing that does not hold. */
export interface Failure {
  readonly check: CheckName
  readonly text: string
}

const keptFailures = 20

interface Found {
  heldCount: number
  failureCount: number
  readonly failures: string[]
  readonly unchecked: Set<string>
}

/** Collects what an audit finds. A wrong log has any number of failures: the first of each check are kept. */
export class Findings {
  readonly #found = new Map<CheckName, Found>()

  hold(name: CheckName, count = 1): void {
    this.#of(name).heldCount += count
  }

  fail(name: CheckName, text: string): void {
    const found = this.#of(name)
    found.failureCount += 1
    if (found.failures.length < keptFailures) found.failures.push(text)
  }

  leaveUnchecked(name: CheckName, text: string): void {
    this.#of(name).unchecked.add(text)
  }

  get failureCount(): number {
    return this.outcomes().reduce((sum, { failureCount }) => sum + failureCount, 0)
  }

  failuresOf(name: CheckName): number {
    return this.#found.get(name)?.failureCount ?? 0
  }

  /** What was found of each check that was made or left out, in the order of the report. */
  outcomes(): CheckOutcome[] {
    return (Object.keys(checkTitles) as CheckName[]).flatMap((name) => {
      const found = this.#found.get(name)
      return found === undefined ? [] : [{ name, ...found, unchecked: [...found.unchecked] }]
    })
  }

  #of(name: CheckName): Found {
    const found = this.#found.get(name) ?? { heldCount: 0, failureCount: 0, failures: [], unchecked: new Set<string>() }
    this.#found.set(name, found)
    return found
  }
}
