/** A row of the table of security requirements, or the page about it, that breaks a rule. */
export interface AsvsViolation {
  readonly rule:
    | 'columns'
    | 'each-id-once-in-order'
    | 'level-of-the-standard'
    | 'known-state'
    | 'named-files-exist'
    | 'met-rows-name-a-test'
    | 'other-rows-say-why'
    | 'page-counts-by-chapter'
    | 'page-names-rows-not-met'
  readonly line: number
  readonly text: string
}

export const asvsPath = 'docs/asvs.csv'
const header = ['id', 'level', 'subject', 'state', 'evidence', 'note']
const states = ['met', 'not-met', 'not-applicable'] as const
type State = (typeof states)[number]

/**
 * The requirements of the OWASP Application Security Verification Standard 5.0.0: for each section the levels of its
 * requirements, in their order. Only levels 1 and 2 are in the table.
 */
const standard = [
  '1.1=22 1.2=1111122223 1.3=112222222223 1.4=222 1.5=123',
  '2.1=122 2.2=112 2.3=12223 2.4=23',
  '3.1=3 3.2=113 3.3=12223 3.4=11222233 3.5=11122333 3.6=3 3.7=22333',
  '4.1=12233 4.2=23333 4.3=22 4.4=1222',
  '5.1=2 5.2=112333 5.3=113 5.4=222',
  '6.1=122 6.2=111111112222 6.3=11223333 6.4=112233 6.5=22222333 6.6=2223 6.7=33 6.8=2222',
  '7.1=222 7.2=1111 7.3=22 7.4=11222 7.5=223 7.6=22',
  '8.1=1233 8.2=1123 8.3=133 8.4=23',
  '9.1=111 9.2=1222',
  '10.1=22 10.2=223 10.3=22223 10.4=1111122222233333 10.5=22222 10.6=22 10.7=222',
  '11.1=2233 11.2=22233 11.3=11233 11.4=1222 11.5=23 11.6=23 11.7=33',
  '12.1=12233 12.2=11 12.3=22223',
  '13.1=2333 13.2=222223 13.3=2233 13.4=1222233',
  '14.1=22 14.2=12223333 14.3=122',
  '15.1=12233 15.2=12233 15.3=1222222 15.4=3333',
  '16.1=2 16.2=22222 16.3=2222 16.4=222 16.5=2223',
  '17.1=23 17.2=22223333 17.3=22',
]

/** Each requirement of levels 1 and 2 with its level, in the order of the standard. */
export const requirements: readonly { readonly id: string; readonly level: string }[] = standard
  .flatMap((chapter) => chapter.split(' '))
  .flatMap((section) => {
    const [name = '', levels = ''] = section.split('=')
    return levels.split('').map((level, index) => ({ id: `${name}.${index + 1}`, level }))
  })
  .filter(({ level }) => level !== '3')

interface Row {
  readonly id: string
  readonly level: string
  readonly state: string
  readonly evidence: readonly string[]
  readonly note: string
  readonly subject: string
  readonly line: number
}

/** Checks the table of requirements, and that the page of security sums it up. */
export function checkAsvs(table: string, page: string, exists: (path: string) => boolean): AsvsViolation[] {
  const lines = table.trimEnd().split('\n').map(fieldsOf)
  const wrong = lines.flatMap((fields, index) =>
    fields.length === header.length && (index > 0 || fields.join() === header.join())
      ? []
      : [{ rule: 'columns' as const, line: index + 1, text: fields.join(' | ') }],
  )
  if (wrong.length > 0) return wrong
  const rows = lines.slice(1).map(rowOf)
  return [...checkIds(rows), ...rows.flatMap((row) => checkRow(row, exists)), ...checkPage(rows, page)]
}

/** The fields of a line of CSV (RFC 4180); none holds a line break. */
function fieldsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  )
}

function rowOf(
  [id = '', level = '', subject = '', state = '', evidence = '', note = '']: string[],
  index: number,
): Row {
  return {
    id,
    level,
    subject,
    state,
    evidence: evidence.split(' ').filter((path) => path !== ''),
    note,
    line: index + 2,
  }
}

function checkIds(rows: readonly Row[]): AsvsViolation[] {
  const count = Math.max(rows.length, requirements.length)
  const first = Array.from({ length: count }, (_, index) => index).find(
    (index) => rows[index]?.id !== requirements[index]?.id,
  )
  if (first === undefined) return []
  const text = `${rows[first]?.id ?? 'nothing'} in the place of ${requirements[first]?.id ?? 'nothing'}`
  return [{ rule: 'each-id-once-in-order', line: first + 2, text }]
}

function checkRow({ id, level, subject, state, evidence, note, line }: Row, exists: (path: string) => boolean) {
  const found: AsvsViolation[] = []
  const report = (rule: AsvsViolation['rule'], text: string) => found.push({ rule, line, text: `${id} ${text}` })
  if (level !== (requirements.find((one) => one.id === id)?.level ?? level)) report('level-of-the-standard', level)
  if (!isState(state) || subject === '') report('known-state', state)
  for (const path of evidence) if (!exists(path)) report('named-files-exist', path)
  const hasTest = evidence.some((path) => /\.test\.tsx?$/.test(path))
  if (state === 'met' && (evidence.length === 0 || !(hasTest || note !== ''))) report('met-rows-name-a-test', subject)
  if (state !== 'met' && note === '') report('other-rows-say-why', subject)
  return found
}

function isState(text: string): text is State {
  return states.some((state) => state === text)
}

/** The page has a row with the counts of each chapter, and one of all, and names exactly the rows that are not met. */
function checkPage(rows: readonly Row[], page: string): AsvsViolation[] {
  const chapters = [...new Set(rows.map(chapterOf))]
  const expected = [
    ...chapters.map((chapter) =>
      countsOf(
        `V${chapter}`,
        rows.filter((row) => chapterOf(row) === chapter),
      ),
    ),
    countsOf('all', rows),
  ]
  const missing = expected
    .filter(({ pattern }) => !pattern.test(page))
    .map(({ text }) => ({ rule: 'page-counts-by-chapter' as const, line: 1, text }))
  const section = /^## Rows not met$([^]*?)(?=^## )/m.exec(page)?.[1] ?? ''
  const named = new Set(section.match(/\b\d{1,2}\.\d\.\d{1,2}\b/g))
  const unmet = rows.filter(({ state }) => state === 'not-met').map(({ id }) => id)
  const differing = [...unmet.filter((id) => !named.has(id)), ...[...named].filter((id) => !unmet.includes(id))]
  return [...missing, ...differing.map((id) => ({ rule: 'page-names-rows-not-met' as const, line: 1, text: id }))]
}

function chapterOf({ id }: Row): string {
  return id.split('.')[0] ?? ''
}

function countsOf(name: string, rows: readonly Row[]): { readonly pattern: RegExp; readonly text: string } {
  const counts = states.map((state) => rows.filter((row) => row.state === state).length)
  const text = `${name} | ${counts.join(' | ')}`
  return { pattern: new RegExp(`^\\| ${name}\\b[^|]*\\| ${counts.join(' \\| ')} \\|$`, 'm'), text }
}

/** The secrets that the inventory of keys in the page does not name. */
export function missingKeys(page: string, names: readonly string[]): string[] {
  const inventory = /^## Keys and secrets$([^]*?)(?=^## |(?![^]))/m.exec(page)?.[1] ?? ''
  return names.filter((name) => !inventory.includes(`\`${name}\``))
}
