/** A model account's posted and held amounts, in units. */
export interface Money {
  posted: bigint
  held: bigint
}
