import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { langAttribute } from '@candor/api/languages'
import type { Plugin } from 'vite'
import descriptions from './manifest-descriptions.json' with { type: 'json' }
import { readLanguages, readTexts } from './message-files.ts'

/** The manifest of one language. */
export type Manifest = Readonly<Record<string, unknown>>

/**
 * Writes, beside the English manifest, one for each other language. They differ in texts only: their `id` identifies
 * the same app.
 */
export function manifestPlugin(): Plugin {
  return {
    name: 'candor-manifest',
    apply: 'build',
    generateBundle() {
      const source = join(this.environment.config.root, 'src')
      for (const language of readLanguages(source).filter((one) => one !== 'en')) {
        const fileName = `manifest-${language}.webmanifest`
        this.emitFile({ type: 'asset', fileName, source: JSON.stringify(manifestIn(source, language)) })
      }
    },
  }
}

/** The manifest in a language. Throws when one of its texts is missing. */
export function manifestIn(sourceFolder: string, language: string): Manifest {
  const texts = readTexts(sourceFolder, language)
  const spoken = [texts['app.tab.market'], texts['app.title.contractOrders'], texts['app.title.messages']]
  const english: unknown = JSON.parse(readFileSync(join(sourceFolder, '../public/manifest.webmanifest'), 'utf8'))
  if (!isManifest(english) || !Array.isArray(english['shortcuts'])) throw new Error('the manifest has no shortcuts')
  const known: readonly unknown[] = english['shortcuts']
  if (known.length !== spoken.length) throw new Error('the manifest has other shortcuts')
  const description = Object.entries(descriptions).find(([name]) => name === language)?.[1]
  if (description === undefined || spoken.includes(undefined))
    throw new Error(`the manifest has no words in ${language}`)
  const shortcuts = known.map((shortcut, index) => ({ ...(isManifest(shortcut) ? shortcut : {}), name: spoken[index] }))
  return { ...english, description, lang: langAttribute(language), shortcuts }
}

const isManifest = (read: unknown): read is Manifest => typeof read === 'object' && read !== null
