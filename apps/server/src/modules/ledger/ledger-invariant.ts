/** An invariant as a query that returns its violations: columns `stripe` (or null) and `detail`. */
export interface Invariant {
  readonly name: string
  /** Whether an incremental check covers new batches only: such a query begins with `newBatches`. */
  readonly scope: 'batches' | 'everything' | 'full-only'
  readonly sql: string
}
