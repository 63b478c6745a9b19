import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const source = readFileSync(join(import.meta.dirname, '../src/mixins.css'), 'utf8')
const mixins = new Map(
  Array.from(source.matchAll(/@mixin (--[\w-]+) \{\n([^}]*)\n\}/g), ([, name = '', lines = '']) => [
    name,
    lines.trim(),
  ]),
)

/**
 * Puts the declarations of `src/mixins.css` where a stylesheet says `@apply --name;`. Throws for a name that the file
 * does not have.
 */
export function applyMixins(css: string): string {
  return css.replaceAll(/@apply (--[\w-]+);/g, (_, name: string) => {
    const declarations = mixins.get(name)
    if (declarations === undefined) throw new Error(`mixins.css has no ${name}`)
    return applyMixins(declarations)
  })
}

/** Applies the mixins in every stylesheet that a script imports. What a stylesheet itself imports cannot have any. */
export function mixinsPlugin(): Plugin {
  return {
    name: 'candor-mixins',
    enforce: 'pre',
    transform: { filter: { id: /\.css$/ }, handler: (css) => ({ code: applyMixins(css), map: null }) },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.css') && String(file.source).includes('@apply'))
          this.error(`${file.fileName} applies a mixin that was not put in`)
    },
  }
}
