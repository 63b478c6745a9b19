import { openBrowser } from './browser.ts'

/** Vitest's global set-up: the packaged Chromium is unpacked before two files ask for it at once. */
export async function setup(): Promise<void> {
  const browser = await openBrowser()
  await browser.close()
}
