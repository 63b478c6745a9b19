import type { StepState } from './verdict.ts'
import type { StepName } from './verify-receipt.ts'

/** What a step verifies, said as passed and as failed. */
interface StepWords {
  readonly passed: string
  readonly failed: string
}

const words: Readonly<Record<StepName, StepWords>> = {
  format: { passed: 'The file is well formed', failed: 'The file is damaged, or isn’t a receipt' },
  acceptance: { passed: 'The order was accepted as shown', failed: 'The order is not the one that was accepted' },
  'placed-in-log': {
    passed: 'The batch of the order is in the event log',
    failed: 'The batch of the order is not in the event log',
  },
  'frames-in-log': { passed: 'The frames are in the price log', failed: 'The frames differ from the price log' },
  records: { passed: 'The prices are in these frames', failed: 'The prices differ from the frames' },
  averages: { passed: 'Entry and exit follow from the frames', failed: 'Entry and exit do not follow from the frames' },
  result: { passed: 'The result follows from the rule', failed: 'The result does not follow from the rule' },
  amounts: { passed: 'The amounts follow from the rule', failed: 'The amounts do not follow from the rule' },
  'settled-in-log': {
    passed: 'The settlement is in the event log',
    failed: 'The settlement differs from the event log',
  },
  'movement-in-log': {
    passed: 'The ledger entry is in the event log',
    failed: 'The ledger entry is not in the event log',
  },
  signatures: { passed: 'The logs are signed', failed: 'The logs are not signed by the trusted keys' },
  witnesses: { passed: 'Witnesses have seen the same log', failed: 'Too few witnesses have seen this log' },
}

/** One English sentence without a full stop on the outcome of a step. */
export function stepSentence(name: StepName, state: StepState): string {
  if (state === 'absent') return name === 'witnesses' ? 'No witness has signed' : `${words[name].passed}: not shown`
  return state === 'failed' ? words[name].failed : words[name].passed
}
