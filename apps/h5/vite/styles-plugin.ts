import type { Plugin } from 'vite'

/** What Vite's loader of late files does with a stylesheet that failed, and what it has to do instead. */
const edits: readonly (readonly [string, string])[] = [
  ['seen[href] = void 0;\n\t\tthrow err;', 'delete seen[href];\n\t\tthrow err;'],
  ['if (e.type === "error") rej(', 'if (e.type === "error") link.remove(), rej('],
]

/**
 * Requests a late stylesheet again where an earlier request failed. Vite's loader takes it for loaded from then on, so
 * every screen that shares it would appear without these styles. Fails the build when the loader is another one.
 */
export function stylesPlugin(): Plugin {
  return {
    name: 'candor-styles',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        for (const [from] of edits) if (!code.includes(from)) this.error(`Vite's loader of styles lacks: ${from}`)
        return { code: edits.reduce((edited, [from, to]) => edited.replace(from, to), code), map: null }
      },
    },
  }
}
