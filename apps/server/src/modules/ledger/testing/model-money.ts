/** What is on an account of a model, in units, and how much of it is held. */
export interface Money {
  posted: bigint
  held: bigint
}
