import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkEnglish, checkPhrases, phrases } from './plain-english.ts'

const source = 'apps/server/src/modules/market/market-service.ts'
const texts = 'apps/h5/src/features/orders/messages/en.json'

const planted: Record<string, [path: string, text: string][]> = {
  'stands here': [
    [texts, '{ "empty": "Each one stands here with its clock." }\n'],
    ['apps/public/src/pages/odds/messages/en.json', '{ "leftOut": "Void contracts stand here." }\n'],
    [source, '/** Notes that stand\n * beside the conversation. */\n'],
    ['docs/swap.md', 'The formula stands twice: in SQL, too.\n'],
    [source, '// Each count stands in the record.\n'],
  ],
  'what stands': [['e2e/money.e2e.test.ts', "it('says what stands in its way', () => {})\n"]],
  whoever: [
    [source, '// Whoever waits for it asks again.\n'],
    ['docs/kyc.md', 'It goes to whomever it concerns.\n'],
  ],
  'is back': [
    [texts, '{ "lapsed": "{amount} is back in your balance." }\n'],
    [source, "logger.info('the sources are back')\n"],
  ],
  'counts for': [
    [texts, '{ "sent": "The code counts for 10 minutes." }\n'],
    ['apps/server/src/modules/push/texts/en.json', '{ "text": "It counts for a day." }\n'],
  ],
  hears: [
    [source, '/** Hears each item that fails. */\n'],
    ['SECURITY.md', 'You hear from us within 3 days.\n'],
    ['apps/server/src/modules/push/sql/push.sql', '-- Devices that have heard\n-- of it.\n'],
  ],
  'is told': [['apps/server/src/platform/bus/bus.test.ts', "test('is told to every subscriber', () => {})\n"]],
  'answers with': [
    [source, '/** Answers with the newest frame. */\n'],
    [source, '// `ping` is answered\n// with `pong`.\n'],
  ],
  Answers: [
    [source, '/** Answers the newest frame. */\n'],
    ['apps/server/src/modules/push/sql/push.sql', '-- Answers whether a device is known.\n'],
  ],
  'tells that': [[source, '/** Called by what tells the sockets that a price has changed. */\n']],
  Tells: [
    [source, '/** Tells each socket of a price. */\n'],
    [source, '// Tell the sockets.\n'],
  ],
  anew: [['docs/database.md', 'The launcher sets both anew.\n']],
  'by itself': [[texts, '{ "stale": "Trading resumes by itself." }\n']],
  'here once': [[texts, '{ "signedOut": "Your orders are here once you’re signed in." }\n']],
  'that waits': [['apps/console/src/features/floor/messages/en.json', '{ "queue": "Sales that wait" }\n']],
  'is no': [['apps/verifier/src/texts/en.json', '{ "damaged": "This file is no receipt" }\n']],
  please: [
    [texts, '{ "full": "Please try again later." }\n'],
    ['apps/server/src/platform/mail/texts/en.json', '{ "text": "Unfortunately it was refused." }\n'],
  ],
}

test('every phrase has a planted violation', () => {
  expect(phrases.map(({ name }) => name).toSorted()).toEqual(Object.keys(planted).toSorted())
})

test.each(Object.entries(planted))('the phrase “%s” is found where it is planted', (phrase, cases) => {
  for (const [path, text] of cases) expect(checkPhrases(path, text)).toMatchObject([{ phrase, path, line: 1 }])
})

test('says the line, and what to write instead', () => {
  expect(checkPhrases(source, 'const one = 1\n\n// The source is back.\n')).toEqual([
    { phrase: 'is back', instead: 'was returned, reconnected', path: source, line: 3 },
  ])
})

test('accepts plain English, and identifiers', () => {
  const plain = [
    "const backgroundColour = 'paper'",
    '// An order and a sale are told apart by their kind.',
    '/** Called for each item that fails. Returns the newest frame. */',
    '// A lock stops by itself after a second.',
    '// A watcher stands in for the node; orders stand in line, and nothing stands in the way.',
    'const title = t("tell.title") // An answer that tells two kinds apart.',
    '/** Answers of the assistant, by language. */',
    'const isBack = side === "back"',
  ]
  expect(checkPhrases(source, plain.join('\n'))).toEqual([])
})

test('accepts the phrases where they are named, and in SQL that has run', () => {
  for (const path of ['docs/glossary.md', 'docs/languages/en.md', 'apps/server/database/deltas/0001_one.sql'])
    expect(checkPhrases(path, '-- Whoever hears of it.\n')).toEqual([])
})

test('reads sources, English texts and docs below a folder, and no other language', async () => {
  const root = await mkdtemp(join(tmpdir(), 'candor-english-'))
  const write = async (path: string, text: string) => {
    await mkdir(join(root, path, '..'), { recursive: true })
    await writeFile(join(root, path), text)
  }
  await write('README.md', 'Whoever reads this.\n')
  await write('docs/kyc.md', 'Plain.\n')
  await write('apps/h5/src/texts/en.json', '{ "one": "It is back." }\n')
  await write('apps/h5/src/texts/de.json', '{ "one": "whoever" }\n')
  await write('apps/h5/node_modules/other/index.ts', '// whoever\n')
  try {
    const { fileCount, violations } = await checkEnglish(root)
    expect(fileCount).toBe(3)
    expect(violations.map(({ path }) => path).toSorted()).toEqual(['README.md', 'apps/h5/src/texts/en.json'])
  } finally {
    await rm(root, { recursive: true, force: true })
  }
})
