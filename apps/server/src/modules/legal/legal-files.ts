import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages, legalName } from '@candor/api'
import type { Language, LegalName } from '@candor/api'

/** A text of a document as its file has it. */
export interface LegalFile {
  readonly name: LegalName
  readonly version: number
  readonly language: Language
  readonly body: string
  /** Customers who agreed to an earlier version have to agree again. */
  readonly needsConsent: boolean
}

/** The legal texts cannot be published as they are. The message is one actionable sentence. */
export class LegalTextsError extends Error {
  override readonly name = 'LegalTextsError'
}

/** The placeholders of the sandbox, which say that they are some. */
const placeholders = join(import.meta.dirname, '..', '..', '..', 'seed', 'legal')

/** The first line of a text that customers need not agree to again, such as a corrected spelling. */
const noConsent = 'consent: no\n'

/**
 * The texts to publish: those of the operator's folder and, in the sandbox, the placeholders of documents of which the
 * folder has none. Where money is real, the folder has all of them. Throws LegalTextsError.
 */
export function readLegalFiles(folder: string, mode: 'sandbox' | 'live'): LegalFile[] {
  const own = existsSync(folder) ? readFolder(folder) : []
  const missing = legalName.options.filter((name) => !own.some((file) => file.name === name))
  if (mode === 'live' && missing.length > 0)
    throw new LegalTextsError(
      `Live mode needs the legal texts ${missing.map((name) => `${name}.1.en.md`).join(', ')} in ${folder}.`,
    )
  return [...own, ...readFolder(placeholders).filter(({ name }) => missing.includes(name))]
}

/** The texts of a folder: `terms.2.de.md` is version 2 of the terms in German. Each version has an English text. */
export function readFolder(folder: string): LegalFile[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .map((file) => fileOf(file, readFileSync(join(folder, file), 'utf8')))
  const english = files.filter(({ language }) => language === 'en')
  return files.map((file) => {
    const original = english.find(({ name, version }) => name === file.name && version === file.version)
    if (original === undefined)
      throw new LegalTextsError(`${file.name}.${file.version}.${file.language}.md has no English text beside it.`)
    return { ...file, needsConsent: original.needsConsent }
  })
}

function fileOf(file: string, content: string): LegalFile {
  const [, name, version, language] = /^([a-z]+)\.([1-9]\d{0,3})\.([a-z]{2})\.md$/.exec(file) ?? []
  const known = legalName.options.find((one) => one === name)
  const spoken = languages.find((one) => one === language)
  if (known === undefined || spoken === undefined)
    throw new LegalTextsError(`${file} is no legal text: name it like terms.2.de.md (${legalName.options.join(', ')}).`)
  const text = content.replaceAll('\r\n', '\n')
  const isSilent = text.startsWith(noConsent)
  const body = text.slice(isSilent ? noConsent.length : 0).trim()
  if (body === '') throw new LegalTextsError(`${file} is empty.`)
  return {
    name: known,
    version: Number(version),
    language: spoken,
    body,
    needsConsent: known !== 'imprint' && !isSilent,
  }
}
