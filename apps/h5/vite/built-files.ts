import type { Rolldown } from 'vite'

const catalogueId = /^\0?virtual:messages\/([a-z]+(?:\/\w+)?)$/
/** A feature, the chart, or a part of the frame that loads later, by its name. */
const partId = /\/src\/(?:features\/(\w+)\/index|(chart)\/index|app\/(?:first-load\/)?([\w-]+))\.tsx?$/

const articlesId = /\/help\.([a-z]+)\.md\?raw$/

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>

/** The built file of each language's first texts ("en"), and of those of some features ("en/contract"). */
export function catalogueFiles(bundle: Bundle, features: readonly string[]): Record<string, string> {
  const files: Record<string, string> = {}
  for (const chunk of chunksOf(bundle)) {
    for (const id of Object.keys(chunk.modules)) {
      const language = catalogueId.exec(id)?.[1]
      const feature = language?.split('/')[1]
      if (language && (feature === undefined || features.includes(feature))) files[language] = `/h5/${chunk.fileName}`
    }
  }
  return files
}

/** The built file of each language's help articles. */
export function articleFiles(bundle: Bundle): Record<string, string> {
  return Object.fromEntries(
    chunksOf(bundle).flatMap((chunk) =>
      chunk.moduleIds.flatMap((id) => {
        const language = articlesId.exec(id)?.[1]
        return language === undefined ? [] : [[language, `/h5/${chunk.fileName}`]]
      }),
    ),
  )
}

/**
 * The built files of each feature, or later part of the frame, without those of the entry, if the build still
 * identifies it.
 */
export function screenFiles(bundle: Bundle, parts: readonly string[]): Record<string, string[]> {
  const chunks = chunksOf(bundle)
  const first = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((chunk) => filesOf(chunk, chunks)))
  const screens = chunks.flatMap((chunk) => {
    const named = chunk.moduleIds.flatMap(
      (id) =>
        partId
          .exec(id)
          ?.slice(1)
          .filter((name) => name !== undefined) ?? [],
    )
    const part = named.find((name) => parts.includes(name))
    if (part === undefined) return []
    return [
      [
        part,
        [...new Set(filesOf(chunk, chunks))].filter((file) => !first.has(file)).map((file) => `/h5/${file}`),
      ] as const,
    ]
  })
  return Object.fromEntries(screens)
}

const chunksOf = (bundle: Bundle) => Object.values(bundle).filter((file) => file.type === 'chunk')

/** A chunk with its styles and everything that it cannot run without. */
function filesOf(chunk: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): string[] {
  return [
    chunk.fileName,
    ...(chunk.viteMetadata?.importedCss ?? []),
    ...chunk.imports.flatMap((name) =>
      chunks.filter(({ fileName }) => fileName === name).flatMap((one) => filesOf(one, chunks)),
    ),
  ]
}
