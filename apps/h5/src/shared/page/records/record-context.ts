/** What the steps of a record are written with. */
export interface StepsContext {
  readonly nowMs: number
  /** Writes the customer's own money, or hides it. */
  readonly ownMoney: (amount: string, asset: string) => string
}

/** What a record is written with as plain text, for handing on. */
export interface SharingContext {
  readonly areHidden: boolean
  readonly nowMs: number
}
