/** What the final summary before something is confirmed is given: what it is of, and how it ends. */
export interface SummaryProps<Confirmed, Refused> {
  readonly confirmed: Confirmed
  readonly onClose: () => void
  /** Called with a refusal that the form behind must show. */
  readonly onRefused: (refused: Refused) => void
}
