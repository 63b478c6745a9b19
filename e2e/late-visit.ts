import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { languages } from '@candor/api'
import type { Language } from '@candor/api'
import type { Browser, Page } from 'playwright-core'
import { readTexts } from '../apps/h5/vite/message-files.ts'
import { patienceMs } from './browser.ts'
import type { BuiltApp, Fault } from './built-app.ts'
import type { Step } from './late-rounds.ts'
import { english, openPhone } from './phone-app.ts'

const source = join(import.meta.dirname, '../apps/h5/src')
/** What the panel of a missing screen says, in each language. */
const panelTitles = languages.map((language) => readTexts(source, language)['app.chunk.title'])

/** A load of the page, and what is refused to it: the files of the steps, unless `fault` is null. */
export interface Round {
  readonly steps: readonly Step[]
  readonly fault: Fault | null
  readonly language: Language
}

/** A customer's visit of the built app, to which files are refused. Methods throw when the app is stuck. */
export class LateVisit {
  readonly #page: Page
  readonly #app: BuiltApp
  #loads = 0

  private constructor(page: Page, app: BuiltApp) {
    this.#page = page
    this.#app = app
    page.on('load', () => (this.#loads += 1))
  }

  /** Opens a phone for a signed-in customer. */
  static async open(browser: Browser, app: BuiltApp, language: Language): Promise<LateVisit> {
    const context = await openPhone(browser, { token: 'a-token', look: { ...english, language } })
    // The reminder of the time is due after a minute: here at once.
    await context.addInitScript(`{
      const later = window.setTimeout
      window.setTimeout = (task, ms, ...more) => later(task, ms === 60000 ? 100 : ms, ...more)
    }`)
    return new LateVisit(await context.newPage(), app)
  }

  /** Loads the page after a deployment that removed a file of home: it loads itself again at once, for a round. */
  async loadAfterDeployment(removed: string, next: Round): Promise<void> {
    this.#app.refuse([removed], 'removed')
    await this.#page.goto(this.#app.address, { waitUntil: 'commit' })
    this.#refuse(next)
    await this.#until('the page does not load itself again', () => this.#loads === 2)
  }

  /** Goes rounds. Loads the page for the first; for each further one it has to load itself. Returns what goes wrong. */
  async go(rounds: readonly Round[]): Promise<string[]> {
    const faults: string[] = []
    for (const [index, round] of rounds.entries()) {
      const last = rounds[index - 1]
      if (last !== undefined) await this.#reconnect(last, round)
      else if (this.#loads === 0) await this.#load(round)
      const before = this.#loads
      faults.push(...(await this.#walk(round)))
      if (this.#loads !== before) faults.push(`loads itself ${this.#loads - before} times in a round`)
    }
    return faults
  }

  close(): Promise<void> {
    return this.#page.context().close()
  }

  #refuse({ steps, fault }: Round): void {
    this.#app.refuse(fault === null ? [] : steps.map(({ file }) => file), fault ?? 'removed')
  }

  async #load(round: Round): Promise<void> {
    this.#refuse(round)
    await this.#page.goto(this.#app.address)
  }

  /**
   * The network returns: the page loads itself again at once where a screen is missing, else with a change of screen.
   */
  async #reconnect(last: Round, next: Round): Promise<void> {
    const before = this.#loads
    await this.#page.evaluate(`localStorage.setItem('candor.language', '${next.language}')`)
    this.#refuse(next)
    await this.#page.evaluate(`dispatchEvent(new Event('online'))`)
    const isAtOnce = last.steps.some(({ way }) => way.kind !== 'part')
    for (let turn = 0; !isAtOnce && this.#loads === before && turn < 20; turn += 1) {
      await this.#page.evaluate(`location.hash = '#/pages/${turn % 2 === 0 ? 'lang/lang' : 'market/market'}'`)
      await sleep(100)
    }
    await this.#until('the page does not load itself again', () => this.#loads > before)
  }

  /** Goes the ways of a round. Returns what goes wrong. */
  async #walk({ steps, fault }: Round): Promise<string[]> {
    const faults: string[] = []
    await this.#until('the page stays empty', async () => (await this.#shown()) !== 'nothing')
    // The first touch loads the parts of the frame.
    await this.#page.evaluate(`document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))`)
    // Parts first: a screen that is missing loads the page again at once, a part with the next change of screen.
    for (const step of steps.toSorted((left, right) => left.way.kind.localeCompare(right.way.kind)))
      await this.#take(step, fault !== null).catch(async (error: unknown) => {
        const shown = await this.#shown().catch(String)
        faults.push(`${step.file} at ${step.way.screen}: ${String(error).slice(0, 200)}, shows ${shown}`)
      })
    return faults
  }

  /** Goes a way whose file is refused, or served. */
  async #take({ file, way }: Step, isRefused: boolean): Promise<void> {
    const shows = async (expected: Shown) => (await this.#shown()) === expected
    await this.#page.evaluate(`location.hash = '#${way.screen}'`)
    if (way.kind === 'part') await this.#until('there is no screen', () => shows('screen'))
    await way.act?.(this.#page)
    const isRequested = () => (isRefused ? this.#app.hasRefused(file) : this.#app.hasServed(file))
    await this.#until('is not requested', isRequested)
    await this.#until('shows another state', () => shows(isRefused ? without[way.kind] : 'screen'))
  }

  async #shown(): Promise<Shown> {
    const read: unknown = await this.#page.evaluate(readShown)
    return states.find((state) => state === read) ?? 'nothing'
  }

  async #until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
    const endMs = Date.now() + patienceMs
    while (!(await holds())) {
      if (Date.now() > endMs) throw new Error(what)
      await sleep(10)
    }
  }
}

const states = ['screen', 'panel', 'skeleton', 'nothing'] as const
/**
 * `screen`: words, and the way on from it, which is its head with Back or the tab bar; `panel`: the same with a retry
 * instead of its content; `skeleton`: what the page itself draws before the app; `nothing` of these: the page is white.
 */
type Shown = (typeof states)[number]

/** What is shown without a file. */
const without = { screen: 'panel', part: 'screen', app: 'skeleton' } as const

const readShown = `(() => {
  const main = document.querySelector('#root main')
  if (document.querySelector('#root > .start') !== null) return 'skeleton'
  const hasWayOn = document.querySelector('#root nav, #root main header :is(button, a)') !== null
  if (!hasWayOn || main.textContent.trim().length <= 10) return 'nothing'
  const heads = [...main.querySelectorAll('h2')].map(({ textContent }) => textContent)
  return heads.some((head) => ${JSON.stringify(panelTitles)}.includes(head)) ? 'panel' : 'screen'
})()`
