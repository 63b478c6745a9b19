import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@candor/api'
import { describe, expect, test } from 'vitest'
import { mailText } from './mail-texts.ts'

const folder = join(import.meta.dirname, 'texts')
const textsOf = (language: string) =>
  Object.entries<string>(JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')))
const placesOf = (language: string) =>
  textsOf(language).map(([name, text]) => [name, (text.match(/\{\w+\}/g) ?? []).sort()])

describe('the texts of mails', () => {
  test('are there for every language that the app offers', () => {
    expect(readdirSync(folder).sort()).toEqual([...languages].sort().map((language) => `${language}.json`))
  })

  test.each(languages)('have the same names and values in %s as in English, and none is empty', (language) => {
    expect(placesOf(language)).toEqual(placesOf('en'))
    expect(textsOf(language).filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test.each(languages)('are the language’s own in %s', (language) => {
    const english = new Map(textsOf('en'))
    expect(textsOf(language).filter(([name, text]) => language !== 'en' && english.get(name) === text)).toEqual([])
    expect(mailText(language, 'code.line')).toBe(new Map(textsOf(language)).get('code.line'))
  })

  test('name their values', () => {
    expect(mailText('en', 'phrase', { phrase: 'blue heron' })).toBe('Your phrase: blue heron')
  })
})
