import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/**
 * Makes the build one HTML file: its script and its styles inline, with a content policy that allows their hashes and
 * nothing else. So the page can reach no network, wherever the file is opened.
 */
export function singleFile(): Plugin {
  return {
    name: 'candor:single-file',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const outputs = Object.values(bundle)
      const scripts = outputs.filter((output) => output.type === 'chunk').map(({ code }) => code)
      const assets = outputs.filter((output) => output.type === 'asset')
      const styles = assets.filter(({ fileName }) => fileName.endsWith('.css')).map(({ source }) => String(source))
      const page = assets.find(({ fileName }) => fileName === 'index.html')
      const [script, ...moreScripts] = scripts
      const [style, ...moreStyles] = styles
      const isWhole = moreScripts.length + moreStyles.length === 0 && assets.length === 2
      if (page === undefined || script === undefined || style === undefined || !isWhole)
        this.error('The verifier is not made of one page, one script and one stylesheet.')
      page.source = inlined(String(page.source), { script, style })
      for (const name of Object.keys(bundle)) if (name !== page.fileName) delete bundle[name]
    },
  }
}

/** Imports on demand load nothing here: their modules are in the same script. */
export function withoutPreload(): Plugin {
  return {
    name: 'candor:without-preload',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null),
  }
}

interface Parts {
  readonly script: string
  readonly style: string
}

/** The page with its parts in it. Functions as replacements: `$` in a script means nothing. */
export function inlined(html: string, { script, style }: Parts): string {
  const code = inScript(script)
  const css = style.trim()
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(code)}'`,
    `style-src '${hashOf(css)}'`,
    'img-src data:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  return html
    .replace(/\s*<script[^>]*src=[^>]*><\/script>/, '')
    .replace(/\s*<link[^>]*rel="stylesheet"[^>]*>/, '')
    .replace(
      '<meta charset="utf-8">',
      (meta) => `${meta}\n<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    )
    .replace('</head>', () => `<style>${css}</style>\n</head>`)
    .replace('</body>', () => `<script>${code}</script>\n</body>`)
}

/** A script's text cannot contain its own end, nor open a comment. */
function inScript(script: string): string {
  return script.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
