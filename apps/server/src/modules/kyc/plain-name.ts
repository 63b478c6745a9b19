/** Letters that are written with an accent, but that Unicode does not decompose. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  þ: 'th',
}

/**
 * A person's name in comparable form: compatible forms, case and accents are equal, and spacing and the order of the
 * parts do not matter. Only marks shared by many scripts are accents: the vowel signs of Thai, Hindi, Khmer or Burmese
 * are part of the name.
 */
export function plainName(name: string): string {
  return (
    name
      .normalize('NFKC')
      // Upper case first, which also folds letters that have no single counterpart: ß and SS.
      .toUpperCase()
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{Script=Inherited}+/gu, '')
      .replace(/[æðđħłøœþ]/g, (letter) => plainLetters[letter] ?? letter)
      .normalize('NFC')
      // Neither separates two parts: “D’Ávila” and “Davila”, “J.R.” and “JR”.
      .replace(/['’ʼ.]/g, '')
      // Chinese and Korean names are written with and without a space: each character is a part.
      .split(/[^\p{L}\p{M}]+|(?=[\p{Script=Han}\p{Script=Hangul}])/u)
      .toSorted()
      .join('')
  )
}
