import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { firstFolders, readLanguages, readTexts } from './message-files.ts'
import type { MessageTexts } from './message-files.ts'

const cataloguePrefix = 'virtual:messages/'
const loadersId = 'virtual:message-loaders'

/**
 * Merges and compiles the messages of all features into two modules per language: what the first screen shows
 * (`virtual:messages/<language>`) and the rest (`virtual:messages/<language>/further`). Answers the lazy loaders of all languages
 * (`virtual:message-loaders`). A text that a language misses falls back to English.
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
      if (!id.startsWith(`\0${cataloguePrefix}`)) return null
      const [language = '', part] = id.slice(cataloguePrefix.length + 1).split('/')
      return catalogueModule(sourceFolder, language, part === undefined)
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
  const loaders = languages.map((language) => {
    const path = `${cataloguePrefix}${language}`
    return `  ${language}: { first: () => import('${path}'), further: () => import('${path}/further') },`
  })
  return `export const messageLoaders = {\n${loaders.join('\n')}\n}\n`
}

function catalogueModule(sourceFolder: string, language: string, isFirst: boolean): string {
  const texts: MessageTexts = { ...readTexts(sourceFolder, 'en'), ...readTexts(sourceFolder, language) }
  const compiled = Object.entries(texts).flatMap(([key, text]) =>
    firstFolders.includes(key.split('.')[0] ?? '') === isFirst ? [[key, compileMessageOrThrow(text)]] : [],
  )
  // A string literal parsed at run time is smaller and faster to load than an object literal.
  return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(compiled)))})\n`
}
