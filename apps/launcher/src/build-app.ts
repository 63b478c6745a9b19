import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LaunchError } from './launch-error.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { buildCache, digestOfSources, filesBelow } from './source-digest.ts'

interface App {
  /** Its folder in `apps/`. */
  readonly name: string
  readonly title: string
}

/** The apps that run in a browser: the customers', the operators' and the public pages. */
const apps: readonly App[] = [
  { name: 'h5', title: 'app' },
  { name: 'console', title: 'console' },
  { name: 'public', title: 'public pages' },
]
/** What builds take turns by. */
const buildingFolder = `${buildCache}/building`
const verifier: App = { name: 'verifier', title: 'verifier' }

/** The sources of each app besides its own folder. */
const sharedFolders = [
  'packages/money',
  'packages/api',
  'packages/client',
  'packages/formulas',
  'packages/proof',
  'packages/ui',
]

/**
 * Builds the apps whose sources changed since the last build: the verifier, a second's work, beside the others.
 * Launchers that start together build one after the other: the second finds everything built. Where all are built,
 * nothing is written: an installation may lie on a read-only file system. Reports through `print`. Throws LaunchError
 * when a build fails, after the others have ended.
 */
export async function buildApps(root: string, print: (line: string) => void): Promise<void> {
  const known = new Map<string, string>()
  const states = await Promise.all([...apps, verifier].map((app) => stateOf(root, app, known)))
  if (states.every(({ isCurrent }) => isCurrent)) return
  await oneAtATime(join(root, buildingFolder), async () => {
    const inTurn = async (some: readonly App[]) => {
      for (const app of some) await buildApp(root, app, print)
    }
    const built = await Promise.allSettled([inTurn(apps), inTurn([verifier])])
    const failed = built.find((build) => build.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  })
}

/** Builds the verifier alone, as `buildApps` does. */
export async function buildVerifier(root: string, print: (line: string) => void): Promise<void> {
  await oneAtATime(join(root, buildingFolder), () => buildApp(root, verifier, print))
}

/** Whether an app is built from its present sources, and their digest. An app without sources has nothing to build. */
async function stateOf(
  root: string,
  { name }: App,
  known?: Map<string, string>,
): Promise<{ isCurrent: boolean; digest: string }> {
  const folder = join(root, 'apps', name)
  if (!existsSync(join(folder, 'index.html'))) return { isCurrent: true, digest: '' }
  const digest = digestOfSources(root, [`apps/${name}`, ...sharedFolders], known)
  const builtFrom = await readFile(recordOf(root, name), 'utf8').catch(() => '')
  return { isCurrent: existsSync(join(folder, 'dist/index.html')) && builtFrom === digest, digest }
}

function recordOf(root: string, name: string): string {
  return join(root, `${buildCache}/${name}-built-from`)
}

async function buildApp(root: string, app: App, print: (line: string) => void): Promise<void> {
  const { isCurrent, digest } = await stateOf(root, app)
  if (isCurrent) return
  const folder = join(root, 'apps', app.name)
  const record = recordOf(root, app.name)
  print(`Building the ${app.title} …`)
  await runVite(root, folder)
  await compress(join(folder, 'dist'))
  await mkdir(join(record, '..'), { recursive: true })
  await writeFile(record, digest)
}

async function runVite(root: string, folder: string): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'], {
    cwd: folder,
    // With the caller's NODE_ENV the app could mistake its page for the dev server's, and look for the API there.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new LaunchError(`${output.trim()}\n${folder} could not be built: see the message above.`)
}

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Writes pre-compressed files, so that the server never compresses while serving. */
async function compress(dist: string): Promise<void> {
  const files = filesBelow(dist).filter((file) => /\.(html|js|css|json|svg|webmanifest|txt)$/.test(file))
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file)
      await writeFile(`${file}.br`, await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      await writeFile(`${file}.gz`, await deflate(content, { level: 9 }))
    }),
  )
}
