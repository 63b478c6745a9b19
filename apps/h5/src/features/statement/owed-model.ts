/**
 * The chance in percent that leaving out so many customers stays unseen, where this share of customers, in hundredths
 * of a percent, checks the own balance: (1 − p)^k.
 */
export function unseenPercent(shareBps: number, leftOut: number): number {
  return 100 * (1 - shareBps / 10_000) ** leftOut
}
