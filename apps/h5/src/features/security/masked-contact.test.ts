import { expect, it } from 'vitest'
import { maskedEmail, maskedMobile } from './masked-contact.ts'

it('an e-mail shows its first letter and its host', () => {
  expect(maskedEmail('lena.k@posteo.de')).toBe('l••••@posteo.de')
})

it('a mobile number shows its last four digits', () => {
  expect(maskedMobile('4915112345678')).toBe('•••• 5678')
})
