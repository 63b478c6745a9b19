/** Marks that a search leaves aside. Those of Japanese and Thai change the letter, and stay. */
const accents = /[\u0300-\u036F]/g

/** Lower case without accents, of equal length, so that positions still fit the text. */
export function plainLetters(text: string): string {
  return Array.from(text, (letter) => {
    const plain = letter.normalize('NFKD').replace(accents, '').toLowerCase().replace('đ', 'd')
    return plain.length === letter.length ? plain : letter
  }).join('')
}
