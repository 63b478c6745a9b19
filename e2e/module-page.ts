import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'

const root = join(import.meta.dirname, '..')
const origin = 'https://proof.test'
const html = `<!doctype html><script type="importmap">${JSON.stringify({
  imports: {
    '#ed25519': '/packages/proof/src/web/ed25519.ts',
    '#base64': '/packages/proof/src/web/base64.ts',
    '#sha256': '/packages/proof/src/web/sha256.ts',
    '@noble/': '/node_modules/@noble/',
    '@candor/formulas': '/packages/formulas/src/index.ts',
    '@candor/money': '/packages/money/src/index.ts',
  },
})}</script><script type="module" src="/page.js"></script>`

/** A page that runs a script with the modules of packages/proof. */
export interface ModulePage {
  readonly page: Page
  /** The paths that the page has requested. */
  readonly requested: readonly string[]
}

/**
 * Opens a page with a module script. The modules of packages/proof, formulas and money are as they are, types stripped,
 * with the imports that a bundler for the web would choose. The caller waits for what the script sets.
 */
export async function openModulePage(browser: Browser, script: string): Promise<ModulePage> {
  const page = await browser.newPage()
  const requested: string[] = []
  await page.route(`${origin}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname
    requested.push(path)
    if (path === '/') return route.fulfill({ contentType: 'text/html', body: html })
    if (path === '/page.js') return route.fulfill({ contentType: 'text/javascript', body: script })
    if (!/^\/(?:packages\/(?:proof|formulas|money)\/src|node_modules\/@noble)\/[\w./@-]+$/.test(path))
      return route.abort()
    const text = await readFile(join(root, path), 'utf8')
    const body = path.endsWith('.ts') ? stripTypeScriptTypes(text) : text
    return route.fulfill({ contentType: 'text/javascript', body })
  })
  await page.goto(origin)
  return { page, requested }
}
