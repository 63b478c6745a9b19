// Prepares a machine that has only Node 20 or newer and npm: plain JavaScript, no dependency.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { followNpm } from './follow-npm.mjs'

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..', '..', '..')
const oldestNode = 20
const typescriptNode = 24

/**
 * Installs what is missing and runs a TypeScript file under a Node that understands it, with our arguments and signals.
 * @param {string} path of the file, from the repository's root
 */
export async function bootstrap(path) {
  if (majorOf(process.version) < oldestNode)
    refuse(`Candor needs Node ${oldestNode} or newer; this is ${process.version}.`)
  followNpm()
  if (!isInstalled()) await install()
  // Node keeps compiled code there, also for the processes that this one starts: they load in half the time.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'candor', 'compiled')
  const program = join(root, path)
  if (majorOf(process.version) >= typescriptNode) {
    // A program may read its own name from argv.
    process.argv[1] = program
    nodeModule.enableCompileCache?.()
    await import(pathToFileURL(program).href)
    return
  }
  runUnder(packagedNode(), program)
}

/** @param {string} version as "v24.1.0" */
function majorOf(version) {
  return Number(/^v(\d+)/.exec(version)?.[1] ?? 0)
}

/** @param {string} sentence */
function refuse(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** Whether every package is in node_modules in its locked version. Packages of other platforms may be absent. */
export function isInstalled(folder = root) {
  const installedFile = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(installedFile)) return false
  const locked = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages
  return Object.entries(locked).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true
    const found = installed[path]
    return found === undefined
      ? entry.optional === true || entry.devOptional === true || entry.peer === true
      : found.version === entry.version
  })
}

async function install() {
  console.log('Installing packages (only after a change; about a minute on a good line) …')
  // A lock file written while some platforms' packages were unreachable lacks them, and "npm ci" refuses it; "npm
  // install" installs the locked versions all the same, and leaves the lock file unchanged.
  for (const words of [['ci'], ['install', '--no-save']]) {
    const isLastTry = words[0] === 'install'
    const outcome = await runNpm(words)
    if (outcome.code === 0) {
      console.log('Packages installed.')
      return
    }
    if (isLastTry)
      refuse(
        `${outcome.text}\nThe packages could not be installed: see npm's message above; is the package registry within reach, and may this user write here?`,
      )
  }
}

/**
 * @param {string[]} words the command and its own flags
 * @returns {Promise<{ code: number | null, text: string }>}
 */
function runNpm(words) {
  const flags = [
    ...words,
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--no-progress',
  ]
  const npm = process.env.npm_execpath
  // npm hands its settings down as variables; those of the outer command must not steer this one.
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NODE_ENV: '' } }
  const child = npm
    ? spawn(process.execPath, [npm, ...flags], options)
    : spawn('npm', flags, { ...options, shell: process.platform === 'win32' })
  const startedMs = Date.now()
  const ticker = setInterval(() => console.log(`  … ${Math.round((Date.now() - startedMs) / 1000)} s`), 10_000)
  let text = ''
  child.stdout.on('data', () => undefined)
  child.stderr.on('data', (chunk) => (text = (text + chunk).slice(0, 1_500)))
  return new Promise((resolve) => {
    const settle = (code, message) => {
      clearInterval(ticker)
      resolve({ code, text: message.trim() })
    }
    child.once('error', (error) => settle(1, error.message))
    child.once('close', (code) => settle(code, text))
  })
}

function packagedNode() {
  const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const answer = spawnSync(node, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' })
  if (majorOf(answer.stdout ?? '') >= typescriptNode) return node
  return refuse(
    `No Node ${typescriptNode} came with the packages for ${process.platform}-${process.arch}; install Node ${typescriptNode} or newer yourself.`,
  )
}

/**
 * Runs the program in a process group of its own, so that Ctrl-C in the terminal reaches it once, through us.
 * @param {string} node
 * @param {string} program
 */
function runUnder(node, program) {
  const isWindows = process.platform === 'win32'
  const child = spawn(node, [program, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: !isWindows,
    shell: isWindows,
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('error', (error) => refuse(error.message))
  child.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}
