import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'lightningcss'
import { build } from 'vite'
import type { IndexHtmlTransformContext, Plugin } from 'vite'

const catalogueId = /^\0?virtual:messages\/([a-z]+)$/

/**
 * Makes the first paint independent of any further request: inlines the tokens and the skeleton's styles and the small
 * start script, moves the stylesheet below the skeleton, and lets the start script preload the texts of the stored language.
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
      async handler(html, context) {
        const css = minify(
          readFileSync(join(root, '../../packages/ui/src/tokens.css'), 'utf8') + readFileSync(join(root, 'src/app/skeleton.css'), 'utf8'),
        )
        const script = await bundleStart(join(root, 'src/app/start.ts'), {
          __CATALOGUES__: JSON.stringify(catalogueFiles(context)),
          __IS_DEV_SERVER__: JSON.stringify(isDevServer),
        })
        return moveStylesheets(html)
          .replace('<!-- start-style -->', () => `<style>${css}</style>`)
          .replace('<!-- start-script -->', () => `<script>${script}</script>`)
      },
    },
  }
}

/** The start script with all that it imports, as one classic script. */
async function bundleStart(entry: string, define: Readonly<Record<string, string>>): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { ...define },
    build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'start' } },
  })
  for (const { output } of Array.isArray(built) ? built : 'output' in built ? [built] : []) return output[0].code.trim()
  throw new Error('the start script was not built')
}

function minify(css: string): string {
  const result = transform({ filename: 'start.css', code: Buffer.from(css), minify: true })
  return new TextDecoder().decode(result.code)
}

/** A stylesheet in the head would hold back the skeleton; at the end of the body it only holds back the script. */
function moveStylesheets(html: string): string {
  const links = html.match(/\s*<link rel="stylesheet"[^>]*>/g) ?? []
  return links.reduce((rest, link) => rest.replace(link, ''), html).replace('</body>', () => `${links.join('')}\n  </body>`)
}

/** The built file of each language's texts. Empty in the dev server. */
function catalogueFiles(context: IndexHtmlTransformContext): Record<string, string> {
  const files: Record<string, string> = {}
  for (const chunk of Object.values(context.bundle ?? {})) {
    if (chunk.type !== 'chunk') continue
    for (const id of Object.keys(chunk.modules)) {
      const language = catalogueId.exec(id)?.[1]
      if (language) files[language] = `/h5/${chunk.fileName}`
    }
  }
  return files
}
