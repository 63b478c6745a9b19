import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** A turn of phrase that plain English does without. */
export interface Phrase {
  readonly name: string
  /** What to write in its place. */
  readonly instead: string
  readonly found: RegExp
  /** The texts on screens and in mails only; otherwise comments, titles of tests, logs and docs as well. */
  readonly isOfTexts?: boolean
}

/** A place where a phrase is used. */
export interface PhraseViolation {
  readonly phrase: string
  readonly instead: string
  readonly path: string
  readonly line: number
}

/** Phrases that once made this repository's English hard to read. A new one is added together with its corrections. */
export const phrases: readonly Phrase[] = [
  {
    name: 'stands here',
    instead: 'appears, is',
    found: phrase(
      'stands? (?:here|there|under|with|beside|behind|in(?! (?:for|line|(?:the|its|their) way))|on|at|above|below|between|once|twice|three times|meanwhile)',
    ),
  },
  { name: 'what stands', instead: 'name the thing', found: phrase('what stands?') },
  { name: 'whoever', instead: 'name the actor', found: phrase('whom?ever') },
  { name: 'is back', instead: 'was returned, reconnected', found: phrase('(?:is|are|was|were) back') },
  { name: 'counts for', instead: 'is valid for, applies to', found: phrase('count(?:s|ed)? for') },
  { name: 'hears', instead: 'is called with, gets', found: phrase('hears?|heard (?:of|from)') },
  { name: 'is told', instead: 'gets, sees', found: phrase('(?:is|are|was|were|be|been|being) told(?! apart)') },
  { name: 'tells that', instead: 'notifies, shows', found: phrase("tells(?: [\\w’']+){1,4} that") },
  { name: 'Tells', instead: 'name the act, or what the function returns', found: firstWord('Tells?') },
  { name: 'answers with', instead: 'returns', found: phrase('answer(?:s|ed)? with') },
  { name: 'Answers', instead: 'Returns', found: firstWord('Answers (?:the|an?|whether|what|every|each|\\d+)') },
  { name: 'anew', instead: 'again', found: phrase('anew') },
  { name: 'by itself', instead: 'automatically', found: phrase('by (?:itself|themselves)'), isOfTexts: true },
  { name: 'here once', instead: 'Sign in to see …', found: phrase('here once'), isOfTexts: true },
  { name: 'that waits', instead: 'waiting', found: phrase('that waits?'), isOfTexts: true },
  { name: 'is no', instead: 'isn’t a', found: phrase('(?:is|are) no (?:receipt|proof|text|file)s?'), isOfTexts: true },
  {
    name: 'please',
    instead: 'only the verb',
    found: phrase('please(?! (?:consult|wait) )|unfortunately'),
    isOfTexts: true,
  },
]

const folders = ['apps', 'packages', 'scripts', 'e2e', 'bench', 'chaos', 'docs']
const notSearched = new Set(['node_modules', 'dist', 'var', 'coverage'])
/** Files that name the phrases; and SQL that has run and is never edited, with what is generated from it. */
const exempt =
  /^(?:apps\/server\/database\/|docs\/glossary\.md$|docs\/languages\/en\.md$|scripts\/checks\/plain-english\.)/

/** Looks for each phrase in one file. */
export function checkPhrases(path: string, text: string): PhraseViolation[] {
  if (exempt.test(path)) return []
  const isTexts = path.endsWith('/en.json')
  return phrases
    .filter(({ isOfTexts = false }) => isTexts || !isOfTexts)
    .flatMap(({ name, instead, found }) =>
      [...text.matchAll(found)].map(({ index }) => ({
        phrase: name,
        instead,
        path,
        line: text.slice(0, index).split('\n').length,
      })),
    )
}

/** Looks for the phrases in every file below `root` that is written in English. Also returns the number of files. */
export async function checkEnglish(root: string): Promise<{ fileCount: number; violations: PhraseViolation[] }> {
  const atRoot = (await readdir(root)).filter((name) => /\.(?:md|mjs|ts)$/.test(name)).map((name) => join(root, name))
  const paths = [...atRoot, ...(await Promise.all(folders.map((folder) => englishFiles(join(root, folder))))).flat()]
  const violations = await Promise.all(
    paths.map(async (path) => checkPhrases(relative(root, path).split(sep).join('/'), await readFile(path, 'utf8'))),
  )
  return { fileCount: paths.length, violations: violations.flat() }
}

/** Matches these words in capitals or not, also where a line of a comment ends between two of them. */
function phrase(words: string): RegExp {
  return new RegExp(
    `\\b(?:${words.replaceAll(' ', String.raw`(?:[ \t]+|[ \t]*\n[ \t]*(?:\*|\/\/|--|#|>)?[ \t]*)`)})\\b`,
    'gi',
  )
}

/** Matches these words at the beginning of a comment or of one of its lines. */
function firstWord(words: string): RegExp {
  return new RegExp(String.raw`(?:/\*\*|//|--|^[ \t]*\*)[ \t]+(?:${words})\b`, 'gm')
}

async function englishFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const nested = entries.map(async (entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return notSearched.has(entry.name) ? [] : englishFiles(path)
    return /\.(?:tsx?|mjs|css|sql|html|md)$/.test(entry.name) || entry.name === 'en.json' ? [path] : []
  })
  return (await Promise.all(nested)).flat()
}
