import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const tokens = readFileSync(join(import.meta.dirname, '../../../packages/ui/src/tokens.css'), 'utf8')

/** The declarations of the first rule with a given selector. */
function rule(selector: string): Map<string, string> {
  const block = tokens.split('}').find((part) => part.includes(`${selector} {`) && part.includes('--bg:'))
  return new Map([...(block ?? '').matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))
}

const primitives = new Map(
  [...tokens.matchAll(/--(p-[\w-]+): (#\w{6});/g)].map(([, name = '', value = '']) => [name, value]),
)

/** Red, green and blue of a token in a theme, from 0 to 255. */
function colour(theme: 'light' | 'dark', name: string): number[] {
  const [, primitive = ''] = /^var\(--(p-[\w-]+)\)$/.exec(rule(`[data-theme='${theme}']`).get(name) ?? '') ?? []
  const hex = primitives.get(primitive)
  if (hex === undefined) throw new Error(`${theme} has no ${name}`)
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
}

const mixed = (over: readonly number[], under: readonly number[], share: number) =>
  over.map((part, index) => share * part + (1 - share) * (under[index] ?? 0))

/** WCAG's relative luminance. */
function luminance(parts: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [light, dark] = [Math.max(luminance(one), luminance(other)), Math.min(luminance(one), luminance(other))]
  return (light + 0.05) / (dark + 0.05)
}

it.each([
  ['light', 'green'],
  ['light', 'red'],
  ['dark', 'green'],
  ['dark', 'red'],
] as const)('a price can be read at every moment of its flash: %s, %s', (theme, direction) => {
  for (const surface of ['surface', 'bg', 'surface-2'])
    for (let share = 0; share <= 1; share += 0.05) {
      const text = mixed(colour(theme, direction), colour(theme, 'text'), share)
      const ground = mixed(colour(theme, `${direction}-soft`), colour(theme, surface), share)
      expect(contrast(text, ground)).toBeGreaterThan(4.5)
    }
})
