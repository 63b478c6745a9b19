import { languages } from '@candor/api'
import { describe, expect, it } from 'vitest'

type Messages = Readonly<Record<string, string>>

const files = import.meta.glob<Messages>(['../{app,shared}/messages/*.json', '../pages/*/messages/*.json'], {
  eager: true,
  import: 'default',
})

const folders = [...new Set(Object.keys(files).map((path) => path.replace(/\/[a-z]+\.json$/, '')))]
const placeholders = (text: string) => new Set([...text.matchAll(/\{(\w+)[,}]/g)].map((found) => found[1]))

describe('the texts of the public pages', () => {
  it('are there', () => expect(folders.length).toBeGreaterThan(1))

  it.each(folders)('in %s exist in nine languages, with the same keys and values', (folder) => {
    const english = files[`${folder}/en.json`] ?? {}
    for (const language of languages) {
      const texts = files[`${folder}/${language}.json`] ?? {}
      expect({ language, keys: Object.keys(texts).toSorted() }).toEqual({
        language,
        keys: Object.keys(english).toSorted(),
      })
      for (const [key, text] of Object.entries(english))
        expect({ language, key, values: placeholders(texts[key] ?? '') }).toEqual({
          language,
          key,
          values: placeholders(text),
        })
    }
  })
})
