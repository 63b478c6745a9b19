/** Side length of a stored picture in pixels: four times the largest display size on the densest phone. */
export const avatarSidePx = 256

/** Where pictures are served, by name. */
export const avatarFolder = '/api/avatar/'
const fileName = /^([0-9a-f]{64})\.webp$/

/** The path of the picture with this hash; its content never changes. */
export function avatarPathOf(hash: string): string {
  return `${avatarFolder}${hash}.webp`
}

/** The hash in a served file's name, or null for a foreign name. */
export function avatarHashOf(file: string): string | null {
  return fileName.exec(file)?.[1] ?? null
}
