import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A language's texts of refusals and successes, by name. */
export type TextCatalogue = Readonly<Record<string, string>>

/**
 * Lists, one sentence each, the texts that languages lack, have in excess, or leave empty. `used` are the API's names.
 */
export function compareTexts(used: ReadonlySet<string>, catalogues: ReadonlyMap<string, TextCatalogue>): string[] {
  const faults = catalogues.size === 0 ? ['There is no text catalogue.'] : []
  for (const [language, catalogue] of catalogues) {
    for (const name of used) if (!Object.hasOwn(catalogue, name)) faults.push(`${language} has no text for ${name}.`)
    for (const [name, text] of Object.entries(catalogue)) {
      if (!used.has(name)) faults.push(`${language} has a text ${name} that the contract does not use.`)
      if (text.trim() === '') faults.push(`${language} has an empty text for ${name}.`)
    }
  }
  return faults
}

/** Reads the catalogues of the contract's texts. */
export async function readCatalogues(folder: string): Promise<Map<string, TextCatalogue>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const read = names.map(async (name): Promise<[string, TextCatalogue]> => {
    const parsed: unknown = JSON.parse(await readFile(join(folder, name), 'utf8'))
    if (!isCatalogue(parsed)) throw new Error(`${name} is not an object of texts`)
    return [name.replace('.json', ''), parsed]
  })
  return new Map(await Promise.all(read))
}

function isCatalogue(value: unknown): value is TextCatalogue {
  return typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string')
}
