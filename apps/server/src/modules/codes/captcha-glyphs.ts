/** A point of a stroke; letters are drawn in a box 4 wide and 6 high, y grows downwards. */
export interface Point {
  readonly x: number
  readonly y: number
}

/**
 * The captcha's characters, as pen strokes. No two look alike when bent: there is no 0, O, Q or D, no 1, I, L or J, no
 * 2 or Z, no 5 or S, no 6 or G, no 8 or B, no U or V.
 */
const drawn: Readonly<Record<string, string>> = {
  A: '0,6 2,0 4,6|0.8,4 3.2,4',
  C: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5',
  E: '4,0 0,0 0,6 4,6|0,3 3,3',
  F: '4,0 0,0 0,6|0,3 3,3',
  H: '0,0 0,6|4,0 4,6|0,3 4,3',
  K: '0,0 0,6|4,0 0,3.4|1.2,2.5 4,6',
  M: '0,6 0,0 2,3.4 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  P: '0,6 0,0 3,0 4,0.9 4,2.5 3,3.4 0,3.4',
  R: '0,6 0,0 3,0 4,0.9 4,2.5 3,3.4 0,3.4|2,3.4 4,6',
  T: '0,0 4,0|2,0 2,6',
  W: '0,0 1,6 2,2.4 3,6 4,0',
  X: '0,0 4,6|4,0 0,6',
  Y: '0,0 2,3 4,0|2,3 2,6',
  3: '0,0.8 1,0 3,0 4,0.9 4,2.1 3,3 1.6,3|3,3 4,3.9 4,5.1 3,6 1,6 0,5.2',
  4: '3,6 3,0 0,4 4,4',
  7: '0,0 4,0 1.4,6',
  9: '4,2.5 3,3.4 1,3.4 0,2.5 0,0.9 1,0 3,0 4,0.9 4,4 3,5.4 1.2,6',
}

/** The characters that captchas are made of. */
export const captchaAlphabet = Object.keys(drawn).join('')

/** The strokes of a character of the alphabet. */
export function strokesOf(character: string): Point[][] {
  const strokes = drawn[character]
  if (strokes === undefined) throw new Error(`no captcha character: ${character}`)
  return strokes.split('|').map((stroke) => stroke.split(' ').map(pointOf))
}

function pointOf(pair: string): Point {
  const [x, y] = pair.split(',').map(Number)
  return { x: x ?? 0, y: y ?? 0 }
}
