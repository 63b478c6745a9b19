import type { Plugin } from 'vite'

/** The functions that declare operations. */
const declarers: readonly unknown[] = ['customerOperation', 'customerList', 'customerDetail']

/**
 * The properties of an operation that the app reads, beside its path. The rest is for the server and its documents:
 * access, summaries, refusals, and input checks.
 */
const readProperties: readonly string[] = ['output', 'remembersDevice', 'clearsCache', 'staysInPlace']

const contractFile = /packages\/api\/src\/[\w-]+\.ts$/

/**
 * Leaves of each declared operation an object with what the app reads of it, without what only a server reads (texts,
 * and schemas that take time to construct at each start), and marks the construction of every schema as free of side
 * effects.
 */
export function operationsPlugin(): Plugin {
  return {
    name: 'candor-operations',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: contractFile },
      handler(code) {
        const program: unknown = this.parse(code)
        const edits = [...declarationsIn(program).flatMap((call) => asObject(call, code)), ...schemasIn(program)]
        return { code: withEdits(code, edits), map: null }
      },
    },
  }
}

interface Range {
  readonly start: number
  readonly end: number
}

/** The text that replaces a range. */
interface Edit extends Range {
  readonly text: string
}

type Node = Range & Readonly<Record<string, unknown>>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value
}

function isDeclaration({ type, callee }: Node): boolean {
  return type === 'CallExpression' && isNode(callee) && declarers.includes(callee['name'])
}

/** The calls of the declaring functions, anywhere in the module. */
function declarationsIn(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(declarationsIn)
  if (!isNode(node)) return []
  return isDeclaration(node) ? [node] : Object.values(node).flatMap(declarationsIn)
}

/** Replaces `customerOperation('a/b', 'login', { summary, output })` with `{ path: 'a/b', output }`. */
function asObject(call: Node, code: string): Edit[] {
  const given: readonly unknown[] = Array.isArray(call['arguments']) ? call['arguments'] : []
  const [path, parts] = [given[0], given.at(-1)]
  if (!isNode(path) || !isNode(parts)) return []
  const head = { start: call.start, end: parts.start + 1, text: `{ path: ${code.slice(path.start, path.end)},` }
  return [head, ...unreadProperties(parts, code), { start: parts.end, end: call.end, text: '' }]
}

/** Removes the properties that the app does not read, each with the comma after it. */
function unreadProperties({ properties }: Node, code: string): Edit[] {
  const all: readonly unknown[] = Array.isArray(properties) ? properties : []
  return all
    .filter(isNode)
    .filter(({ key }) => isNode(key) && !readProperties.includes(String(key['name'])))
    .map(({ start, end }) => ({ start, end: end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0), text: '' }))
}

/** Marks the calls that construct a module's declarations: without side effects, unused ones can be dropped. */
function schemasIn(node: unknown): Edit[] {
  if (!isNode(node)) return []
  const declared = [node['body'], node['declaration'], node['declarations']].flat().filter(isNode)
  const { init } = node
  const own =
    node['type'] === 'VariableDeclarator' && isNode(init) && init['type'] === 'CallExpression' && !isDeclaration(init)
      ? [{ start: init.start, end: init.start, text: '/* @__PURE__ */ ' }]
      : []
  return [
    ...own,
    ...declared.filter(({ type }) => type !== 'FunctionDeclaration' && type !== 'ClassDeclaration').flatMap(schemasIn),
  ]
}

function withEdits(code: string, edits: readonly Edit[]): string {
  let [rest, fromEnd] = ['', code.length]
  for (const { start, end, text } of edits.toSorted((left, right) => right.start - left.start)) {
    rest = text + code.slice(end, fromEnd) + rest
    fromEnd = start
  }
  return code.slice(0, fromEnd) + rest
}
