import type { Browser } from 'playwright-core'
import { test } from 'vitest'
import { openTestBrowser } from './browser.ts'
import { cjkFontsFile } from './cjk-fonts.ts'
import { asOwner } from './operators.ts'
import { runCandor } from './running-candor.ts'
import type { RunningCandor } from './running-candor.ts'

/** The test function of a worker's files, with what they share. It is closed when the worker ends. */
export const sharing = test.extend('parts', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const parts = new WorkerParts()
  onCleanup(() => parts.close())
  return parts
})

/** A browser and a Candor with the usual settings, started when the first file of a worker needs them. */
export class WorkerParts {
  #browser: Browser | null = null
  #candor: RunningCandor | null = null

  async browser(): Promise<Browser> {
    if (this.#browser?.isConnected() !== true) this.#browser = await openTestBrowser(await cjkFontsFile())
    return this.#browser
  }

  /** Data of files before remains, but nothing that counts against the network that all of them come from. */
  async candor(): Promise<RunningCandor> {
    if (this.#candor !== null && (await isReady(this.#candor))) {
      await asOwner(this.#candor, 'delete from identity.code')
      await asOwner(this.#candor, 'delete from identity.attempt')
      return this.#candor
    }
    await this.#candor?.remove()
    this.#candor = await runCandor()
    return this.#candor
  }

  async close(): Promise<void> {
    await this.#browser?.close()
    await this.#candor?.remove()
  }
}

function isReady({ origin }: RunningCandor): Promise<boolean> {
  return fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
