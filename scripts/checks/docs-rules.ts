import { readdir, readFile } from 'node:fs/promises'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative, sep } from 'node:path'

/** A page that breaks a rule of the documentation. */
export interface DocsViolation {
  readonly rule:
    | 'links-resolve'
    | 'named-files-exist'
    | 'named-code-exists'
    | 'lines-at-most-120-columns'
    | 'pages-at-most-200-lines'
    | 'at-most-30-subjects'
    | 'glossary-at-most-50-words'
  readonly path: string
  readonly line: number
}

/** Markdown texts by path, from the repository's root, with slashes. */
type Pages = ReadonlyMap<string, string>

const maxColumns = 120
const maxLines = 200
/** Pages by subject directly in `docs`. */
const maxSubjects = 30
/** Pages that are read for themselves: the index, the map, the words, one order's way, the formats, the figures. */
const besideSubjects = /^docs\/(?:README|architecture|glossary|life-of-an-order|proof-format|performance|scaling)\.md$/
/** More are not read before code is written. A word of one subject is explained on its page. */
const maxWords = 50
const notSearched = new Set(['node_modules', 'dist', 'var', 'coverage'])

/** The repository as the pages speak of it; paths as of the pages. */
export interface Repository {
  /** Whether a file or folder is there. */
  exists(path: string): boolean
  read(path: string): string
}

/** Checks every page against the rules. */
export function checkDocs(pages: Pages, repository: Repository): DocsViolation[] {
  const subjects = [...pages.keys()].filter((path) => /^docs\/[^/]+\.md$/.test(path) && !besideSubjects.test(path))
  const surplus = subjects.toSorted().slice(maxSubjects)
  return [
    ...surplus.map((path) => ({ rule: 'at-most-30-subjects' as const, path, line: 1 })),
    ...[...pages].flatMap(([path, text]) => [
      ...checkSize(path, text),
      ...checkGlossary(path, text),
      ...checkLinks(path, text, pages, repository),
      ...checkNames(path, text, repository),
      ...checkCode(path, text, repository),
    ]),
  ]
}

/** Reads every Markdown file of the repository. */
export async function readPages(root: string): Promise<Map<string, string>> {
  const paths = await markdownFiles(root)
  const texts = paths.map(
    async (path) => [relative(root, path).split(sep).join('/'), await readFile(path, 'utf8')] as const,
  )
  return new Map(await Promise.all(texts))
}

/** The repository in the folder `root`. */
export function repositoryIn(root: string): Repository {
  return {
    exists: (path) => existsSync(join(root, path)),
    read: (path) => readFileSync(join(root, path), 'utf8'),
  }
}

function checkGlossary(path: string, text: string): DocsViolation[] {
  if (path !== 'docs/glossary.md') return []
  const words = text.split('\n').flatMap((line, index) => (line.startsWith('- **') ? [index + 1] : []))
  return words.slice(maxWords).map((line) => ({ rule: 'glossary-at-most-50-words', path, line }))
}

/** Rows of tables and lines without a space, such as a long address, cannot be wrapped. */
function checkSize(path: string, text: string): DocsViolation[] {
  const lines = text.trimEnd().split('\n')
  const tooLong = lines.flatMap((line, index) =>
    line.length > maxColumns && !line.startsWith('|') && line.trim().includes(' ')
      ? [{ rule: 'lines-at-most-120-columns' as const, path, line: index + 1 }]
      : [],
  )
  const isSubject = path.startsWith('docs/') && lines.length > maxLines
  return isSubject ? [...tooLong, { rule: 'pages-at-most-200-lines', path, line: maxLines + 1 }] : tooLong
}

function checkLinks(path: string, text: string, pages: Pages, repository: Repository): DocsViolation[] {
  return withoutCode(text)
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/\]\(([^)\s]+)\)/g)]
        .filter(([, target = '']) => !resolves(path, target, pages, repository))
        .map(() => ({ rule: 'links-resolve' as const, path, line: index + 1 })),
    )
}

/** A path in backticks that begins at the repository's root names a file or a folder. */
function checkNames(path: string, text: string, { exists }: Repository): DocsViolation[] {
  return withoutCode(text)
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/`((?:apps|packages|docs|e2e|bench|chaos|scripts)\/[\w./-]+)`/g)]
        .filter(([, named = '']) => !exists(named))
        .map(() => ({ rule: 'named-files-exist' as const, path, line: index + 1 })),
    )
}

/** “`name` in [file](path)” names code that the linked file has. */
function checkCode(path: string, text: string, { exists, read }: Repository): DocsViolation[] {
  return [...withoutCode(text).matchAll(/`([\w.]+)`\s+in\s+\[[^\]]+\]\(([^)\s#]+)\)/g)].flatMap((found) => {
    const [, name = '', target = ''] = found
    const file = pathOf(path, target)
    // A link to nothing is another rule's.
    if (!/\.\w+$/.test(file) || !exists(file) || read(file).includes(name)) return []
    return [{ rule: 'named-code-exists' as const, path, line: text.slice(0, found.index).split('\n').length }]
  })
}

function resolves(from: string, target: string, pages: Pages, { exists }: Repository): boolean {
  if (/^[a-z]+:/.test(target)) return true
  const [file = '', anchor] = target.split('#')
  const path =
    file === ''
      ? from
      : normalize(join(dirname(from), file))
          .split(sep)
          .join('/')
  if (anchor === undefined) return exists(path)
  const page = pages.get(path)
  return page !== undefined && anchorsOf(page).has(anchor)
}

/** The path from the repository's root of a link's target. */
function pathOf(from: string, target: string): string {
  return normalize(join(dirname(from), target))
    .split(sep)
    .join('/')
}

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(text: string): Set<string> {
  const headings = [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return new Set(headings.map(anchorOf))
}

function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}

/** Blanks fenced blocks, and keeps the numbers of the lines. */
function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ''))
}

async function markdownFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const nested = entries.map(async (entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return notSearched.has(entry.name) || entry.name.startsWith('.') ? [] : await markdownFiles(path)
    return entry.name.endsWith('.md') ? [path] : []
  })
  return (await Promise.all(nested)).flat()
}
