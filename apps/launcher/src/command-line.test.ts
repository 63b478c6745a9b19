import { describe, expect, test } from 'vitest'
import { CommandLineError, helpText, readCommandLine } from './command-line.ts'

const command = {
  name: 'paint',
  synopsis: 'WALL [OPTION ...]',
  about: 'Paints a wall.',
  sections: { Walls: { north: 'The one with the window', south: 'The one with the door' } },
  options: {
    colour: { type: 'string', value: 'NAME', text: 'What it is painted in' },
    twice: { type: 'boolean', text: 'Paint it again' },
  },
  examples: { 'north --colour red': 'A red wall' },
} as const

describe('a command line', () => {
  test('gives options and names', () => {
    const { values, positionals } = readCommandLine(command, ['north', '--colour', 'red', '--twice'])
    expect({ ...values }).toEqual({ colour: 'red', twice: true })
    expect(positionals).toEqual(['north'])
  })

  test.each([
    [['--color', 'red'], "Unknown option '--color'."],
    [['--colour'], "Option '--colour <value>' argument missing."],
    [['--twice=yes'], "Option '--twice' does not take an argument."],
    [['--colour', '--twice'], "Option '--colour' argument is ambiguous."],
  ])('is refused in one sentence: %o', (args, sentence) => {
    expect(() => readCommandLine(command, args)).toThrow(new CommandLineError(sentence))
  })
})

test('the help of a command names everything that can be asked for', () => {
  expect(helpText(command)).toBe(`npm run paint -- WALL [OPTION ...]

Paints a wall.

Walls:
  north  The one with the window
  south  The one with the door

Options:
  --colour NAME  What it is painted in
  --twice        Paint it again
  --help         Print this page

Examples:
  npm run paint -- north --colour red  A red wall`)
})
