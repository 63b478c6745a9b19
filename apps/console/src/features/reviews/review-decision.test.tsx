// @vitest-environment happy-dom
import { operatorKycDecide, operatorMe } from '@candor/api/operator'
import { describe, expect, it } from 'vitest'
import { identityCheck, operatorWith } from '../../testing/fixtures.ts'
import { on, openView } from '../../testing/open-view.tsx'
import { ReviewDecision } from './review-decision.tsx'
import type { ReviewCase } from './review-model.ts'

const openDecision = (changed: Partial<ReviewCase> = {}) =>
  openView(<ReviewDecision detail={{ ...identityCheck, ...changed }} />, {
    ...on(operatorMe, operatorWith('kyc')),
    ...on(operatorKycDecide, { outcome: 'recorded' }),
  })

describe('the decision of an identity check', () => {
  it('keeps the first decision sealed from the second reviewer', async () => {
    const page = await openDecision()
    await page.says('2 of 2', 'First reviewer decided', 'Hidden until you decide', 'You, Ada')
  })

  it('tells a lead and the judge of an appeal that their decision is final', async () => {
    const lead = await openDecision({ stage: 'lead' })
    await lead.says('The two reviewers before you disagree.', 'Your decision is final.')
    const appeal = await openDecision({ stage: 'appeal' })
    await appeal.says('You have not decided on this customer before.', 'Your decision is final.')
  })

  it('is approved without reasons, with a note for colleagues', async () => {
    const page = await openDecision()
    await page.press('radio', 'Approve')
    await page.type('Note for colleagues, not sent to the customer', 'clear photos')
    await page.press('button', 'Record my decision')
    expect(page.sent(operatorKycDecide)).toEqual([
      { id: '5', verdict: 'approved', reasons: '[]', note: 'clear photos' },
    ])
  })

  it('asks for a new photo only with the fault of one', async () => {
    const page = await openDecision()
    await page.key('p')
    await page.press('button', 'Record my decision', 'Say what is wrong. The customer reads it.')
    await page.select('What is wrong with the photo: back', 'blurred')
    await page.press('button', 'Record my decision')
    expect(page.sent(operatorKycDecide)).toEqual([
      {
        id: '5',
        verdict: 'rejected',
        resubmit: 'retry-photos',
        reasons: JSON.stringify([{ target: 'back', code: 'blurred' }]),
        note: '',
      },
    ])
  })

  it('asks for no photo of a back that the document does not have', async () => {
    const page = await openDecision({ documentType: 'passport' })
    await page.key('p')
    await page.says('What is wrong with the photo')
    expect(page.text()).not.toContain('photo: back')
  })

  it('drops the reasons of a choice that the reviewer left', async () => {
    const page = await openDecision()
    await page.key('p')
    await page.select('What is wrong with the photo: back', 'blurred')
    await page.key('r')
    await page.select('What is wrong: the document', 'expired')
    await page.select('What the customer may do', 'final')
    await page.press('button', 'Record my decision')
    expect(page.sent(operatorKycDecide)).toMatchObject([
      { resubmit: 'final', reasons: JSON.stringify([{ target: 'document', code: 'expired' }]) },
    ])
  })

  it('is closed to a reviewer who has decided, or whose turn it is not', async () => {
    const decided = await openDecision({ mayDecide: false, hasDecided: true })
    await decided.says('You have decided this case.')
    const elsewhere = await openDecision({ mayDecide: false })
    await elsewhere.says('Another reviewer decides this case')
    expect(elsewhere.find('button', 'Record my decision')).toBeNull()
  })
})
