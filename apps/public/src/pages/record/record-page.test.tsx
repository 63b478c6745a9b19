// @vitest-environment happy-dom
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { transparencyIncidents } from '@candor/api'
import { expect, test } from 'vitest'
import { queryFor } from '../../shared/api/index.ts'
import { chooseLanguage } from '../../shared/i18n/index.ts'
import { draw } from '../../testing/draw.tsx'
import { RecordPage } from './record-page.tsx'
import { RuleCards, translatedVersions } from './rule-cards.tsx'

test('says since when the record shows what it read last, where it cannot be read again', async () => {
  const place = await draw(<RecordPage />, 'record', [
    {
      query: queryFor(transparencyIncidents, {}),
      value: { fromMs: 0, total: 0, items: [] },
      readMs: Date.UTC(2026, 10, 20, 14, 32, 31),
    },
  ])
  await expect.poll(() => place.textContent).toContain('No response since 20 Nov 2026, 14:32:31 UTC.')
})

const rule = {
  name: 'outage',
  version: 1,
  text: 'The binding words.',
  textHash: 'ab',
  inForceMs: 0,
  log: null,
}

test.each([
  ['de', 1, /Über einen Kontrakt entscheidet.*Verbindlich ist der englische Text.*The binding words\./],
  ['en', 1, /The binding words\..*The English text is the one whose hash is in the log\./],
] as const)('shows a rule in %s, with its binding text in English', async (language, version, words) => {
  const place = await draw(<RuleCards rules={[{ ...rule, version }]} />, 'record')
  await chooseLanguage(language)
  await expect.poll(() => place.textContent).toMatch(words)
  await chooseLanguage('en')
})

test('shows a version of a rule that is not translated yet in its binding text alone', async () => {
  const place = await draw(<RuleCards rules={[{ ...rule, version: 2 }]} />, 'record')
  await chooseLanguage('de')
  await expect.poll(() => place.textContent).toContain('Der englische Text ist der')
  expect(place.textContent).toContain('The binding words.')
  expect(place.textContent).not.toContain('Über einen Kontrakt')
  await chooseLanguage('en')
})

test('translates the newest version of each rule', async () => {
  const files = await readdir(join(import.meta.dirname, '../../../../server/seed/rules'))
  const newest: Record<string, number> = {}
  for (const [name = '', version = ''] of files.map((file) => file.split('.')))
    newest[name] = Math.max(newest[name] ?? 0, Number(version))
  expect(newest).toEqual(translatedVersions)
})
