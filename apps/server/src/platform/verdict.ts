/** The decision of an operator on a case or a proposal. SQL functions and the wire may spell it otherwise. */
export type Verdict = 'approved' | 'rejected'
