import { languages } from '@candor/api'
import { describe, expect, test } from 'vitest'
import { languageOfReader, logPage } from './log-page.ts'
import { logPageTexts } from './log-page-texts.ts'

const witness = {
  name: 'club.test/w1',
  vkey: 'club.test/w1+00000000+AA',
  place: 'this-machine',
  isIndependent: true,
  cosignedSize: null,
  cosignedMs: null,
  state: 'silent',
} as const
const view = { witnesses: [witness], independentCount: 3, requiredCount: 0 }

describe('the page about the logs', () => {
  test.each(languages)('is whole in %s, with its links', (language) => {
    const page = logPage([], view, language)
    const { places, states, title, count } = logPageTexts[language]
    for (const text of [title, `${count} <b>3</b>`, places['this-machine'], states.silent]) expect(page).toContain(text)
    for (const link of ['https://c2sp.org/tlog-tiles', 'https://c2sp.org/signed-note', '/price-log/'])
      expect(page).toContain(`<a href="${link}">`)
    expect(page).not.toMatch(/[{}]/)
  })

  test.each([
    ['de', 'fr', 'de'],
    [undefined, 'fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
    [undefined, 'en;q=0.3, zh-TW', 'zh'],
    [undefined, 'nl, pt-BR;q=0.5', 'pt'],
    [undefined, 'de;q=0, nl', 'en'],
    ['xx', '', 'en'],
    [['de', 'fr'], 'ko', 'ko'],
  ] as const)('of a link for %s and a browser of %s is in %s', (named, accepted, language) => {
    expect(languageOfReader(named, accepted)).toBe(language)
  })
})
