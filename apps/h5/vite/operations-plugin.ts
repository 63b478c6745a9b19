import type { Plugin } from 'vite'

/** What the app reads of an operation. The rest is for the server and its documents: summaries, refusals, and the checks of what is sent. */
const readProperties: readonly string[] = ['path', 'output']

const contractFile = /packages\/contract\/src\/[\w-]+\.ts$/

/** Leaves out of the app's build what only a server reads of the contract's operations: text, and schemas that take time to make at each start. */
export function operationsPlugin(): Plugin {
  return {
    name: 'candor-operations',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: contractFile, code: 'operation(' },
      handler(code) {
        const cuts = operationsIn(this.parse(code)).flatMap(unreadProperties)
        return { code: withoutRanges(code, cuts), map: null }
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

/** The objects that `operation(…)` is called with, wherever they stand. */
function operationsIn(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(operationsIn)
  if (!isNode(node)) return []
  const { callee, arguments: given } = node
  if (node['type'] === 'CallExpression' && isNode(callee) && callee['name'] === 'operation' && Array.isArray(given))
    return given.filter(isNode)
  return Object.values(node).flatMap(operationsIn)
}

function unreadProperties({ properties }: Node): Range[] {
  const all: readonly unknown[] = Array.isArray(properties) ? properties : []
  return all.filter(isNode).filter(({ key }) => isNode(key) && !readProperties.includes(String(key['name'])))
}

/** Cuts properties out of their object, each with the comma after it. */
function withoutRanges(code: string, ranges: readonly Range[]): string {
  let [rest, fromEnd] = ['', code.length]
  for (const { start, end } of ranges.toReversed()) {
    const comma = /^\s*,/.exec(code.slice(end, fromEnd))?.[0].length ?? 0
    rest = code.slice(end + comma, fromEnd) + rest
    fromEnd = start
  }
  return code.slice(0, fromEnd) + rest
}
