import { languages } from '@candor/api/languages'
import { describe, expect, test } from 'vitest'
import { catalogues, languageOfBrowser, textsOf } from './texts.ts'

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).toSorted()
const english = Object.entries(catalogues.en)

describe('the texts of the verifier', () => {
  test('exist in nine languages, with the same names and the same values in them', () => {
    expect(languages).toHaveLength(9)
    for (const language of languages) {
      const texts = catalogues[language]
      expect(Object.keys(texts).toSorted()).toEqual(english.map(([name]) => name).toSorted())
      const values = Object.entries<string>(texts).map(([name, text]) => [name, placeholders(text)])
      expect(Object.fromEntries(values)).toEqual(
        Object.fromEntries(english.map(([name, text]) => [name, placeholders(text)])),
      )
      expect(Object.entries<string>(texts).filter(([, text]) => text.trim() === '')).toEqual([])
    }
  })

  test('are translated: no text of a language is that of English', () => {
    for (const language of languages.filter((each) => each !== 'en')) {
      const same = english.filter(([name, text]) =>
        Object.entries(catalogues[language]).some(([other, own]) => other === name && own === text),
      )
      expect({ language, same: same.map(([name]) => name).filter((name) => name !== 'ticketContract') }).toEqual({
        language,
        same: [],
      })
    }
  })

  test('are those of the first language of the browser that the page speaks', () => {
    expect(languageOfBrowser(['sv-SE', 'de-AT', 'en'])).toBe('de')
    expect(languageOfBrowser(['zh-Hant-TW'])).toBe('zh')
    expect(languageOfBrowser([])).toBe('en')
    expect(languageOfBrowser(['toString'])).toBe('en')
  })

  test('take values in the place of their names', () => {
    expect(textsOf('en').t('subFrames', { frames: 4, missing: 0 })).toBe('4 frames, 0 missing slots')
    expect(textsOf('en').t('problemJson', { name: '$& {name}' })).toBe('$& {name} isn’t JSON.')
  })
})
