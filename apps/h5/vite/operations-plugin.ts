import type { Plugin } from 'vite'

/** The functions that declare operations. */
const declarers: readonly unknown[] = ['operation', 'customerView', 'customerList', 'customerDetail']

/**
 * The properties of an operation that the app reads. The rest is for the server and its documents: summaries, refusals,
 * and input checks.
 */
const readProperties: readonly string[] = ['path', 'output', 'remembersDevice', 'clearsCache']

const contractFile = /packages\/api\/src\/[\w-]+\.ts$/

/**
 * Removes from the app's build what only a server reads of the API's operations (texts, and schemas that take time to
 * construct at each start), and marks the construction of every schema as free of side effects.
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
        const edits = [...operationsIn(program).flatMap(unreadProperties), ...schemasIn(program)]
        return { code: withEdits(code, edits), map: null }
      },
    },
  }
}

interface Range {
  readonly start: number
  readonly end: number
}

type Node = Range & Readonly<Record<string, unknown>>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value
}

/** The object arguments of the declaring functions, anywhere in the module. */
function operationsIn(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(operationsIn)
  if (!isNode(node)) return []
  const { callee, arguments: given } = node
  const isDeclaration = node['type'] === 'CallExpression' && isNode(callee) && declarers.includes(callee['name'])
  if (isDeclaration && Array.isArray(given)) return given.filter(isNode)
  return Object.values(node).flatMap(operationsIn)
}

function unreadProperties({ properties }: Node): Range[] {
  const all: readonly unknown[] = Array.isArray(properties) ? properties : []
  return all.filter(isNode).filter(({ key }) => isNode(key) && !readProperties.includes(String(key['name'])))
}

/** The calls that construct a module's declarations: they have no side effects, so unused ones can be dropped. */
function schemasIn(node: unknown): Range[] {
  if (!isNode(node)) return []
  const declared = [node['body'], node['declaration'], node['declarations']].flat().filter(isNode)
  const { init } = node
  const own =
    node['type'] === 'VariableDeclarator' && isNode(init) && init['type'] === 'CallExpression'
      ? [{ start: init.start, end: init.start }]
      : []
  return [
    ...own,
    ...declared.filter(({ type }) => type !== 'FunctionDeclaration' && type !== 'ClassDeclaration').flatMap(schemasIn),
  ]
}

/** Removes ranges, each with the comma after it, and inserts marks at empty ranges. */
function withEdits(code: string, edits: readonly Range[]): string {
  let [rest, fromEnd] = ['', code.length]
  for (const { start, end } of edits.toSorted((left, right) => right.start - left.start)) {
    const comma = start === end ? 0 : (/^\s*,/.exec(code.slice(end, fromEnd))?.[0].length ?? 0)
    rest = (start === end ? '/* @__PURE__ */ ' : '') + code.slice(end + comma, fromEnd) + rest
    fromEnd = start
  }
  return code.slice(0, fromEnd) + rest
}
