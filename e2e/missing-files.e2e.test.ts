import { languages } from '@candor/api'
import type { Language } from '@candor/api'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestBrowser } from './browser.ts'
import { lateFiles, serveBuiltApp } from './built-app.ts'
import type { BuiltApp, Fault } from './built-app.ts'
import { roundsOf } from './late-rounds.ts'
import { LateVisit } from './late-visit.ts'
import type { Round } from './late-visit.ts'
import { knownImports, loadedWithRecords, wayTo } from './late-ways.ts'
import { english, openPhone } from './phone-app.ts'
import { openWatchedPage } from './watched-page.ts'

// Every file of the build that is loaded late is refused: by a lost network, and after a deployment has removed it. A
// round is one load of the page, in which each way goes without one file; it ends with the page loading itself again.

let browser: Browser
let app: BuiltApp
let visit: LateVisit

beforeAll(async () => {
  app = await serveBuiltApp()
  browser = await openTestBrowser()
})
afterAll(async () => {
  await browser?.close()
  app?.close()
})

const late = lateFiles()
/** Imports in English, and the first texts of all languages. */
const inEnglish = new Map([...late].filter(([name]) => !/^texts\/(?!en\/)\w+\//.test(name)))
const others: readonly Language[] = languages.filter((language) => language !== 'en')
/** The texts of a language's screens, under the names of the English ones: their ways are the same. */
const textsIn = (language: Language) =>
  new Map(
    [...late].flatMap(([name, files]) => {
      const [, folder] = new RegExp(`^texts/${language}/(\\w+)$`).exec(name) ?? []
      return folder === undefined ? [] : [[`texts/en/${folder}`, files] as const]
    }),
  )

/**
 * This language's share of the screens: each screen's texts are refused in one other language. How a refusal is met
 * depends on neither: English goes without every file, and the build splits the texts of all languages alike.
 */
const shareOf = (language: Language) =>
  new Map([...textsIn(language)].filter((_, index) => index % others.length === others.indexOf(language)))

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
  const screens = [...textsIn('en').keys()].toSorted()
  expect(languages.map((language) => [...textsIn(language).keys()].toSorted())).toEqual(languages.map(() => screens))
  const shares = others.map((language) => [...shareOf(language).keys()])
  expect(shares.flat().toSorted()).toEqual(screens)
  expect(shares.filter((share) => share.length < 2)).toEqual([])
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

it('keeps one without the texts of each screen in another language, and in each language without some', async () => {
  const faults = ['offline', 'removed'] as const
  await expectNoFault(
    others.flatMap((language, index) => roundsIn(language, faults[index % 2] ?? 'offline', shareOf(language))),
  )
})

it('loads the page again where the app itself is missing, once a minute, and says so with a way to try', async () => {
  const { page, axe } = await openWatchedPage(await openPhone(browser, { look: english }))
  const shown = page.getByRole('heading', { name: 'Candor' })
  let isLost = true
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.route('**/assets/app-*.js', (route) => (isLost ? route.abort() : route.continue()))
  await page.goto(app.address)
  const notice = page.getByRole('alert').filter({ hasText: 'Check your connection and try again.' })
  await notice.waitFor()
  await expect.poll(() => loads).toBe(2)
  await notice.waitFor()
  expect(await axe()).toEqual([])
  isLost = false
  await notice.getByRole('button', { name: 'Try again' }).click()
  await shown.waitFor()
  expect(loads).toBe(3)
  await page.context().close()
})
