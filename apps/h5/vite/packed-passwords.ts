/** A character that says how many of the word before are repeated: `A` for none, one further for each. */
const noneRepeatedCode = 65
const mostRepeated = 25

/**
 * Encodes words of lower-case letters, digits and signs in groups: each group is sorted, and each of its words repeats
 * the beginning of the word before. The groups keep their order, the words of a group do not.
 */
export function packWords(groups: readonly (readonly string[])[]): string {
  return groups.map((words) => packGroup(words)).join('')
}

function packGroup(words: readonly string[]): string {
  let before = ''
  return words
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map((word) => {
      if (/[A-Z]/.test(word)) throw new Error(`${word} has upper-case letters, which mean repetition`)
      let repeated = 0
      while (repeated < mostRepeated && repeated < word.length && word[repeated] === before[repeated]) repeated += 1
      before = word
      return String.fromCharCode(noneRepeatedCode + repeated) + word.slice(repeated)
    })
    .join('')
}

/** The neighbours of each key of a keyboard: what it types, or null where there is no key. */
type Keyboard = Readonly<Record<string, readonly (string | null)[]>>

/** Encodes a keyboard: one line for each key, with its neighbours after spaces. */
export function packKeyboard(keyboard: Keyboard): string {
  return Object.entries(keyboard)
    .map(([key, neighbours]) => {
      const parts = [key, ...neighbours.map((neighbour) => neighbour ?? '')]
      if (parts.some((part) => /\s/.test(part))) throw new Error('a key types white space, which divides keys here')
      return parts.join(' ')
    })
    .join('\n')
}
