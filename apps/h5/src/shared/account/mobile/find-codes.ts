import type { CallingCode } from './calling-codes.ts'

/** A calling code with the name of its country. */
export interface NamedCode extends CallingCode {
  readonly name: string
}

/** The codes with the names of their countries in a language, in the order of that language. */
export function namedCodes(codes: readonly CallingCode[], locale: string): readonly NamedCode[] {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' })
  const order = new Intl.Collator(locale)
  return codes
    .map((one) => ({ ...one, name: names.of(one.region) ?? one.region }))
    .toSorted((left, right) => order.compare(left.name, right.name))
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The countries with a word that begins so, or whose calling code does; all of them for an empty text. */
export function findCodes(codes: readonly NamedCode[], text: string): readonly NamedCode[] {
  const wanted = plain(text.trim())
  const digits = wanted.replace(/^(\+|00)/, '')
  if (/^\d+$/.test(digits)) return codes.filter(({ code }) => code.startsWith(digits))
  return codes.filter(({ name }) => ` ${plain(name)}`.includes(` ${wanted}`) || plain(name).startsWith(wanted))
}
