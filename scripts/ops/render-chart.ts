import { stringify } from 'yaml'

/**
 * Renders the part of Helm's template language that the chart in ops/helm uses: values, `if`, `range`, `quote`,
 * `toYaml` and `nindent`. Throws at anything else, so that a chart which renders here uses nothing more. It does not
 * replace `helm template`, which is not on npm.
 */
export function renderTemplate(template: string, scope: Readonly<Record<string, unknown>>): string {
  const parts = template.split(/(\{\{-?[\s\S]*?-?\}\})/)
  const tokens = parts.map((text, index) => (index % 2 === 0 ? text : { action: text }))
  trim(tokens)
  return renderTokens(tokens, { scope, names: new Map() })
}

type Token = string | { action: string }

interface Context {
  readonly scope: Readonly<Record<string, unknown>>
  /** The variables of `range`. */
  readonly names: ReadonlyMap<string, unknown>
}

/** A dash at a brace takes the white space beside it away. */
function trim(tokens: Token[]): void {
  for (const [index, token] of tokens.entries()) {
    if (typeof token === 'string') continue
    const [before, after] = [tokens[index - 1], tokens[index + 1]]
    if (token.action.startsWith('{{-') && typeof before === 'string') tokens[index - 1] = before.trimEnd()
    if (token.action.endsWith('-}}') && typeof after === 'string') tokens[index + 1] = after.trimStart()
  }
}

function renderTokens(tokens: readonly Token[], context: Context): string {
  let text = ''
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? ''
    const action = actionOf(token)
    const block = blockStart.exec(action)
    if (typeof token === 'string') text += token
    else if (block === null) text += asText(evaluate(action, context))
    else {
      const end = endOf(tokens, index)
      const body = tokens.slice(index + 1, end)
      for (const names of iterations(block[1] ?? '', block[2] ?? '', context))
        text += renderTokens(body, { ...context, names })
      index = end
    }
  }
  return text
}

const blockStart = /^(if|range)\s+(.+)$/s

function actionOf(token: Token): string {
  return typeof token === 'string' ? '' : token.action.replace(/^\{\{-?\s*|\s*-?\}\}$/g, '')
}

/** Where the block ends that begins at `start`. */
function endOf(tokens: readonly Token[], start: number): number {
  let depth = 0
  for (let index = start; index < tokens.length; index += 1) {
    const action = actionOf(tokens[index] ?? '')
    if (blockStart.test(action)) depth += 1
    if (action === 'end') depth -= 1
    if (depth === 0) return index
  }
  throw new Error('a block has no “end”')
}

/** The variables of each turn of a block: one or none of `if`, one for each item of `range`. */
function iterations(kind: string, words: string, context: Context): ReadonlyMap<string, unknown>[] {
  if (kind === 'if') {
    const value = evaluate(words, context)
    return value === false || value === '' || value === null ? [] : [context.names]
  }
  const [, names = '', list = ''] = /^([^:]+?)\s*:=\s*(.+)$/.exec(words) ?? []
  const [first = '', second] = names.split(/\s*,\s*/)
  const items = Object.entries(evaluate(list, context) ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return items.map(([name, value]) =>
    second === undefined
      ? new Map([...context.names, [first, value]])
      : new Map([...context.names, [first, name], [second, value]]),
  )
}

function evaluate(words: string, context: Context): unknown {
  const [head = '', ...functions] = words.split(/\s*\|\s*/)
  const [name = '', argument] = head.split(/\s+/)
  const start = argument === undefined ? read(name, context) : apply(name, read(argument, context))
  return functions.reduce<unknown>((value, call) => apply(call, value), start)
}

/** A value that a template names and nobody has set is a mistake. */
function read(path: string, { scope, names }: Context): unknown {
  if (names.has(path)) return names.get(path)
  if (!/^(\.[\w-]+)+$/.test(path)) throw new Error(`“${path}” is not understood here`)
  return path
    .slice(1)
    .split('.')
    .reduce<unknown>((value, key) => {
      if (typeof value !== 'object' || value === null || !(key in value)) throw new Error(`${path} is not set`)
      return Reflect.get(value, key)
    }, scope)
}

function apply(call: string, value: unknown): unknown {
  const [name, argument] = call.split(/\s+/)
  if (name === 'quote') return JSON.stringify(asText(value))
  if (name === 'toYaml') return stringify(value).trimEnd()
  if (name === 'nindent') {
    const indent = `\n${' '.repeat(Number(argument))}`
    return indent + asText(value).replaceAll('\n', indent)
  }
  throw new Error(`the function “${call}” is not understood here`)
}

function asText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new Error('a list or map is printed without toYaml')
}
