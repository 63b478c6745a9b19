// @vitest-environment happy-dom
import {
  operatorConfirmationBegin,
  operatorInstruments,
  operatorMe,
  operatorTermsProposals,
} from '@candor/api/operator'
import type { TermsProposalView, TermsVersion } from '@candor/api/operator'
import { describe, expect, it } from 'vitest'
import { noonMs, operatorWith } from '../../testing/fixtures.ts'
import { on, openView, refusing } from '../../testing/open-view.tsx'
import type { PlayedServer } from '../../testing/open-view.tsx'
import { TermsView } from './terms-view.tsx'

const terms: TermsVersion = {
  durationMs: 30_000,
  version: 4,
  isOffered: true,
  stakeMin: '1',
  stakeMax: '500',
  feeBps: 100,
  payoutBps: 8_500,
  maxOpenPayout: '20000',
  entryWindowSlots: 10,
  exitWindowSlots: 20,
}

const proposal: TermsProposalView = {
  id: '11',
  state: 'proposed',
  symbol: 'GOLD',
  current: terms,
  wanted: { ...terms, payoutBps: 8_000, stakeMax: '250' },
  note: 'calmer',
  proposedBy: null,
  proposedMs: noonMs,
  decidedBy: null,
  decidedMs: null,
}

const server: PlayedServer = {
  ...on(operatorMe, operatorWith('risk')),
  ...on(operatorInstruments, {
    items: [{ symbol: 'GOLD', name: 'Gold', category: 'futures', isHidden: false, isHalted: false, terms: [terms] }],
  }),
  ...on(operatorTermsProposals.list, { items: [proposal], nextCursor: null }),
  ...on(operatorConfirmationBegin, null),
  ...on(operatorTermsProposals.confirm, { ...proposal, state: 'confirmed' }),
  ...on(operatorTermsProposals.reject, { ...proposal, state: 'rejected' }),
  ...on(operatorTermsProposals.propose, proposal),
}

const openTerms = (changed: PlayedServer = {}) => openView(<TermsView />, { ...server, ...changed })

describe('proposed terms', () => {
  it('show only what would change, from the terms in force', async () => {
    const page = await openTerms()
    await page.says('GOLD, 30 s', 'payout: 85.00% → 80.00%', 'largest stake: 500.00 → 250.00', 'by whom is hidden')
    expect(page.text()).not.toContain('fee: ')
  })

  it('are confirmed by a second person', async () => {
    const page = await openTerms()
    await page.says('by whom is hidden until decided: calmer')
    await page.press('button', 'Confirm')
    await expect.poll(() => page.sent(operatorTermsProposals.confirm)).toEqual([{ id: '11' }])
    expect(page.sent(operatorConfirmationBegin)).toEqual([{ act: 'terms.confirm', id: '11' }])
  })

  it('are not confirmed by a person without a passkey', async () => {
    const page = await openTerms(refusing(operatorConfirmationBegin, 'no-passkey', 'Add a passkey first'))
    await page.says('by whom is hidden until decided: calmer')
    await page.press('button', 'Confirm')
    await expect.poll(() => page.sent(operatorConfirmationBegin)).toHaveLength(1)
    expect(page.sent(operatorTermsProposals.confirm)).toEqual([])
  })

  it('are shown by what the passkey signs, with the values that change', async () => {
    const values = { isOffered: true, stakeMin: '1', payoutBps: 8_500 }
    const signed = {
      act: 'terms.confirm',
      number: '11',
      operator: 'Ada',
      details: {
        instrument: 'GOLD',
        durationMs: 30_000,
        from: values,
        to: { ...values, payoutBps: 8_000 },
        note: 'calmer',
      },
    }
    const page = await openTerms(
      on(operatorConfirmationBegin, {
        id: '1',
        bytes: `Candor confirmation 1\n${JSON.stringify(signed)}`,
        request: {
          rpId: 'localhost',
          challenge: 'x',
          timeout: 120_000,
          userVerification: 'required',
          allowCredentials: [],
        },
      }),
    )
    await page.says('by whom is hidden until decided: calmer')
    await page.press('button', 'Confirm')
    await page.says(
      'Confirm contract terms',
      'GOLD 30 s',
      'First person proposed it',
      'You, Ada',
      'Payout85.00% → 80.00%',
    )
    expect(page.text()).not.toContain('Smallest stake1')
    expect(page.sent(operatorTermsProposals.confirm)).toEqual([])
  })

  it('are rejected with a reason', async () => {
    const page = await openTerms()
    await page.says('by whom is hidden until decided: calmer')
    await page.press('button', 'Reject', 'Reject it?')
    await page.type('Reason, written to the audit trail', 'too low')
    await page.press('button', 'Reject')
    expect(page.sent(operatorTermsProposals.reject)).toEqual([{ id: '11', note: 'too low' }])
  })

  it('are not confirmed by the operator who proposed them', async () => {
    const own = { ...proposal, proposedBy: { operatorId: '7', name: 'Ada' } }
    const page = await openTerms(on(operatorTermsProposals.list, { items: [own], nextCursor: null }))
    await page.says('You proposed this')
    expect(page.find('button', 'Confirm')).toBeNull()
    expect(page.find('button', 'Take back')).not.toBeNull()
  })

  it('are read, but not decided, by an auditor', async () => {
    const page = await openTerms(on(operatorMe, operatorWith('auditor')))
    await page.says('by whom is hidden until decided: calmer')
    expect([page.find('button', 'Confirm'), page.find('button', 'Propose a change')]).toEqual([null, null])
  })
})

describe('a proposal of terms', () => {
  const openForm = async () => {
    const page = await openTerms()
    await page.says('Terms of Gold')
    await page.press('button', 'Propose a change', 'New terms for GOLD, 30 s')
    return page
  }

  it('is refused where nothing would change, or a number is none', async () => {
    const page = await openForm()
    await page.press('button', 'Propose', 'Nothing would change')
    await page.type('Payout in basis points', '85%')
    await page.press('button', 'Propose', 'Numbers only, such as 1000 or 0.5')
    expect(page.sent(operatorTermsProposals.propose)).toEqual([])
  })

  it('needs a reason', async () => {
    const page = await openForm()
    await page.type('Payout in basis points', '8000')
    await page.press('button', 'Propose', 'Say why in a few words')
    await page.type('Why', 'calmer markets')
    await page.press('button', 'Propose')
    expect(page.sent(operatorTermsProposals.propose)).toMatchObject([
      { symbol: 'GOLD', durationMs: '30000', payoutBps: '8000', feeBps: '100', note: 'calmer markets' },
    ])
  })
})
