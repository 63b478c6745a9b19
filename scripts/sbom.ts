/**
 * Writes the software bill of materials: every package of the lock file with its version, digest and licence, in
 * CycloneDX. docs/security.md says what it is for.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readOptions, runCommand } from '../apps/launcher/src/command-line.ts'
import { billOfMaterials, NpmError } from './sbom/bill-of-materials.ts'

const root = join(import.meta.dirname, '..')

const command = {
  name: 'sbom',
  synopsis: '[OPTION ...]',
  about:
    'Writes the software bill of materials in CycloneDX (JSON): every package of package-lock.json that is installed\n' +
    'with the product, on any platform, with its version, SHA-512 and licence. Needs no network.',
  options: {
    out: { type: 'string', value: 'FILE', text: 'Write here instead of dist/candor.cdx.json' },
    development: { type: 'boolean', text: 'Include what only tests, checks and builds use' },
  },
  examples: { '--out candor.cdx.json': 'To another file' },
} as const

async function main(args: readonly string[]): Promise<number> {
  const values = readOptions(command, args, 'The file is named by --out.')
  const file = values.out ?? join(root, 'dist/candor.cdx.json')
  const bill = await billOfMaterials(root, { withDevelopment: values.development === true })
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(bill, null, 2)}\n`)
  console.log(`${bill.components.length} components: ${file}`)
  return 0
}

await runCommand(command, main, (error) => error instanceof NpmError)
