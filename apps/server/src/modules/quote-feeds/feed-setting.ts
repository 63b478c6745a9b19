/** The parsed setting CANDOR_FEED. */
export type FeedSetting =
  | { readonly kind: 'auto' }
  | { readonly kind: 'live' }
  | { readonly kind: 'simulated'; readonly seed: string | null }
  | { readonly kind: 'replay'; readonly folder: string; readonly speed: number }

const fastest = 1_000

/** Parses `auto`, `live`, `simulated[:seed]` or `replay:PATH[@speed]`; null for anything else. */
export function parseFeedSetting(text: string): FeedSetting | null {
  if (text === 'auto' || text === 'live') return { kind: text }
  const simulated = /^simulated(?::([\w-]+))?$/.exec(text)
  if (simulated !== null) return { kind: 'simulated', seed: simulated[1] ?? null }
  const replay = /^replay:(.+?)(?:@(\d+(?:\.\d+)?))?$/.exec(text)
  if (replay === null) return null
  const speed = Number(replay[2] ?? 1)
  return speed > 0 && speed <= fastest ? { kind: 'replay', folder: replay[1] ?? '', speed } : null
}

/** Turns the text of a seed into the number that a simulation starts from. */
export function seedNumber(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash | 0
}
