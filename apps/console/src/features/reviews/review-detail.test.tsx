// @vitest-environment happy-dom
import { operatorKycDetail, operatorMe } from '@candor/api/operator'
import { describe, expect, it } from 'vitest'
import { identityCheck, noonMs, operatorWith } from '../../testing/fixtures.ts'
import { on, openView } from '../../testing/open-view.tsx'
import { ReviewDetail } from './review-detail.tsx'
import type { ReviewCase } from './review-model.ts'

const detail: ReviewCase = {
  ...identityCheck,
  state: 'verified',
  decidedMs: noonMs,
  stage: null,
  hasDecided: true,
  mayDecide: false,
}

const openDetail = (changed: Partial<ReviewCase> = {}) =>
  openView(<ReviewDetail detail={{ ...detail, ...changed }} nowMs={noonMs} />, {
    ...on(operatorMe, operatorWith('kyc')),
    ...on(operatorKycDetail, detail),
  })

const excluded = 'An excluded customer has the same name and birth date'
const disabled = 'A disabled account has the same name and birth date'

describe('an identity check', () => {
  it('shows the birth date, where there is one', async () => {
    const page = await openDetail()
    await page.says('Date of birth1990-01-31compare with the photo')
    const older = await openDetail({ birthDate: null })
    await older.says('Ana Example')
    expect(older.text()).not.toContain('Date of birth')
  })

  it('warns of nobody where nobody has the same name and birth date', async () => {
    const page = await openDetail()
    await page.says('Ana Example')
    expect(page.text()).not.toContain('the same name and birth date')
  })

  it('warns of excluded customers with the end of the exclusion, and of disabled accounts', async () => {
    const page = await openDetail({
      samePersonAccounts: [
        { account: '20000007', isDisabled: false, excludedUntilMs: Date.UTC(2030, 0, 2, 3, 4) },
        { account: '20000008', isDisabled: true, excludedUntilMs: null },
      ],
    })
    await page.says(`${excluded}: account 20000007, excluded until`, `${disabled}: account 20000008`)
    expect(page.text()).toMatch(/excluded until .*2030.*03:04.* UTC/)
    expect(page.text()).not.toContain(`${disabled}: account 20000007`)
    expect(page.text()).not.toContain(`${excluded}: account 20000008`)
  })

  it('warns of both where an excluded account is disabled as well', async () => {
    const page = await openDetail({
      samePersonAccounts: [{ account: '20000009', isDisabled: true, excludedUntilMs: noonMs }],
    })
    await page.says(`${excluded}: account 20000009`, `${disabled}: account 20000009`)
  })
})
