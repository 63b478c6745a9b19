import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'rolldown'
import type { ProcessRole } from '../../server/src/platform/config/index.ts'
import { LaunchError } from './launch-error.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { buildCache, digestOfSources } from './source-digest.ts'

/** The roles' programs: `run-<role>.ts` in the server's sources. */
const roles = ['server', 'market', 'log', 'verifier', 'watcher'] as const satisfies readonly ProcessRole[]
const sources = 'apps/server/src/roles'
const sourceFolders = ['apps/server/src', 'packages/api', 'packages/formulas', 'packages/money', 'packages/proof']
/** Bundles of earlier sources that stay, for processes that still run from them. */
const keptBundles = 5

/** The bundles of this process, by the root of their installation. */
const bundles = new Map<string, Promise<string>>()

/**
 * Bundles the server's sources into a few files, which load in a third of the processor time of some hundred. Returns
 * their folder. They are bundled once for each state of the sources; installed packages stay apart. One launcher starts
 * all its roles from the same state, also those that it starts again later. Throws LaunchError where bundling fails.
 */
export function bundleRoles(root: string): Promise<string> {
  const known = bundles.get(root)
  if (known !== undefined) return known
  const bundle = bundleOnce(root).catch((error: unknown) => {
    bundles.delete(root)
    throw error
  })
  bundles.set(root, bundle)
  return bundle
}

/** The program of a role in the bundle of the present sources. */
export async function programOf(root: string, role: ProcessRole): Promise<string> {
  return join(await bundleRoles(root), `run-${role}.mjs`)
}

async function bundleOnce(root: string): Promise<string> {
  const parent = join(root, buildCache, 'roles')
  // Paths of the sources are written into the bundle, so an installation that was moved gets another.
  const digest = hash('sha256', `${root}\0${digestOfSources(root, sourceFolders)}`)
  const folder = join(parent, digest)
  if (existsSync(folder)) return folder
  await oneAtATime(join(root, buildCache, 'bundling'), async () => {
    if (existsSync(folder)) return
    await writeBundle(root, parent, folder)
    await removeOldBundles(parent)
  })
  return folder
}

async function writeBundle(root: string, parent: string, folder: string): Promise<void> {
  await mkdir(parent, { recursive: true })
  // Beside the others: the maps name sources by their way from there.
  const unfinished = await mkdtemp(join(parent, 'unfinished-'))
  try {
    // Loaded only when something is to be bundled, which installations without it have done before.
    const { rolldown } = await import('rolldown')
    const bundle = await rolldown({
      cwd: root,
      platform: 'node',
      input: roles.map((role) => join(root, sources, `run-${role}.ts`)),
      external: isInstalled,
      plugins: [placesOfSources],
    })
    await bundle.write({
      dir: unfinished,
      format: 'esm',
      sourcemap: true,
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
    })
    await bundle.close()
    await rename(unfinished, folder)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw new LaunchError(`The server's programs could not be bundled: ${String(error)}`)
  }
}

/** Of a package that npm installed, or of Node: left where it is. */
function isInstalled(id: string): boolean {
  return !/^(?:[./#]|@candor\/|[A-Za-z]:\\)/.test(id)
}

/** Modules find the files beside their source by `import.meta`, and still do in a bundle. */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  transform(code, id) {
    if (!code.includes('import.meta.')) return null
    const places = { url: pathToFileURL(id).href, dirname: dirname(id), filename: id }
    const placed = code.replaceAll(/\bimport\.meta\.(url|dirname|filename)\b/g, (_, name: keyof typeof places) =>
      JSON.stringify(places[name]),
    )
    return { code: placed, map: null }
  },
}

async function removeOldBundles(parent: string): Promise<void> {
  const folders = (await readdir(parent)).map((name) => join(parent, name))
  const dated = await Promise.all(folders.map(async (folder) => ({ folder, madeMs: (await stat(folder)).mtimeMs })))
  const old = dated.toSorted((left, right) => right.madeMs - left.madeMs).slice(keptBundles)
  await Promise.all(old.map(({ folder }) => rm(folder, { recursive: true, force: true })))
}
