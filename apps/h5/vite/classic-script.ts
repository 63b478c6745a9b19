import { build } from 'vite'

/** A file with all that it imports, as one classic script. */
export async function bundleClassic(entry: string, define: Readonly<Record<string, string>>): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { ...define },
    build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'start' } },
  })
  for (const { output } of Array.isArray(built) ? built : 'output' in built ? [built] : []) return output[0].code.trim()
  throw new Error(`${entry} was not built`)
}
