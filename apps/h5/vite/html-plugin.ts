import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'lightningcss'
import { build } from 'vite'
import type { IndexHtmlTransformContext, Plugin, Rolldown } from 'vite'
import { readLanguages, readTexts } from './message-files.ts'

const catalogueId = /^\0?virtual:messages\/([a-z]+(?:\/\w+)?)$/
/** Features whose screens people open the app with: from a link, or where they left it. */
const preloadedScreens: readonly string[] = ['home', 'contract', 'orders']
const featureId = /\/src\/features\/(\w+)\/index\.ts$/

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
          __SCREENS__: JSON.stringify(screenFiles(context, preloadedScreens)),
          __BANNERS__: JSON.stringify(banners(join(root, 'src'))),
          __IS_DEV_SERVER__: JSON.stringify(isDevServer),
        })
        return moveStylesheets(html)
          .replace('<!-- start-style -->', () => `<style>${css}</style>`)
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

/** The built file of each language's texts, and of a feature's own (`en/contract`) where a start may need them. Empty in the dev server. */
function catalogueFiles(context: IndexHtmlTransformContext): Record<string, string> {
  const files: Record<string, string> = {}
  for (const chunk of Object.values(context.bundle ?? {})) {
    if (chunk.type !== 'chunk') continue
    for (const id of Object.keys(chunk.modules)) {
      const language = catalogueId.exec(id)?.[1]
      const feature = language?.split('/')[1]
      if (language && (feature === undefined || preloadedScreens.includes(feature))) files[language] = `/h5/${chunk.fileName}`
    }
  }
  return files
}

/** The built files of each feature that the page itself does not name already. Empty in the dev server. */
function screenFiles({ bundle = {} }: IndexHtmlTransformContext, features: readonly string[]): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const filesOf = (chunk: Rolldown.OutputChunk): string[] => [
    chunk.fileName,
    ...(chunk.viteMetadata?.importedCss ?? []),
    ...chunk.imports.flatMap((name) => chunks.filter(({ fileName }) => fileName === name).flatMap(filesOf)),
  ]
  const first = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap(filesOf))
  const screens = chunks.flatMap((chunk) => {
    const feature = chunk.moduleIds.flatMap((id) => featureId.exec(id)?.[1] ?? [])[0] ?? ''
    if (!features.includes(feature)) return []
    return [[feature, [...new Set(filesOf(chunk))].filter((file) => !first.has(file)).map((file) => `/h5/${file}`)] as const]
  })
  return Object.fromEntries(screens)
}
