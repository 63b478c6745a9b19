import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'

const dist = join(import.meta.dirname, '../apps/h5/dist')
const assets = join(dist, 'assets')

/** Kilobytes (1,000 bytes) as the server sends them, but for the digests of other files that each file names. */
const kilobytes = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + sentBytes(file), 0) / 1_000

/** A change anywhere changes the digests, which compress by chance: they move the size by a hundred bytes. */
function sentBytes(file: string): number {
  const text = readFileSync(join(assets, file), 'utf8').replaceAll(/-[\w-]{8}(?=\.(?:js|css|woff2)\b)/g, '-00000000')
  return brotliCompressSync(text).length
}

function built(pattern: RegExp): string {
  const found = readdirSync(assets).find((file) => pattern.test(file))
  if (found === undefined) throw new Error(`the build has no ${pattern.source}`)
  return found
}

/** A file with everything that it cannot run without. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const code = readFileSync(join(assets, file), 'utf8')
  for (const [, name] of code.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
    if (name !== undefined) withImports(name, seen)
  return seen
}

/** The files named by the page itself, and the texts requested by its start script. */
function firstFiles(): Set<string> {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const named = [...html.matchAll(/(?:src|href)="\/h5\/assets\/([^"]+\.(?:js|css))"/g)].map(([, name]) => name ?? '')
  const code = named.filter((file) => file.endsWith('.js')).flatMap((file) => [...withImports(file)])
  return new Set([...named, ...code, built(/^en-[\w-]+\.js$/)])
}

const read = (files: Iterable<string>) => [...files].map((file) => readFileSync(join(assets, file), 'utf8')).join('')

/** The files that draw a contract page, without its chart. */
function contractFiles(): Set<string> {
  const code = readdirSync(assets).filter((file) => /^contract-[\w-]+\.js$/.test(file))
  const page = code.find((file) => readFileSync(join(assets, file), 'utf8').includes('contract.odds.explain`'))
  const texts = code.find((file) => readFileSync(join(assets, file), 'utf8').includes('What these odds mean'))
  if (page === undefined || texts === undefined) throw new Error('the build has no contract page')
  return new Set([
    ...firstFiles(),
    ...withImports(page),
    texts,
    built(/^contract-[\w-]+\.css$/),
    built(/^kit-[\w-]+\.css$/),
  ])
}

describe('the code that a phone loads', () => {
  test('before it shows the market stays within its budget', () => {
    const files = firstFiles()
    expect(files.size).toBeLessThanOrEqual(6)
    // Today's size. The design's bar is 95.
    expect(kilobytes(files)).toBeLessThan(51.5)
  })

  test('before it shows a contract page with its chart stays within its budget', () => {
    const files = new Set([...contractFiles(), ...withImports(built(/^chart-[\w-]+\.js$/))])
    expect(files.size).toBeLessThanOrEqual(10)
    // Today's size. The design's bar is 160.
    expect(kilobytes(files)).toBeLessThan(117.6)
  })

  test('for the sheets of the contract page comes when it is asked for', () => {
    const first = read(contractFiles())
    expect(first).toContain('contract.odds.explain')
    for (const late of ['contractSheets.confirm.breakEven', 'You need to win', 'contractSheets.indicator'])
      expect(first).not.toContain(late)
  })

  test('names the files of a contract page in the page itself', () => {
    const html = readFileSync(join(dist, 'index.html'), 'utf8')
    for (const file of [...contractFiles()].filter((one) => !firstFiles().has(one))) expect(html).toContain(file)
  })

  test('has nothing of the contract that only a server reads', () => {
    expect(read(firstFiles())).not.toContain('A duration whose expected tie rate')
  })

  test('before it shows a map with its outlines stays within its budget', () => {
    const map = readdirSync(assets).find(
      (file) => /^location-[\w-]+\.js$/.test(file) && readFileSync(join(assets, file), 'utf8').includes('leaflet-'),
    )
    expect(gzipSync(readFileSync(join(assets, map ?? '')), { level: 9 }).length).toBeLessThan(48_000)
  })

  test('for the strength of a password is at most 120 kB before compression', () => {
    const sizes = readdirSync(assets)
      .filter((file) => /^password-strength-[\w-]+\.js$/.test(file))
      .map((file) => readFileSync(join(assets, file)).length)
    expect(sizes).toHaveLength(1)
    expect(sizes[0]).toBeLessThanOrEqual(120_000)
  })

  test('of the help articles is one late file of each language', () => {
    const files = readdirSync(assets).filter((file) => /^help\.[a-z]{2}-[\w-]+\.js$/.test(file))
    expect(files).toHaveLength(9)
    const english = readFileSync(join(assets, built(/^help\.en-[\w-]+\.js$/)), 'utf8')
    expect(english).toContain('Swapping USD and USDT')
    expect(read(firstFiles())).not.toMatch(/Swapping USD and USDT|help\.[a-z]{2}-/)
  })

  test('of other screens, and outlines of commodities, are not in the first file', () => {
    const first = read(firstFiles())
    expect(first).toContain('market/quotes')
    for (const foreign of ['user/register', 'captcha/create', 'auth.login', 'M224 104h-8a88 88 0 0 0-176 0'])
      expect(first).not.toContain(foreign)
  })
})
