import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import layout from '../../apps/server/database/layout.json' with { type: 'json' }

/** A file that breaks a rule that only its text shows. */
export interface SourceViolation {
  readonly rule: string
  readonly path: string
  readonly line: number
}

interface SourceRule {
  readonly name: string
  /** Which files the rule reads; paths from the repository's root, with slashes. */
  applies(path: string): boolean
  readonly forbidden: RegExp
}

const isTest = (path: string) => /(\.test\.tsx?|\/test-[^/]+\.ts)$/.test(path)
const isTesting = (path: string) => path.includes('/testing/')
const isProduct = (path: string) => /^(apps|packages)\/.*\.tsx?$/.test(path) && !isTest(path)

/** The schemas above the ledger's, as its SQL may not refer to them either. */
const productSchemas = layout.schemas.slice(layout.schemas.indexOf('ledger') + 1)

/** Rules about texts in the sources. */
export const sourceRules: readonly SourceRule[] = [
  {
    name: 'environment-is-read-once',
    // The launcher hands its environment on to the server that it starts.
    applies: (path) => isProduct(path) && !/^apps\/(?:server\/src\/platform\/config|launcher)\//.test(path),
    forbidden:
      /\bprocess\s*\.\s*env\b|\bimport\.meta\.env\.(?!(?:DEV|PROD|BASE_URL|MODE)\b)|import\s*\{[^}]*\benv\b[^}]*\}\s*from\s*'node:process'/,
  },
  {
    // The model that the whole check is tried with compares the ledger's tables.
    name: 'ledger-tables-stay-in-the-ledger',
    applies: (path) =>
      path.startsWith('apps/server/src/') &&
      isProduct(path) &&
      !/^apps\/server\/src\/modules\/(?:ledger|soundness\/testing)\//.test(path) &&
      !path.endsWith('-store.ts'),
    forbidden:
      /\b(?:from|join|into|update|select|call)\s+"?ledger"?\s*\.|(?:selectFrom|insertInto|updateTable|deleteFrom)\(\s*['"`]ledger\./i,
  },
  {
    name: 'ledger-names-no-product',
    applies: (path) => path.startsWith('apps/server/src/modules/ledger/') && isProduct(path) && !isTesting(path),
    forbidden: new RegExp(`(?<![\\w.])(?:${productSchemas.join('|')})\\.\\w`),
  },
  {
    name: 'no-catch-all-files',
    applies: (path) => /(^|\/)(utils?|helpers?|constants|types|common|misc)\.tsx?$/.test(path),
    forbidden: /^/,
  },
  {
    name: 'no-colour-outside-tokens',
    applies: (path) =>
      /^(apps\/(h5|console|public|verifier)|packages\/ui)\/src\/.*\.(tsx?|css)$/.test(path) &&
      !isTest(path) &&
      !/(tokens\.css|\/icons\/|fonts\.css)/.test(path),
    forbidden: /(?<![\w&/'"])#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b(?=\s*[;,)])/i,
  },
  {
    // The build reads a list in `:global(a, b)` as `a b`. `:global(:is(a, b))` is a list.
    name: 'global-selectors-are-no-lists',
    applies: (path) => path.endsWith('.module.css'),
    forbidden: /:global\((?:[^(),]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*,/,
  },
  {
    // Test files share their modules: a module that another file loaded can no longer be replaced.
    name: 'tests-replace-no-modules',
    applies: isTest,
    forbidden: /\bvi\s*\.\s*(?:mock|doMock|resetModules)\(/,
  },
  {
    // It gives up after a second, too soon on a busy machine. `expect.poll` waits as long as the configuration says.
    name: 'conditions-are-polled',
    applies: (path) =>
      (isTest(path) || isTesting(path) || path.startsWith('e2e/')) && !path.startsWith('scripts/checks/'),
    forbidden: /\bvi\s*\.\s*waitFor\(/,
  },
  {
    // `#x` is private while the program runs as well; only a constructor has no such form.
    name: 'private-members-are-hash-names',
    applies: (path) => /\.tsx?$/.test(path) && !path.startsWith('scripts/checks/'),
    forbidden: /^\s+(?:private|protected|public)\s+(?!constructor\b)[\w#]/m,
  },
  {
    name: 'texts-never-become-markup',
    applies: isProduct,
    forbidden: /\b(?:innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|srcdoc)\b|\bdocument\.write/,
  },
  {
    name: 'texts-never-become-code',
    applies: (path) => /\.tsx?$/.test(path) && !path.startsWith('scripts/checks/'),
    forbidden: /\beval\(|\bnew Function\(|from 'node:vm'/,
  },
  {
    // What a customer sends must not reach a command line.
    name: 'modules-start-no-processes',
    applies: (path) => isProduct(path) && /^(?:apps\/server\/src\/modules|packages)\//.test(path) && !isTesting(path),
    forbidden: /'node:child_process'/,
  },
  {
    name: 'certificates-are-verified',
    applies: (path) => /\.tsx?$/.test(path) && !path.startsWith('scripts/checks/'),
    forbidden: /\brejectUnauthorized\b|NODE_TLS_REJECT_UNAUTHORIZED/,
  },
  {
    // `dayMs` and `slotMs` come from the formulas; the wire schema, which imports none, has a day of its own.
    name: 'slot-and-day-are-defined-once',
    applies: (path) =>
      /\.tsx?$/.test(path) &&
      !isTest(path) &&
      !/^packages\/(?:formulas\/src\/(?:day|slot)|api\/src\/day)\.ts$/.test(path),
    forbidden:
      /\b86_?400_?000\b|\b24 \* (?:hourMs|3_?600_?000|60)\b|\b(?:dayMs|slotMs) = [^=]|slot\b.{0,6}[*/] ?500\b/i,
  },
  {
    // `numberOrNull` of platform/postgres/columns.ts.
    name: 'nullable-columns-are-converted-once',
    applies: (path) => /^apps\/server\/src\/modules\/.*-store\.ts$/.test(path),
    forbidden: /([\w.]+) === null \? null : Number\(\1\)/,
  },
  {
    // oxfmt wraps code and leaves comments as they are. Lines of SQL are checked by sql-rules.ts.
    name: 'comments-have-at-most-120-columns',
    applies: (path) => /\.tsx?$/.test(path),
    forbidden: /^(?=[ \t]*(?:\/\/|\/?\*)).{121}/mu,
  },
]

/** Checks one file against every rule. */
export function checkSource(path: string, text: string): SourceViolation[] {
  const broken = sourceRules.filter((rule) => rule.applies(path))
  return broken.flatMap((rule) => {
    const found = rule.forbidden.exec(text)
    return found === null ? [] : [{ rule: rule.name, path, line: text.slice(0, found.index).split('\n').length }]
  })
}

/** Checks every source file below `root`. Also returns the number of files. */
export async function checkSources(root: string): Promise<{ fileCount: number; violations: SourceViolation[] }> {
  const paths = (
    await Promise.all(
      ['apps', 'packages', 'scripts', 'e2e', 'bench', 'chaos'].map((folder) => sourceFiles(join(root, folder))),
    )
  ).flat()
  const violations = await Promise.all(
    paths.map(async (path) => checkSource(relative(root, path).split(sep).join('/'), await readFile(path, 'utf8'))),
  )
  return { fileCount: paths.length, violations: violations.flat() }
}

async function sourceFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const nested = entries.map(async (entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : sourceFiles(path)
    return /\.(tsx?|css)$/.test(entry.name) ? [path] : []
  })
  return (await Promise.all(nested)).flat()
}
