import { expect, test } from 'vitest'
import type { ContractProof } from './contract-proof.ts'
import { lateAfterMs, proofStateOf } from './proof-state.ts'
import type { ProofParts } from './proof-state.ts'

const proof: ContractProof = {
  outcome: 'passed',
  checks: [],
  isDamaged: false,
  differences: [],
  facts: null,
  signers: { cosigned: 1, known: 2 },
  reason: null,
}
const found = { proof, areKeysOther: false, hasOtherPolicy: false, atMs: 5 }
const ready = { state: 'ready', receipt: 'text' } as const
const pending = { state: 'pending', pendingUntilMs: 9 } as const
const base: ProofParts = { receipt: null, hasKeys: null, found: null, failure: null, settledAtMs: 0, nowMs: 1_000 }
const late = { nowMs: lateAfterMs + 1 }
const outcomeOf = (outcome: ContractProof['outcome']) => ({ ...found, proof: { ...proof, outcome } })

test.each<[state: string, parts: Partial<ProofParts>]>([
  ['checking', {}],
  ['checking', { receipt: ready, hasKeys: true }],
  ['verified', { receipt: ready, found }],
  // What was verified stays so when the connection is lost.
  ['verified', { receipt: ready, found, failure: 'offline' }],
  ['mismatch', { receipt: ready, found: outcomeOf('failed') }],
  ['mismatch', { receipt: ready, found: outcomeOf('unknown-keys') }],
  ['waiting', { receipt: pending }],
  ['waiting', { receipt: ready, found: outcomeOf('short-of-witnesses') }],
  ['unverified log-late', { receipt: pending, ...late }],
  ['unverified witnesses-missing', { receipt: ready, found: outcomeOf('short-of-witnesses'), ...late }],
  ['unverified other-keys', { receipt: ready, found: { ...found, areKeysOther: true } }],
  // Signed by keys that the device has not met, and by too few witnesses: that is what is missing.
  ['waiting', { receipt: ready, found: { ...outcomeOf('short-of-witnesses'), areKeysOther: true } }],
  [
    'unverified witnesses-and-keys',
    { receipt: ready, found: { ...outcomeOf('short-of-witnesses'), areKeysOther: true }, ...late },
  ],
  ['unverified unsupported', { receipt: ready, found: { ...found, proof: null } }],
  ['unverified unsupported', { receipt: ready, hasKeys: false }],
  ['unverified offline', { failure: 'offline' }],
  ['unverified failed', { receipt: ready, failure: 'failed' }],
  ['unverified before-log', { receipt: { state: 'absent', reason: 'before-log' } }],
  ['unverified not-signed', { receipt: { state: 'absent', reason: 'not-signed' } }],
  ['unverified not-witnessed', { receipt: { state: 'absent', reason: 'not-witnessed' } }],
])('is %s', (expected, parts) => {
  const state = proofStateOf({ ...base, ...parts })
  expect(state.state === 'unverified' ? `unverified ${state.reason}` : state.state).toBe(expected)
})
