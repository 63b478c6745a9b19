// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { OrderView } from '@candor/api'
import { draw } from '../testing/draw.tsx'
import { judgeContract } from './judge-contract.ts'
import { ProofPanel } from './proof-panel.tsx'
import type { ProofState } from './proof-state.ts'
import { publishedOrder, publishedReceipt, publishedTrust } from './testing/published-receipt.ts'

const view = { receipt: publishedReceipt, keyFile: null, retry: vi.fn<() => void>(), trustNewKeys: vi.fn<() => void>() }

const drawState = (state: ProofState, order: OrderView = publishedOrder()) =>
  draw(<ProofPanel order={order} view={{ ...view, state }} isOpen onToggle={() => undefined} />)

const judged = (order: OrderView) => judgeContract(publishedReceipt, { order, kept: null }, publishedTrust)

test('closes the ring and lists five blue checks after all of them passed', async () => {
  const proof = await judged(publishedOrder())
  const panel = await drawState({ state: 'verified', proof, atMs: 0, hasOtherPolicy: false })
  expect(panel.text()).toContain('Verified in this browser')
  expect(panel.all('[data-ring=closed]')).toHaveLength(1)
  expect(panel.all('[data-state=passed]')).toHaveLength(5)
  panel.says('Signed by Candor and 2 of 2 witnesses.', 'What this can’t show')
  expect(panel.off()).toEqual([])
})

test('says that no witness has signed as a number', async () => {
  const proof = { ...(await judged(publishedOrder())), signers: { cosigned: 0, known: 0 } }
  const panel = await drawState({ state: 'verified', proof, atMs: 0, hasOtherPolicy: false })
  expect(panel.text()).toContain('Independent witnesses: 0.')
  expect(panel.text()).not.toContain('Others saw the same log')
})

test('names the check that failed, with both values, and closes no ring', async () => {
  const order = publishedOrder({ exitPrice: '1.5' })
  const panel = await drawState({ state: 'mismatch', proof: await judged(order) }, order)
  panel.says('This receipt doesn’t match', 'One of five checks failed')
  expect(panel.all('[data-state=failed]').map((one) => one.dataset['check'])).toEqual(['exit'])
  expect(panel.text()).toContain('Exit on this screen1.5')
  expect(panel.all('[data-ring=closed]')).toHaveLength(0)
})

const unverified = [
  'offline',
  'failed',
  'unsupported',
  'before-log',
  'not-signed',
  'not-witnessed',
  'log-late',
  'witnesses-missing',
  'witnesses-and-keys',
] as const

test.each([
  { state: 'checking' },
  { state: 'waiting', signers: null },
  { state: 'waiting', signers: { cosigned: 1, known: 2 } },
  ...unverified.map((reason) => ({ state: 'unverified', reason, proof: null }) as const),
] satisfies readonly ProofState[])('closes no ring for %o, and has its own words', async (state) => {
  const panel = await drawState(state)
  expect(panel.all('[data-ring=closed]')).toHaveLength(0)
  expect(panel.text()).not.toMatch(/proof\.[a-z]|undefined|Verified (on|in) this/)
  expect(panel.text().length).toBeGreaterThan(20)
})

test('offers the keys that the device has not met before only on request', async () => {
  const proof = await judged(publishedOrder())
  const panel = await drawState({ state: 'unverified', reason: 'other-keys', proof })
  expect(panel.all('[data-ring=closed]')).toHaveLength(0)
  panel.press('Use these keys')
  expect(view.trustNewKeys).toHaveBeenCalledOnce()
})
