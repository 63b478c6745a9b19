/** Why nothing could be checked. None of these says anything about the log: a false log is a failed step. */
export type FaultName =
  | 'bad-link'
  | 'bad-receipt'
  | 'before-log'
  | 'future'
  | 'late'
  | 'network'
  | 'no-log'
  | 'old-rule'
  | 'unknown-instrument'

/** Thrown where a check cannot begin or go on. */
export class CheckFault extends Error {
  override readonly name = 'CheckFault'
  readonly fault: FaultName

  constructor(fault: FaultName) {
    super(fault)
    this.fault = fault
  }
}
