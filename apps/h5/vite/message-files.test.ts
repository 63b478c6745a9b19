import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { languages } from '@candor/api'
import { afterEach, describe, expect, it } from 'vitest'
import texts from './same-as-english.json' with { type: 'json' }
import {
  featureParts,
  firstFolders,
  foldersInCatalogue,
  isLaterPart,
  messageFolders,
  readLanguages,
  readTexts,
} from './message-files.ts'

const source = join(import.meta.dirname, '../src')

/** Texts that are rightly the same as in English: names, and texts that only combine values. */
const sameAsEnglish: Readonly<Record<string, readonly string[]>> = texts

/** The names of a message's placeholders, sorted. */
function placeholders(message: string): string[] {
  const names = new Set<string>()
  const visit = (tokens: readonly unknown[]): void => {
    for (const token of tokens) {
      if (!Array.isArray(token)) continue
      const [name, , choices]: unknown[] = token
      names.add(String(name))
      if (typeof choices === 'object' && choices !== null)
        for (const choice of Object.values(choices)) if (Array.isArray(choice)) visit(choice)
    }
  }
  visit(compileMessageOrThrow(message))
  return [...names].toSorted()
}

/** The catalogue of the part of a feature that a file belongs to. */
function partOf(file: string): string | undefined {
  const found = Object.entries(featureParts).find(([part]) => file.startsWith(join(source, 'features', part) + sep))
  return found?.[1]
}

describe('the texts of the app', () => {
  const english = readTexts(source, 'en')

  it('exist in every language that the contract names', () => {
    expect(readLanguages(source).toSorted()).toEqual([...languages].toSorted())
  })

  it.each(languages)('are complete in %s, and have nothing that English does not have', (language) => {
    expect(Object.keys(readTexts(source, language)).toSorted()).toEqual(Object.keys(english).toSorted())
  })

  it.each(languages)('take the same values in %s as in English', (language) => {
    for (const [key, text] of Object.entries(readTexts(source, language))) {
      expect({ key, values: placeholders(text) }).toEqual({ key, values: placeholders(english[key] ?? '') })
    }
  })

  it.each(languages)('are the language’s own in %s, but for those that are listed', (language) => {
    const same = Object.entries(readTexts(source, language)).filter(
      ([key, text]) => language !== 'en' && english[key] === text,
    )
    expect(same.map(([key]) => key).toSorted()).toEqual((sameAsEnglish[language] ?? []).toSorted())
  })

  it('are all shown somewhere', () => {
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
    )
    const code = files.map((file) => readFileSync(join(source, file), 'utf8')).join('\n')
    const named = new Set([...code.matchAll(/'([\w-]+(?:\.[\w-]+)+)'/g)].map(([, key]) => key ?? ''))
    const patterns = [...code.matchAll(/`([\w-]+\.[^`\n]*\$\{[^`\n]*)`/g)].map(
      ([, key = '']) => new RegExp(`^${key.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[\\w.-]+')}$`),
    )
    const isShown = (key: string) => named.has(key) || patterns.some((pattern) => pattern.test(key))
    expect(Object.keys(english).filter((key) => !isShown(key))).toEqual([])
    expect(isShown('shared.nowhere')).toBe(false)
  })

  describe('that the frame and the first screens show', () => {
    /** Parts of `shared` whose texts are loaded later, with the code that shows them. */
    const later = messageFolders(source)
      .filter(({ name, folder }) => !firstFolders.includes(name) && folder.startsWith(join(source, 'shared') + sep))
      .map(({ name }) => name)
    const files = ['app', 'shared', 'features/market'].flatMap((folder) =>
      readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
        .map((file) => join(source, folder, file))
        .filter((file) => !isLaterPart(source, file) && partOf(file) === undefined),
    )
    const sources = files.map((file) => readFileSync(file, 'utf8'))

    it('come with the first catalogue', () => {
      const spoken = sources.flatMap((text) =>
        [...text.matchAll(/\bt\(\s*['"`]([\w-]+)\./g)].map(([, folder]) => folder),
      )
      expect(spoken.length).toBeGreaterThan(40)
      expect(spoken.filter((folder = '') => !firstFolders.includes(folder))).toEqual([])
    })

    it('are not those of a part that comes later, which they may only load when it is wanted', () => {
      const parts = sources.flatMap((text) =>
        [...text.matchAll(/from '[^']*shared\/([\w/-]+)\//g)].flatMap(([, path = '']) => path.split('/')),
      )
      expect(parts).toContain('i18n')
      expect(later).toContain('records')
      expect(parts.filter((part) => later.includes(part))).toEqual([])
    })
  })

  it.each(readdirSync(join(source, 'features')))(
    'that %s shows come with its screens or with the first ones',
    (feature) => {
      const folder = join(source, 'features', feature)
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
        (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
      )
      for (const file of files) {
        const known = [...firstFolders, ...foldersInCatalogue(source, partOf(join(folder, file)) ?? feature), feature]
        const spoken = [...readFileSync(join(folder, file), 'utf8').matchAll(/\bt\(\s*['"`](\w+)\./g)].map(
          ([, name]) => name ?? '',
        )
        expect({ file, foreign: spoken.filter((name) => !known.includes(name)) }).toEqual({ file, foreign: [] })
      }
    },
  )

  it('claim nothing that does not exist yet', () => {
    // The log of events holds each count of what is owed before it is shown, and the app verifies its own part; so it
    // does with receipts, the acceptances of orders, and the newest head. How soon bookings are in the log is measured.
    const isProven = (key: string) =>
      /^(statement\.(owed|counted)\.|proof\.|price-log\.|withdrawal\.levels\.step\.logged$)/.test(key)
    for (const [key, text] of Object.entries(english)) {
      if (isProven(key)) continue
      expect({ key, claims: /\b(log|proof|signed(?! (in|out)\b)|verified by|coming soon)\b/i.test(text) }).toEqual({
        key,
        claims: false,
      })
    }
  })
})

describe('reading texts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'candor-texts-'))
  const put = (path: string, content: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('prefixes each key with its feature, and offers only languages that every feature has', () => {
    put('shared/i18n/messages/en.json', '{"a":"A"}')
    put('shared/i18n/messages/zh.json', '{"a":"甲"}')
    put('shared/i18n/messages/de.json', '{"a":"Ä"}')
    put('features/market/messages/en.json', '{"b":"B"}')
    put('features/market/messages/zh.json', '{"b":"乙"}')
    expect(readTexts(folder, 'zh')).toEqual({ 'shared.a': '甲', 'market.b': '乙' })
    expect(readLanguages(folder)).toEqual(['en', 'zh'])
  })

  it('gives a catalogue the texts of the shared parts that its code imports, through others too', () => {
    put('shared/i18n/messages/en.json', '{}')
    put('shared/codes/messages/en.json', '{}')
    put('shared/safes/vault/messages/en.json', '{}')
    put('shared/safes/vault/vault.ts', "import { code } from '../../codes/index.ts'")
    put('features/safe/messages/en.json', '{}')
    put('features/safe/page.tsx', "import { vault } from '../../shared/safes/vault/index.ts'")
    put('features/plain/messages/en.json', '{}')
    expect(foldersInCatalogue(folder, 'safe')).toEqual(['safe', 'vault', 'codes'])
    expect(foldersInCatalogue(folder, 'plain')).toEqual(['plain'])
  })

  it('leaves out of a catalogue what only a part with texts of its own imports', () => {
    put('shared/i18n/messages/en.json', '{}')
    put('shared/codes/messages/en.json', '{}')
    put('shared/codes/long/messages/en.json', '{}')
    put('shared/codes/long/long.ts', "import { vault } from '../../vault/index.ts'")
    put('shared/vault/messages/en.json', '{}')
    put('features/home/messages/en.json', '{}')
    put('features/home/page.tsx', "import { code } from '../../shared/codes/index.ts'")
    put('features/home/table/messages/en.json', '{}')
    put('features/home/table/table.tsx', "import { vault } from '../../../shared/vault/index.ts'")
    expect(foldersInCatalogue(folder, 'home')).toEqual(['home', 'codes'])
    expect(foldersInCatalogue(folder, 'homeTable')).toEqual(['homeTable', 'vault'])
  })

  it('refuses a text that is not a text', () => {
    put('shared/i18n/messages/en.json', '{"a":1}')
    mkdirSync(join(folder, 'features'), { recursive: true })
    expect(() => readTexts(folder, 'en')).toThrow('a is not a text')
  })
})
