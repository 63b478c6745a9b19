/** The results of a customer's newest contracts; null while there are fewer than the scale needs. */
export type ContractRecord = { readonly won: number; readonly lost: number; readonly tie: number } | null

export interface WinRate {
  /** Wins among the contracts that were won or lost, in tenths of a percent. */
  readonly permille: number
  readonly ties: number
}

/**
 * The win rate to compare with the break-even rate. A tie returns everything and affects neither, so it is left
 * out; the number left out is shown beside it. Null without a record, and when all were ties.
 */
export function winRate(record: ContractRecord): WinRate | null {
  if (record === null || record.won + record.lost === 0) return null
  return { permille: Math.round((record.won * 1_000) / (record.won + record.lost)), ties: record.tie }
}
