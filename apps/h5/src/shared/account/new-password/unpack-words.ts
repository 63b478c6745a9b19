/** Decodes what `packWords` of the build has encoded. */
export function unpackWords(packed: string): string[] {
  let before = ''
  return Array.from(packed.matchAll(/([A-Z])([^A-Z]*)/g), ([, repeated = 'A', rest = '']) => {
    before = before.slice(0, repeated.charCodeAt(0) - 65) + rest
    return before
  })
}

/** Decodes what `packKeyboard` of the build has encoded. */
export function unpackKeyboard(packed: string): Record<string, (string | null)[]> {
  return Object.fromEntries(
    packed.split('\n').map((line) => {
      const [key = '', ...neighbours] = line.split(' ')
      return [key, neighbours.map((neighbour) => (neighbour === '' ? null : neighbour))]
    }),
  )
}
