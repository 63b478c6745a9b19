import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import type { Plugin } from 'vite'
import { packKeyboard, packWords } from './packed-passwords.ts'

const virtualId = 'virtual:common-passwords'

/** The server refuses so many of the commonest passwords, among those of either length (`password-rules.ts` there). */
const refusedCount = 10_000
const lengths = [
  { min: 6, max: 16 },
  { min: 8, max: 64 },
] as const
/** Shorter words are parts of passwords: those among so many of the commonest. */
const partCount = 2_500

/** Groups of words by how common they are end after so many. The order within a group is lost. */
const groupEnds = [100, 300, 1_000, 2_000, 4_000, 8_000] as const

/** The common passwords that the meter of password strength knows: what the server refuses, commonest first. */
export function knownPasswords(): string[] {
  const all = dictionary['passwords-common']
  const known = new Set(all.slice(0, partCount))
  for (const { min, max } of lengths) {
    const fitting = all.filter(({ length }) => length >= min && length <= max)
    for (const password of fitting.slice(0, refusedCount)) known.add(password)
  }
  return all.filter((password) => known.has(password))
}

/** Provides `virtual:common-passwords`: common passwords and keyboards, in a quarter of the package's size. */
export function passwordsPlugin(): Plugin {
  return {
    name: 'candor-passwords',
    resolveId: (id) => (id === virtualId ? `\0${virtualId}` : null),
    load(id) {
      if (id !== `\0${virtualId}`) return null
      const passwords = knownPasswords()
      const groups = [0, ...groupEnds].map((from, index) => passwords.slice(from, groupEnds[index]))
      const keyboards = Object.fromEntries(
        Object.entries(adjacencyGraphs).map(([name, keyboard]) => [name, packKeyboard(keyboard)]),
      )
      return [
        `export const passwords = ${JSON.stringify(packWords(groups))}`,
        `export const keyboards = ${JSON.stringify(keyboards)}`,
      ].join('\n')
    },
  }
}
