import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { languages } from '@candor/api'
import { afterAll, describe, expect, it } from 'vitest'
import { textsByLanguage } from './texts.ts'

const folder = mkdtempSync(join(tmpdir(), 'texts-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(textsOf: (language: string) => unknown): URL {
  for (const language of languages) writeFileSync(join(folder, `${language}.json`), JSON.stringify(textsOf(language)))
  return pathToFileURL(join(folder, 'en.json'))
}

const english = { hello: 'Hello' }

describe('the texts of a folder', () => {
  it('are those of the language that is asked for', () => {
    const texts = textsByLanguage(
      english,
      write((language) => ({ hello: `hello in ${language}` })),
    )
    expect(languages.map((language) => texts(language).hello)).toEqual(languages.map((one) => `hello in ${one}`))
  })

  it.each([
    ['lacks a name', {}],
    ['has a further name', { hello: 'Hallo', bye: 'Auf Wiedersehen' }],
    ['has another name', { bye: 'Auf Wiedersehen' }],
    ['has no text for a name', { hello: 1 }],
  ])('are refused where a language %s', (_fault, german) => {
    const file = write((language) => (language === 'de' ? german : english))
    expect(() => textsByLanguage(english, file)).toThrow('de.json')
  })
})
