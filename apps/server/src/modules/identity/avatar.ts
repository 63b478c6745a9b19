/** Pixels of a stored picture, each way: four times what the largest place shows on the densest phone. */
export const avatarSidePx = 256

/** Where pictures are served, by name. */
export const avatarFolder = '/api/avatar/'
const fileName = /^([0-9a-f]{64})\.webp$/

/** Where the picture with this hash is served; what is there never changes. */
export function avatarPathOf(hash: string): string {
  return `${avatarFolder}${hash}.webp`
}

/** The hash in the name of a served file, or null for a name that is none of ours. */
export function avatarHashOf(file: string): string | null {
  return fileName.exec(file)?.[1] ?? null
}
