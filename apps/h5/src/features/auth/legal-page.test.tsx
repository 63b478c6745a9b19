// @vitest-environment happy-dom
import { legalConsents } from '@candor/api'
import type { LegalDocument, OutputOf } from '@candor/api'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { legalDocumentsQuery, LegalText, legalTextQuery } from '../../shared/account/legal/index.ts'
import { queryFor } from '../../shared/api/index.ts'
import { session } from '../../shared/device/index.ts'
import { draw } from '../../shared/testing/draw.tsx'
import { LegalPage } from './legal-page.tsx'
import { RegisterConsent } from './register-consent.tsx'

const publishedMs = Date.UTC(2026, 10, 20)
const items: LegalDocument[] = [
  { name: 'terms', version: 3, publishedMs, needsConsent: true },
  { name: 'imprint', version: 1, publishedMs, needsConsent: false },
]
const text = {
  name: 'terms' as const,
  version: 2,
  publishedMs,
  language: 'en' as const,
  body: '# Terms\n\n**Sandbox placeholder.** Play money.',
  digest: 'ab'.repeat(32),
  versions: [3, 2, 1].map((version) => ({ version, publishedMs })),
}

const drawList = (consents: OutputOf<typeof legalConsents>) =>
  draw(<LegalPage />, [
    [legalDocumentsQuery, { items }],
    [queryFor(legalConsents, {}), consents],
  ])

function choose(list: Element | undefined, value: string): void {
  if (!(list instanceof HTMLSelectElement)) throw new Error('no list of versions')
  act(() => {
    list.value = value
    list.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

beforeEach(() => session.signIn('a'.repeat(64)))
afterEach(() => session.signOut())

test('lists versions with their dates, and asks for consent only where it is owed', async () => {
  const owing = await drawList({ owed: ['terms'], given: [] })
  expect(owing.text()).toContain('Terms' + 'Version 3, ')
  expect(owing.all('button').map((button) => button.textContent)).toContain('Agree to these texts')
  const given = { name: 'terms' as const, version: 3, language: 'en' as const, digest: '', agreedMs: publishedMs }
  const settled = await drawList({ owed: [], given: [given] })
  expect(settled.text()).toContain('You agreed to version 3 on')
  expect(settled.all('button').map((button) => button.textContent)).not.toContain('Agree to these texts')
})

test('an old version says that it is replaced, and leads to the others', async () => {
  const page = await draw(<LegalText name="terms" version={2} hasVersions />, [
    [legalTextQuery('terms', 'en', 2), text],
  ])
  page.says('Version 3 replaces this one.', 'Sandbox placeholder. Play money.', text.digest)
  const [versions] = page.all('select')
  expect(
    [...(versions?.querySelectorAll('option:not([disabled])') ?? [])].map(({ textContent }) => textContent),
  ).toEqual([3, 2, 1].map((version) => `Version ${version}, 20 Nov 2026`))
  choose(versions, '1')
  expect(window.location.hash).toBe('#/pages/legal/legal?id=terms.1')
  expect(page.text()).not.toContain('translation')
})

test('two versions are compared: what the newer one added and removed', async () => {
  const before = { ...text, version: 1, body: '# Terms\n\nOld rule.\n\nPlay money.' }
  const after = { ...text, body: '# Terms\n\nPlay money.\n\nNew rule.' }
  const page = await draw(<LegalText name="terms" version={2} hasVersions />, [
    [legalTextQuery('terms', 'en', 2), after],
    [legalTextQuery('terms', 'en', 1), before],
  ])
  choose(page.all('select')[1], '1')
  expect(page.text()).toMatch(/from version 1 to version 2.*Removed\s*Old rule\..*Added\s*New rule\./)
  expect(page.all('ins, del').map(({ textContent }) => textContent)).toEqual(['Old rule.', 'New rule.'])
  choose(page.all('select')[1], 'none')
  expect(page.text()).not.toContain('What changed')
})

test('each section has a link to copy, which leads to it', async () => {
  const body = '# Terms\n\nPlay money.\n\n## Fees\n\nNone.\n\n## End\n\nAny day.'
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const page = await draw(<LegalText name="terms" version={2} hasVersions part={2} />, [
    [legalTextQuery('terms', 'en', 2), { ...text, body }],
  ])
  expect(document.activeElement?.textContent).toBe('End')
  page.press('Copy the link to “Fees”')
  const [here] = window.location.href.split('#')
  expect(writeText).toHaveBeenCalledWith(`${here}#/pages/legal/legal?id=terms.2&part=1`)
  const sheet = await draw(<LegalText name="terms" />, [[legalTextQuery('terms', 'en'), { ...text, body }]])
  expect(sheet.all('button, select')).toEqual([])
})

test('a text without a translation says so', async () => {
  const german = { ...text, language: 'de' as const }
  const page = await draw(<LegalText name="terms" />, [[legalTextQuery('terms', 'en'), german]])
  expect(page.text()).toContain('There’s no English translation')
  expect(page.all('[lang=de]')).toHaveLength(1)
})

test('a registration names the versions that need consent', async () => {
  const form = await draw(<RegisterConsent documents={items} />)
  expect(form.text()).toContain('you agree to')
  expect(form.all('button').map((button) => button.textContent)).toEqual(['Terms, version 3'])
  expect((await draw(<RegisterConsent documents={[]} />)).text()).toBe('')
})
