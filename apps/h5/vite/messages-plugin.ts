import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { firstFolders, foldersInCatalogue, furtherFolders, readLanguages, readTexts } from './message-files.ts'
import type { MessageTexts } from './message-files.ts'

const cataloguePrefix = 'virtual:messages/'
const loadersId = 'virtual:message-loaders'

/**
 * Merges and compiles messages into modules: one per language with the first screens' texts
 * (`virtual:messages/<language>`), and one for each further folder (`virtual:messages/<language>/<folder>`), which the
 * language's first module loads: another language then costs the app's first file one line. Provides the lazy loaders
 * of all languages (`virtual:message-loaders`). A missing text falls back to English.
 */
export function messagesPlugin(options: { readonly sourceFolder?: string } = {}): Plugin {
  let sourceFolder = options.sourceFolder ?? ''
  /**
   * Read once for a build: each catalogue needs the texts of its whole language, and each language the folders of a
   * catalogue.
   */
  const textsOf = remembered((language) => readTexts(sourceFolder, language))
  const foldersOf = remembered((part) => foldersInCatalogue(sourceFolder, part))
  const forget = () => {
    textsOf.forget()
    foldersOf.forget()
  }
  const catalogue = (language: string, folders: readonly string[]) =>
    catalogueModule({ ...textsOf.get('en'), ...textsOf.get(language) }, folders)
  return {
    name: 'candor-messages',
    configResolved(config) {
      sourceFolder = options.sourceFolder ?? join(config.root, 'src')
    },
    buildStart: forget,
    resolveId(id) {
      return id === loadersId || id.startsWith(cataloguePrefix) ? `\0${id}` : null
    },
    load(id) {
      if (id === `\0${loadersId}`) return loadersModule(readLanguages(sourceFolder))
      if (!id.startsWith(`\0${cataloguePrefix}`)) return null
      const [language = '', part] = id.slice(cataloguePrefix.length + 1).split('/')
      if (part !== undefined) return catalogue(language, foldersOf.get(part))
      return catalogue(language, firstFolders) + furtherLoaders(language, furtherFolders(sourceFolder))
    },
    handleHotUpdate({ file, server }) {
      if (!/\/messages\/[a-z]+\.json$/.test(file)) return
      forget()
      for (const module of server.moduleGraph.idToModuleMap.values()) {
        if (module.id?.startsWith(`\0${cataloguePrefix}`)) server.moduleGraph.invalidateModule(module)
      }
      server.ws.send({ type: 'full-reload' })
    },
  }
}

function loadersModule(languages: readonly string[]): string {
  const loaders = languages.map((language) => `  ${language}: () => import('${cataloguePrefix}${language}'),\n`)
  return `export const messageLoaders = {\n${loaders.join('')}}\n`
}

function furtherLoaders(language: string, folders: readonly string[]): string {
  const loaders = folders.map((folder) => `  ${folder}: () => import('${cataloguePrefix}${language}/${folder}'),\n`)
  return `export const further = {\n${loaders.join('')}}\n`
}

/** A function of names that works each out once. */
function remembered<Found>(workOut: (name: string) => Found) {
  const known = new Map<string, Found>()
  return {
    get: (name: string): Found => {
      const found = known.get(name) ?? workOut(name)
      known.set(name, found)
      return found
    },
    forget: () => known.clear(),
  }
}

function catalogueModule(texts: MessageTexts, folders: readonly string[]): string {
  const compiled = Object.entries(texts).flatMap(([key, text]) =>
    folders.includes(key.split('.')[0] ?? '') ? [[key, compileMessageOrThrow(text)]] : [],
  )
  // A string literal parsed at run time is smaller and faster to load than an object literal.
  return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(compiled)))})\n`
}
