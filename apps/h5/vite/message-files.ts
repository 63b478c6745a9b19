import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** Texts of one language: full key ("auth.login.title") to ICU message. */
export type MessageTexts = Readonly<Record<string, string>>

/**
 * The folders whose texts the frame and the first screens show, in one catalogue. Every other folder has its own,
 * loaded with its screen.
 */
export const firstFolders: readonly string[] = ['shared', 'instrument', 'app', 'market']

/** Parts of features whose texts and code load later than the screen of the feature, by their folders. */
export const featureParts: Readonly<Record<string, string>> = {
  'contract/sheets': 'contractSheets',
  'contract/wide': 'contractWide',
  'home/table': 'homeTable',
  'market/filters': 'marketFilters',
  'market/search': 'marketSearch',
}

/** The folders whose texts load with their screen or a part of it: each a catalogue. */
export function furtherFolders(sourceFolder: string): string[] {
  const features = join(sourceFolder, 'features')
  return messageFolders(sourceFolder).flatMap(({ name, folder }) => {
    return folder.startsWith(features) && !firstFolders.includes(name) ? [name] : []
  })
}

/** Whether a file belongs to a part of `shared` whose texts, and code, are loaded later. */
export function isLaterPart(sourceFolder: string, file: string): boolean {
  const shared = join(sourceFolder, 'shared') + sep
  return messageFolders(sourceFolder).some(
    ({ name, folder }) =>
      folder.startsWith(shared) && !firstFolders.includes(name) && file.startsWith(join(folder, '..') + sep),
  )
}

/**
 * The folders in a catalogue: its own, and those of the later shared parts that its code imports, directly or through
 * another part.
 */
export function foldersInCatalogue(sourceFolder: string, name: string): string[] {
  const folders = messageFolders(sourceFolder).filter((one) => !firstFolders.includes(one.name))
  const carried = new Set([name])
  // The set grows while it is walked.
  for (const one of carried) {
    const folder = folders.find((known) => known.name === one)?.folder
    if (folder === undefined) continue
    const parts = folders.filter((known) => known.folder.startsWith(join(folder, '..') + sep) && known.name !== one)
    for (const part of importedFolders(
      join(folder, '..'),
      parts.map((part) => part.folder),
    ))
      if (folders.some((known) => known.name === part)) carried.add(part)
  }
  return [...carried]
}

/** The names of the folders that a folder's code imports from. Parts of it with texts of their own have their own. */
function importedFolders(folder: string, parts: readonly string[]): string[] {
  const isOfPart = (file: string) => parts.some((part) => join(folder, file).startsWith(join(part, '..') + sep))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !isOfPart(file),
  )
  return files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/from '\.\.\/(?:[\w.-]+\/)*([\w-]+)\//g)].map(
      ([, name = '']) => name,
    ),
  )
}

/**
 * The folders of messages, each under its own name: `shared` (the texts of i18n), the folders of shared and their
 * parts, `app`, the features, and their parts.
 */
export function messageFolders(sourceFolder: string): { name: string; folder: string }[] {
  const [features, shared] = [join(sourceFolder, 'features'), join(sourceFolder, 'shared')]
  const named = [
    { name: 'shared', folder: join(shared, 'i18n', 'messages') },
    ...foldersBelow(shared)
      .filter((name) => name !== 'i18n')
      .flatMap((name) => [
        { name, folder: join(shared, name, 'messages') },
        ...foldersBelow(join(shared, name)).map((part) => ({
          name: part,
          folder: join(shared, name, part, 'messages'),
        })),
      ]),
    { name: 'app', folder: join(sourceFolder, 'app', 'messages') },
    ...foldersBelow(features).map((name) => ({ name, folder: join(features, name, 'messages') })),
    ...Object.entries(featureParts).map(([part, name]) => ({ name, folder: join(features, part, 'messages') })),
  ]
  return named.filter(({ folder }) => existsSync(join(folder, 'en.json')))
}

function foldersBelow(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted()
}

/** Reads all texts of a language, prefixed by their feature. A feature without the language contributes nothing. */
export function readTexts(sourceFolder: string, language: string): MessageTexts {
  const texts: Record<string, string> = {}
  for (const { name, folder } of messageFolders(sourceFolder)) {
    const file = join(folder, `${language}.json`)
    if (!existsSync(file)) continue
    for (const [key, text] of Object.entries(parseTexts(file))) texts[`${name}.${key}`] = text
  }
  return texts
}

/** Languages that have a catalogue in every folder, English first. */
export function readLanguages(sourceFolder: string): string[] {
  const folders = messageFolders(sourceFolder)
  const first = folders[0]
  if (!first) return []
  return readdirSync(first.folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .filter((language) => folders.every(({ folder }) => existsSync(join(folder, `${language}.json`))))
    .sort((left, right) => Number(right === 'en') - Number(left === 'en') || left.localeCompare(right))
}

function parseTexts(file: string): MessageTexts {
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (typeof parsed !== 'object' || parsed === null) throw new Error(`${file} is not an object of texts`)
  const texts: Record<string, string> = {}
  for (const [key, text] of Object.entries(parsed)) {
    if (typeof text !== 'string') throw new Error(`${file}: ${key} is not a text`)
    texts[key] = text
  }
  return texts
}
