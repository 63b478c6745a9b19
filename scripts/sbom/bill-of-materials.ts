import { spawn } from 'node:child_process'
import process from 'node:process'
import * as z from 'zod/mini'

/** npm could not read the lock file. The message is npm's own. */
export class NpmError extends Error {
  override readonly name = 'NpmError'
}

const component = z.looseObject({
  'bom-ref': z.string(),
  name: z.string(),
  version: z.string(),
  purl: z.string(),
  properties: z.optional(z.array(z.object({ name: z.string(), value: z.string() }))),
})
const dependency = z.looseObject({ ref: z.string(), dependsOn: z.optional(z.array(z.string())) })
const bill = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string() }) }),
  components: z.array(component),
  dependencies: z.array(dependency),
})

/** A bill of materials in CycloneDX. */
export type Bill = z.output<typeof bill>

/**
 * The bill of materials of the lock file in `root`. Without `withDevelopment` it names what is installed with the
 * product. `npm sbom --omit=dev` is not used: it also leaves out packages that the product and a tool both need.
 */
export async function billOfMaterials(root: string, { withDevelopment }: { withDevelopment: boolean }): Promise<Bill> {
  const text = await runNpm(root, ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'])
  const whole = named(z.parse(bill, JSON.parse(text)))
  return withDevelopment ? whole : withoutDevelopment(whole)
}

/** npm names the product after its folder. */
function named({ metadata, ...rest }: Bill): Bill {
  return {
    ...rest,
    metadata: { ...metadata, component: { ...metadata.component, type: 'application', name: 'candor' } },
  }
}

function withoutDevelopment({ components, dependencies, ...rest }: Bill): Bill {
  const kept = components.filter(
    ({ properties = [] }) => !properties.some(({ name }) => name === 'cdx:npm:package:development'),
  )
  const refs = new Set([rest.metadata.component['bom-ref'], ...kept.map((one) => one['bom-ref'])])
  return {
    ...rest,
    components: kept,
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ dependsOn = [], ...one }) => ({ ...one, dependsOn: dependsOn.filter((ref) => refs.has(ref)) })),
  }
}

function runNpm(root: string, words: readonly string[]): Promise<string> {
  const npm = process.env['npm_execpath']
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] }
  const child =
    npm === undefined
      ? spawn('npm', words, { ...options, shell: process.platform === 'win32' })
      : spawn(process.execPath, [npm, ...words], options)
  let text = ''
  let complaint = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve(text) : reject(new NpmError(complaint.trim()))))
  })
}
