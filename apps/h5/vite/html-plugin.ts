import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyMixins } from '@candor/ui/mixins-plugin'
import { transform } from 'lightningcss'
import type { Plugin } from 'vite'
import { catalogueFiles, screenFiles } from './built-files.ts'
import { firstRows, rowCells, rowClass } from '../src/shared/instrument/market-row/row-cells.ts'
import { bundleClassic } from './classic-script.ts'
import { readLanguages, readTexts } from './message-files.ts'

/** Features whose screens people open the app with: from a link, or where they left it. */
const preloadedScreens: readonly string[] = ['home', 'contract', 'orders']

/** The styles of the first paint. */
const inlinedStyles: readonly string[] = [
  '../../packages/ui/src/tokens.css',
  'src/shared/instrument/market-row/market-row.css',
  'src/app/first-load/skeleton.css',
]

const span = (className: string, ...children: readonly string[]) =>
  `<span class=${className}>${children.join('')}</span>`
/** The market's rows before there is an answer. */
const emptyRows = `<div class=${rowClass}>${rowCells(span, span('glyph')).join('')}</div>`.repeat(firstRows)

/**
 * Makes the first paint independent of further requests: inlines the tokens, the skeleton's styles and the small start
 * script, moves the stylesheet below the skeleton, and lets the start script preload the texts of the stored language
 * and run the app.
 */
export function htmlPlugin(): Plugin {
  let root = ''
  let isDevServer = false
  return {
    name: 'candor-html',
    configResolved(config) {
      root = config.root
      isDevServer = config.command === 'serve'
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const styles = inlinedStyles.map((file) => readFileSync(join(root, file), 'utf8'))
        const css = minify(applyMixins(styles.join('')))
        const script = await bundleClassic(join(root, 'src/app/first-load/start.ts'), {
          __CATALOGUES__: JSON.stringify(catalogueFiles(bundle, preloadedScreens)),
          __SCREENS__: JSON.stringify(screenFiles(bundle, preloadedScreens)),
          __FIRST_TEXTS__: JSON.stringify(firstTexts(join(root, 'src'))),
          __BANNERS__: JSON.stringify(banners(join(root, 'src'))),
          __IS_DEV_SERVER__: JSON.stringify(isDevServer),
          __APP__: JSON.stringify(isDevServer ? null : scriptsOf(html).at(-1)),
        })
        return moveStylesheets(isDevServer ? html : preloadApp(html))
          .replace('<!-- start-style -->', () => `<style>${css}</style>`)
          .replace('<!-- start-rows -->', () => emptyRows)
          .replace('<!-- start-script -->', () => `<script>${script}</script>`)
      },
    },
  }
}

/** The sandbox banner in each language: the page shows it before any of its texts are there. */
function banners(sourceFolder: string): Record<string, readonly [name: string, line: string]> {
  const lines = readLanguages(sourceFolder).map((language) => {
    const texts = readTexts(sourceFolder, language)
    return [language, [texts['shared.sandbox.name'] ?? '', texts['app.sandbox.banner'] ?? '']] as const
  })
  return Object.fromEntries(lines)
}

/**
 * The texts that need no file, in each language: beside the first prices the title, the names of commodities and the
 * price sources; and what is said where the app cannot be loaded.
 */
function firstTexts(sourceFolder: string): { keys: string[]; texts: Record<string, string[]> } {
  const keys = Object.keys(readTexts(sourceFolder, 'en')).filter((key) =>
    /^(market\.title|instrument\.(name\.\w+|source\.(simulated|replay))|app\.chunk\.failed|shared\.action\.retry)$/.test(
      key,
    ),
  )
  const inEach = readLanguages(sourceFolder).map((language) => {
    const texts = readTexts(sourceFolder, language)
    return [language, keys.map((key) => texts[key] ?? '')] as const
  })
  return { keys, texts: Object.fromEntries(inEach) }
}

function minify(css: string): string {
  const result = transform({ filename: 'start.css', code: Buffer.from(css), minify: true })
  return new TextDecoder().decode(result.code)
}

const moduleScript = /<script type="module" crossorigin src="([^"]+)"><\/script>/g

const scriptsOf = (html: string) => [...html.matchAll(moduleScript)].map(([, file]) => file)

/** The start script runs the app, the last of the page's scripts, when the first prices are drawn. */
function preloadApp(html: string): string {
  const app = scriptsOf(html).at(-1)
  return html.replaceAll(moduleScript, (script, file) =>
    file === app ? `<link rel="modulepreload" crossorigin href="${file}">` : script,
  )
}

/** A stylesheet in the head would block the skeleton; at the end of the body it only blocks the script. */
function moveStylesheets(html: string): string {
  const links = html.match(/\s*<link rel="stylesheet"[^>]*>/g) ?? []
  return links
    .reduce((rest, link) => rest.replace(link, ''), html)
    .replace('</body>', () => `${links.join('')}\n  </body>`)
}
