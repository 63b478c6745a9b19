import type { CodePurpose, Language } from '@candor/contract'

interface CodeMailTexts {
  readonly subject: Readonly<Record<CodePurpose, string>>
  readonly code: string
  readonly noAccount: { readonly subject: string; readonly text: string }
  readonly life: string
  readonly notYou: string
}

const english: CodeMailTexts = {
  subject: {
    register: 'Your code to register',
    'password-forgot': 'Your code for a new password',
    'payment-password': 'Your code for the payment password',
    'bind-email': 'Your code to bind this e-mail',
    'change-email': 'Your code to change the e-mail of your account',
  },
  code: 'Your code:',
  noAccount: {
    subject: 'There is no account with this e-mail',
    text: 'Somebody asked for a new password with this e-mail. There is no Candor account with it, so there is nothing to change.',
  },
  life: 'It is valid for 10 minutes. Nobody from Candor will ever ask you for it.',
  notYou: 'If you did not ask for it, ignore this mail: nothing happens without the code.',
}

const chinese: CodeMailTexts = {
  subject: {
    register: '您的注册验证码',
    'password-forgot': '您的重置密码验证码',
    'payment-password': '您的支付密码验证码',
    'bind-email': '您的绑定邮箱验证码',
    'change-email': '您的更换邮箱验证码',
  },
  code: '您的验证码:',
  noAccount: {
    subject: '此邮箱没有账户',
    text: '有人使用此邮箱申请重置密码。此邮箱没有 Candor 账户，因此无需任何操作。',
  },
  life: '验证码 10 分钟内有效。Candor 的任何人都不会向您索要验证码。',
  notYou: '如果您没有请求验证码,请忽略此邮件:没有验证码就不会发生任何操作。',
}

const catalogues: Partial<Record<Language, CodeMailTexts>> = { en: english, zh: chinese }

/** The mail that carries a code, in the reader's language; English where that language has none yet. */
export function codeMail(code: string, purpose: CodePurpose, lang: Language): { subject: string; text: string; code: string } {
  const texts = catalogues[lang] ?? english
  return { subject: texts.subject[purpose], text: `${texts.code} ${code}\n\n${texts.life}\n${texts.notYou}\n`, code }
}

/** The mail to a mailbox without an account that somebody asked a new password for. It goes the way of one with a code. */
export function noAccountMail(lang: Language): { subject: string; text: string } {
  const { subject, text } = (catalogues[lang] ?? english).noAccount
  return { subject, text: `${text}\n` }
}
