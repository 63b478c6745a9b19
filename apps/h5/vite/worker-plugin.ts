import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { articleFiles, catalogueFiles, screenFiles } from './built-files.ts'
import { bundleClassic } from './classic-script.ts'

/** Screens that open without a network, the first in use first: tabs, trading, orders, assets, messages and help. */
const keptScreens: readonly string[] = [
  'contract',
  'orders',
  'mine',
  'home',
  'market',
  'statement',
  'messages',
  'floor',
  'help',
]
/** Parts that they need: the chart, and those of the frame, including the offline note. */
const keptParts: readonly string[] = ['chart', 'late-parts', 'further-pages', 'account-events']

/**
 * Writes the service worker beside the page, with the names of the files that it caches. Each build has its own worker.
 */
export function workerPlugin(): Plugin {
  return {
    name: 'candor-worker',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const catalogues = Object.entries(catalogueFiles(bundle, [...keptScreens, 'installed']))
      const languages = new Set(catalogues.map(([name]) => name.split('/')[0] ?? ''))
      const page = readFileSync(join(dir, 'index.html'), 'utf8')
      const files = [...page.matchAll(/(?:src|href)="(\/h5\/assets\/[^"]+)"/g)].flatMap(([, file = '']) => file)
      const kept = [...keptScreens, ...keptParts]
      const found = screenFiles(bundle, kept)
      const screens = kept.flatMap((name) => found[name] ?? [])
      const shell = {
        version: versionOf([page, ...Object.keys(bundle).toSorted()]),
        files,
        screens: [...new Set(screens)].filter((file) => !files.includes(file)),
        texts: Object.fromEntries(
          [...languages].map((language) => [
            language,
            catalogues.filter(([name]) => name.split('/')[0] === language).map(([, file]) => file),
          ]),
        ),
        articles: articleFiles(bundle),
      }
      writeFileSync(
        join(dir, 'worker.js'),
        await bundleClassic(join(this.environment.config.root, 'worker/worker.ts'), {
          __SHELL__: JSON.stringify(shell),
        }),
      )
    },
  }
}

function versionOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 12)
}
