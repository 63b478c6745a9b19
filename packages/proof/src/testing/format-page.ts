import { toHex } from '../bytes.ts'
import { encodeRawTicks } from '../encoding/index.ts'
import { rawTickFields, rawTicksType } from '../encoding/raw-ticks.ts'
import { formatExamples, rawTicksExample } from './format-examples.ts'

const columns = 116

/** The block of docs/proof-format.md that shows each structure: fields, the example's values and its bytes. */
export function formatBlock(): string {
  const structures = formatExamples.map(({ name, type, fields, value, encode }) => [
    ...wrapped(
      `${name} (type ${type}): `,
      fields.map(([field, kind]) => `${kind} ${field}`),
    ),
    ...wrapped(
      '',
      Object.entries(value).flatMap(([field, one]) => shownField(field, one)),
      '  ',
    ),
    ...hexLines(encode()),
  ])
  const tickFields = Object.entries(rawTickFields).map(([field, { type }]) => `${type} ${field}`)
  const rawTicks = [
    `raw ticks (type ${rawTicksType}): u16 count, u32 dropped, then for each tick:`,
    ...wrapped('', tickFields, '  '),
    `  dropped ${rawTicksExample.dropped}`,
    ...rawTicksExample.ticks.flatMap((tick) =>
      wrapped(
        '',
        Object.entries(tick).map(([field, one]) => `${field} ${shown(one)}`),
        '  ',
      ),
    ),
    ...hexLines(encodeRawTicks(rawTicksExample)),
  ]
  return [...structures, rawTicks].map((lines) => lines.join('\n')).join('\n\n')
}

/** Parts with a comma between them, in lines of at most 116 columns. */
function wrapped(head: string, parts: readonly string[], indent = ''): string[] {
  const lines: string[] = []
  let line = `${indent}${head}`
  for (const [index, part] of parts.entries()) {
    const text = index < parts.length - 1 ? `${part}, ` : part
    if (line.length + text.trimEnd().length > columns) {
      lines.push(line.trimEnd())
      line = '  '
    }
    line += text
  }
  return [...lines, line]
}

function hexLines(bytes: Uint8Array): string[] {
  return (toHex(bytes).match(/.{1,112}/g) ?? []).map((line) => `  ${line}`)
}

/** A field with its value; each item of a list with the values of its fields. */
function shownField(field: string, value: unknown): string[] {
  if (!Array.isArray(value)) return [`${field} ${shown(value)}`]
  return value.flatMap((item: object) =>
    Object.entries(item).map(([name, one], index) => `${index === 0 ? `${field}: ` : ''}${name} ${shown(one)}`),
  )
}

function shown(value: unknown): string {
  if (value instanceof Uint8Array) return `${toHex(value.slice(0, 4))}…`
  return typeof value === 'string' ? `"${value}"` : String(value)
}
