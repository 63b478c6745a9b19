/** An invariant as a query that answers what breaks it: columns `stripe` (or null) and `detail`. */
export interface Invariant {
  readonly name: string
  /** Whether it looks at new batches only when the check is incremental ($1 stripes, $2 their marks). */
  readonly scope: 'batches' | 'everything' | 'full-only'
  readonly sql: string
}
