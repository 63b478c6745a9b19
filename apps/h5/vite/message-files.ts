import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Texts of one language: full key ("auth.login.title") to ICU message. */
export type MessageTexts = Readonly<Record<string, string>>

/** The folders whose texts the frame and the first screens show, in one catalogue. Each other one has its own, and comes with its screen. */
export const firstFolders: readonly string[] = ['shared', 'instrument', 'app', 'home', 'market']

/** Parts of `shared` that a first screen opens later, and whose texts therefore come by themselves. */
const laterParts: readonly string[] = ['readiness']

/** The folders whose texts come with the screen, the sheets or the part that shows them: each a catalogue. */
export function furtherFolders(sourceFolder: string): string[] {
  const features = join(sourceFolder, 'features')
  return messageFolders(sourceFolder).flatMap(({ name, folder }) => {
    const isOwn = folder.startsWith(features) || laterParts.includes(name)
    return isOwn && !firstFolders.includes(name) ? [name] : []
  })
}

/** Whether a file belongs to a part of `shared` whose texts come later, and with them all of it. */
export function isLaterPart(sourceFolder: string, file: string): boolean {
  const [parent, part = ''] = relative(sourceFolder, file).split(sep)
  return (
    parent === 'shared' &&
    !firstFolders.includes(part) &&
    existsSync(join(sourceFolder, 'shared', part, 'messages', 'en.json'))
  )
}

/** What a folder's catalogue carries: its own texts, and those of the further shared parts that its code imports, directly or through another. */
export function foldersInCatalogue(sourceFolder: string, name: string): string[] {
  const folders = messageFolders(sourceFolder).filter((one) => !firstFolders.includes(one.name))
  const carried = new Set([name])
  // The set grows while it is walked.
  for (const one of carried) {
    const folder = folders.find((known) => known.name === one)?.folder
    if (folder === undefined) continue
    for (const part of importedParts(join(folder, '..')))
      if (folders.some((known) => known.name === part)) carried.add(part)
  }
  return [...carried]
}

function importedParts(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  return files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/from '(?:\.\.\/)+(?:shared\/)?([\w-]+)\//g)].map(
      ([, part = '']) => part,
    ),
  )
}

/** Where messages live: every feature's folder, `shared` and every part of it, and `app`, each under its own name; what a feature opens later, apart. */
export function messageFolders(sourceFolder: string): { name: string; folder: string }[] {
  const [features, shared] = [join(sourceFolder, 'features'), join(sourceFolder, 'shared')]
  const named = [
    { name: 'shared', folder: join(shared, 'messages') },
    ...readdirSync(shared).map((name) => ({ name, folder: join(shared, name, 'messages') })),
    { name: 'app', folder: join(sourceFolder, 'app', 'messages') },
    ...readdirSync(features).map((name) => ({ name, folder: join(features, name, 'messages') })),
    { name: 'contractSheets', folder: join(features, 'contract', 'sheets', 'messages') },
  ]
  return named.filter(({ folder }) => existsSync(join(folder, 'en.json')))
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
