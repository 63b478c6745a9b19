import { languages } from '@candor/api'
import type { Language } from '@candor/api'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from './browser.ts'
import { lateFiles, serveBuiltApp } from './built-app.ts'
import type { BuiltApp, Fault } from './built-app.ts'
import { roundsOf } from './late-rounds.ts'
import { LateVisit } from './late-visit.ts'
import type { Round } from './late-visit.ts'
import { knownImports, loadedWithRecords, wayTo } from './late-ways.ts'

// Every file of the build that is loaded late is refused: by a lost network, and after a deployment has removed it. A
// round is one load of the page, in which each way goes without one file; it ends with the page loading itself again.

let browser: Browser
let app: BuiltApp
let visit: LateVisit

beforeAll(async () => {
  app = await serveBuiltApp()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  app?.close()
})

const late = lateFiles()
/** Imports in English, and the first texts of all languages. */
const inEnglish = new Map([...late].filter(([name]) => !/^texts\/(?!en\/)\w+\//.test(name)))
/** The texts of a language's screens, under the names of the English ones: their ways are the same. */
const textsIn = (language: Language) =>
  new Map(
    [...late].flatMap(([name, files]) => {
      const [, folder] = new RegExp(`^texts/${language}/(\\w+)$`).exec(name) ?? []
      return folder === undefined ? [] : [[`texts/en/${folder}`, files] as const]
    }),
  )

const roundsIn = (language: Language, fault: Fault, files: ReadonlyMap<string, readonly string[]>): Round[] =>
  roundsOf(files).map((steps) => ({ steps, fault, language }))

/** Goes rounds on a phone of its own, without any file that they refuse. */
async function expectNoFault(rounds: readonly Round[], prepare = () => Promise.resolve()): Promise<void> {
  visit = await LateVisit.open(browser, app, rounds[0]?.language ?? 'en')
  await prepare()
  expect(await visit.go(rounds)).toEqual([])
  await visit.close()
}

it('knows a way to every file that is loaded late', () => {
  const unknown = [...inEnglish.keys()].filter((name) => wayTo(name) === undefined)
  expect(unknown.toSorted()).toEqual(loadedWithRecords.toSorted())
  expect(knownImports.filter((name) => !late.has(name))).toEqual([])
  const known = [...inEnglish].filter(([name]) => wayTo(name) !== undefined).flatMap(([, files]) => files)
  const refused = roundsOf(inEnglish).flatMap((round) => round.map(({ file }) => file))
  expect(refused.toSorted()).toEqual([...new Set(known)].toSorted())
  expect(new Set(languages.map((language) => textsIn(language).size)).size).toBe(1)
})

it('keeps a screen with its head without each file while the network is lost', async () => {
  await expectNoFault(roundsIn('en', 'offline', inEnglish))
})

it('keeps one without each file that a deployment removed, loads itself again once, and has them all then', async () => {
  const rounds = roundsIn('en', 'removed', inEnglish)
  const [home = ''] = late.get('features/home') ?? []
  // Each way once: a second one would find the first one's sheet open.
  const ways = new Map(
    roundsOf(new Map([...inEnglish].filter(([name]) => !/^texts\/\w+$/.test(name))))
      .flat()
      .map((step) => [step.way, step]),
  )
  const returned: Round = { steps: [...ways.values()], fault: null, language: 'en' }
  await expectNoFault([...rounds, returned], () => visit.loadAfterDeployment(home, rounds[0] ?? returned))
})

it('keeps one without each text of the other languages', async () => {
  const others = languages.filter((language) => language !== 'en')
  const faults = ['offline', 'removed'] as const
  await expectNoFault(
    others.flatMap((language, index) => roundsIn(language, faults[index % 2] ?? 'offline', textsIn(language))),
  )
})
