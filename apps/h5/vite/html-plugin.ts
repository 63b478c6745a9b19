import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'lightningcss'
import type { IndexHtmlTransformContext, Plugin } from 'vite'

const catalogueId = /^\0?virtual:messages\/([a-z]+)$/

/**
 * Makes the first paint independent of any further request: inlines the tokens and the skeleton's styles and the small
 * start script, moves the stylesheet below the skeleton, and lets the start script preload the texts of the stored language.
 */
export function htmlPlugin(): Plugin {
  let root = ''
  return {
    name: 'candor-html',
    configResolved(config) {
      root = config.root
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        const css = minify(
          readFileSync(join(root, '../../packages/ui/src/tokens.css'), 'utf8') + readFileSync(join(root, 'src/app/skeleton.css'), 'utf8'),
        )
        const script = readFileSync(join(root, 'src/app/start.js'), 'utf8')
          .replaceAll(/^\s*(\/\/|\/?\*).*\n/gm, '')
          .replaceAll(/\n\s*/g, '\n')
          .trim()
        return moveStylesheets(html)
          .replace('<!-- start-style -->', () => `<style>${css}</style>`)
          .replace(
            '<!-- start-script -->',
            () => `<script>${script.replace('__CATALOGUES__', JSON.stringify(catalogueFiles(context)))}</script>`,
          )
      },
    },
  }
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
