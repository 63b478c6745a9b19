/** An invariant as a query that returns its violations: columns `stripe` (or null) and `detail`. */
export interface Invariant {
  readonly name: string
  /** Whether an incremental check covers new batches only ($1 stripes, $2 their marks). */
  readonly scope: 'batches' | 'everything' | 'full-only'
  readonly sql: string
}
