import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import decompress from 'woff2-encoder/decompress'
import * as z from 'zod/mini'

const require = createRequire(import.meta.url)
/** What the packages export is their stylesheet. */
const folders = [
  require.resolve('@fontsource-variable/noto-sans-sc'),
  require.resolve('@fontsource-variable/noto-sans-jp'),
  require.resolve('@fontsource-variable/noto-sans-kr'),
].map(dirname)
const cache = join(import.meta.dirname, '..', 'node_modules', '.cache')

/**
 * A configuration of fontconfig with the fonts of the machine, else those of the packaged Chromium, and fonts for
 * Chinese, Japanese and Korean. Most machines of tests have none, and placeholders have other widths. Chromium does
 * not choose them by language: a Chinese text may have Japanese forms of characters, which are as wide. Each of the
 * 350 files has ten weights by name besides its range of weights: without those names, Chromium chooses a font in a
 * quarter of the time, which was a fifth of all that browsers did in the tests.
 */
export async function cjkFontsFile(): Promise<string> {
  const own = existsSync('/etc/fonts/fonts.conf') ? '/etc/fonts/fonts.conf' : join(tmpdir(), 'fonts', 'fonts.conf')
  const folder = await unpackedFonts()
  const file = join(tmpdir(), `candor-fonts-${process.pid}.conf`)
  await writeFile(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">${own}</include>
  <dir>${folder}</dir>
  <cachedir>${join(folder, 'cache')}</cachedir>
  <selectfont>
    <rejectfont><pattern><patelt name="namedinstance"><bool>true</bool></patelt></pattern></rejectfont>
  </selectfont>
</fontconfig>
`,
  )
  return file
}

/** Chromium reads no compressed fonts from the disk: they are unpacked once, in two seconds of a processor. */
async function unpackedFonts(): Promise<string> {
  const packages = await Promise.all(folders.map(packageOf))
  const folder = join(cache, `noto-${packages.map(({ version }) => version).join('-')}`)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  const unpacked = await mkdtemp(`${folder}-`)
  for (const { files } of packages)
    for (const name of (await readdir(files)).filter((one) => one.endsWith('.woff2')))
      await writeFile(
        join(unpacked, name.replace('.woff2', '.ttf')),
        await decompress(await readFile(join(files, name))),
      )
  // Another process may have been faster.
  await rename(unpacked, folder).catch(() => rm(unpacked, { recursive: true, force: true }))
  return folder
}

async function packageOf(folder: string): Promise<{ readonly version: string; readonly files: string }> {
  const file = await readFile(join(folder, 'package.json'), 'utf8')
  const { version } = z.parse(z.object({ version: z.string() }), JSON.parse(file))
  return { version, files: join(folder, 'files') }
}
