import type { Language } from '@candor/contract'
import type { CodePurpose } from './codes.ts'

interface CodeMailTexts {
  readonly subject: Readonly<Record<CodePurpose, string>>
  readonly code: string
  readonly life: string
  readonly notYou: string
}

const english: CodeMailTexts = {
  subject: { register: 'Your code to register' },
  code: 'Your code:',
  life: 'It is valid for 10 minutes. Nobody from Candor will ever ask you for it.',
  notYou: 'If you did not ask for it, ignore this mail: nothing happens without the code.',
}

const chinese: CodeMailTexts = {
  subject: { register: '您的注册验证码' },
  code: '您的验证码:',
  life: '验证码 10 分钟内有效。Candor 的任何人都不会向您索要验证码。',
  notYou: '如果您没有请求验证码,请忽略此邮件:没有验证码就不会发生任何操作。',
}

const catalogues: Partial<Record<Language, CodeMailTexts>> = { en: english, zh: chinese }

/** The mail that carries a code, in the reader's language; English where that language has none yet. */
export function codeMail(code: string, purpose: CodePurpose, lang: Language): { subject: string; text: string; code: string } {
  const texts = catalogues[lang] ?? english
  return { subject: texts.subject[purpose], text: `${texts.code} ${code}\n\n${texts.life}\n${texts.notYou}\n`, code }
}
