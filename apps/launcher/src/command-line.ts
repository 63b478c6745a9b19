import process from 'node:process'
import { parseArgs } from 'node:util'

/** An option of a command, with what the help says of it. `value` names what follows it, such as `FOLDER`. */
export type CommandOption =
  | { readonly type: 'boolean'; readonly text: string }
  | { readonly type: 'string'; readonly value: string; readonly text: string }

type CommandOptions = Readonly<Record<string, CommandOption>>

/** The option `data` of commands that work on a data folder. */
export const dataOption = {
  type: 'string',
  value: 'FOLDER',
  text: 'The data folder, where it is not CANDOR_DATA or var',
} as const

/** A command of package.json: what it does and what can be asked of it. */
export interface Command<Options extends CommandOptions = CommandOptions> {
  /** As in `npm run <name>`. */
  readonly name: string
  /** What follows the name, such as `FILE [OPTION ...]`. */
  readonly synopsis: string
  readonly about: string
  /** What may be named, by title: each name with one line on it. */
  readonly sections?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly options: Options
  /** What follows `--`, each with one line on it. */
  readonly examples: Readonly<Record<string, string>>
}

/** The command line is wrong. The message is one sentence. */
export class CommandLineError extends Error {
  override readonly name = 'CommandLineError'
}

const helpWords = new Set(['--help', '-h'])

/**
 * Runs a command of package.json: prints its help where `--help` is asked for, else calls `run`, which returns the exit
 * code. Prints CommandLineError and errors that `isExpected` knows as their message alone.
 */
export async function runCommand(
  command: Command,
  run: (args: readonly string[]) => Promise<number>,
  isExpected: (error: unknown) => boolean = () => false,
): Promise<void> {
  const args = process.argv.slice(2)
  if (args.some((arg) => helpWords.has(arg))) {
    console.log(helpText(command))
    return
  }
  try {
    process.exitCode = await run(args)
  } catch (error) {
    if (error instanceof CommandLineError)
      console.error(`${error.message}\n${invocation(command, '--help')} lists the options.`)
    else console.error(error instanceof Error && isExpected(error) ? error.message : error)
    process.exitCode = 1
  }
}

/** Reads the options and names of a command line. Throws CommandLineError. */
export function readCommandLine<const Options extends CommandOptions>(
  command: { readonly options: Options },
  args: readonly string[],
) {
  try {
    return parseArgs({ args: [...args], options: command.options, allowPositionals: true, strict: true })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // The first sentence names the option; the others explain how to pass a name that looks like one.
    throw new CommandLineError(`${error.message.split(/\. |\n/)[0]?.replace(/\.$/, '')}.`)
  }
}

/** Reads the options of a command that takes no names. Throws CommandLineError, with `refusal` for a name. */
export function readOptions<const Options extends CommandOptions>(
  command: { readonly options: Options },
  args: readonly string[],
  refusal: string,
) {
  const { values, positionals } = readCommandLine(command, args)
  if (positionals.length > 0) throw new CommandLineError(refusal)
  return values
}

/** The help page of a command. */
export function helpText(command: Command): string {
  const options = Object.entries(command.options).map(([name, option]) => [
    option.type === 'string' ? `--${name} ${option.value}` : `--${name}`,
    option.text,
  ])
  const examples = Object.entries(command.examples).map(([words, text]) => [invocation(command, words), text])
  return [
    invocation(command, command.synopsis),
    '',
    command.about,
    ...Object.entries(command.sections ?? {}).flatMap(([title, rows]) => table(title, Object.entries(rows))),
    ...table('Options', [...options, ['--help', 'Print this page']]),
    ...table('Examples', examples),
  ].join('\n')
}

function invocation({ name }: Command, words: string): string {
  const script = name === 'test' ? 'npm test' : `npm run ${name}`
  return words === '' ? script : `${script} -- ${words}`
}

function table(title: string, rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
  const width = Math.max(...rows.map(([name = '']) => name.length))
  return ['', `${title}:`, ...rows.map(([name = '', text]) => `  ${name.padEnd(width)}  ${text}`.trimEnd())]
}
