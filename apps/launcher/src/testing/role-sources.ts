import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const roles = ['server', 'market', 'log', 'verifier', 'watcher'] as const

/** A role that has a program. */
export type PlayedRole = (typeof roles)[number]

/** Writes a file below a folder. */
export async function writeBelow(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

/** Makes an installation in a new folder whose roles run these programs, and returns its root. Remove it afterwards. */
export async function openRoleSources(programOf: (role: PlayedRole) => string): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'candor-roles-'))
  await writeBelow(root, 'package-lock.json', '{}')
  await writeBelow(root, 'package.json', '{"type":"module"}')
  for (const folder of ['api', 'formulas', 'money', 'proof'])
    await writeBelow(root, `packages/${folder}/src/index.ts`, '')
  for (const role of roles) await writeBelow(root, `apps/server/src/roles/run-${role}.ts`, programOf(role))
  return root
}
