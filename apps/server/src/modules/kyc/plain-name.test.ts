import { describe, expect, it } from 'vitest'
import { plainName } from './plain-name.ts'

describe('a name in comparable form', () => {
  it.each([
    ['case', 'Lena Musterfrau', 'LENA musterfrau'],
    ['letters without a single capital', 'Anna Groß', 'ANNA GROSS'],
    ['the dotless i', 'Işıl Yıldız', 'ISIL YILDIZ'],
    ['the dotted capital I', 'İpek Kaya', 'ipek kaya'],
    ['the final sigma', 'Νίκος Παππάς', 'ΝΙΚΟΣ ΠΑΠΠΑΣ'],
    ['accents', 'José Núñez', 'Jose Nunez'],
    ['composed and decomposed accents', 'Jos\u00e9', 'Jose\u0301'],
    ['accents of letters that are not decomposed', 'Đặng Łukasz Ørsted', 'Dang Lukasz Orsted'],
    ['ligatures', 'Næss Œuvre', 'Naess Oeuvre'],
    ['compatible forms', 'Ｌｅｎａ ﬁsher', 'Lena Fisher'],
    ['half-width Katakana', 'ﾔﾏﾀﾞ ﾊﾅｺ', 'ヤマダ・ハナコ'],
    ['the order of its parts', 'Nguyễn Văn An', 'An Van Nguyen'],
    ['a comma after the family name', 'Musterfrau, Lena', 'Lena Musterfrau'],
    ['spacing', '  Lena\u00a0 Musterfrau ', 'Lena Musterfrau'],
    ['hyphens', 'Anna-Maria Weber', 'Anna Maria Weber'],
    ['apostrophes', 'João d’Ávila', "Joao D'Avila"],
    ['apostrophes left out', 'Kaʼa O’Brien', 'Kaa Obrien'],
    ['dots', 'J.R. Smith', 'JR Smith'],
    ['the missing space of Korean', '최 가연', '최가연'],
    ['the missing space of Chinese', '王 小明', '王小明'],
  ])('is the same whatever %s', (_subject, one, other) => {
    expect(plainName(one)).toBe(plainName(other))
    expect(plainName(one)).not.toBe('')
  })

  it.each([
    ['another part', 'Lena Musterfrau', 'Lena Mustermann'],
    ['a further part', 'Lena Musterfrau', 'Lena Maria Musterfrau'],
    ['another vowel sign of Thai', 'กิต', 'กุต'],
    ['another vowel sign of Hindi', 'रमा', 'रमी'],
    ['another syllable of Korean', '김서연', '김서영'],
  ])('differs with %s', (_subject, one, other) => {
    expect(plainName(one)).not.toBe(plainName(other))
  })
})
