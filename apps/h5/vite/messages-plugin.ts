import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { readLanguages, readTexts } from './message-files.ts'

const cataloguePrefix = 'virtual:messages/'
const loadersId = 'virtual:message-loaders'

/**
 * Merges and compiles the messages of all features into one module per language (`virtual:messages/<language>`),
 * and answers the lazy loaders of all languages (`virtual:message-loaders`). A text that a language misses falls back to English.
 */
export function messagesPlugin(): Plugin {
  let sourceFolder = ''
  return {
    name: 'candor-messages',
    configResolved(config) {
      sourceFolder = join(config.root, 'src')
    },
    resolveId(id) {
      return id === loadersId || id.startsWith(cataloguePrefix) ? `\0${id}` : null
    },
    load(id) {
      if (id === `\0${loadersId}`) return loadersModule(readLanguages(sourceFolder))
      if (id.startsWith(`\0${cataloguePrefix}`)) return catalogueModule(sourceFolder, id.slice(cataloguePrefix.length + 1))
      return null
    },
    handleHotUpdate({ file, server }) {
      if (!/\/messages\/[a-z]+\.json$/.test(file)) return
      for (const module of server.moduleGraph.idToModuleMap.values()) {
        if (module.id?.startsWith(`\0${cataloguePrefix}`)) server.moduleGraph.invalidateModule(module)
      }
      server.ws.send({ type: 'full-reload' })
    },
  }
}

function loadersModule(languages: readonly string[]): string {
  const loaders = languages.map((language) => `  ${language}: () => import('${cataloguePrefix}${language}'),`)
  return `export const messageLoaders = {\n${loaders.join('\n')}\n}\n`
}

function catalogueModule(sourceFolder: string, language: string): string {
  const texts = { ...readTexts(sourceFolder, 'en'), ...readTexts(sourceFolder, language) }
  const compiled = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileMessageOrThrow(text)]))
  // A string literal parsed at run time is smaller and faster to load than an object literal.
  return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(compiled))})\n`
}
