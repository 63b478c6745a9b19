import type { Language } from '@candor/contract'
import { accountMail } from '../identity/index.ts'

interface Event {
  readonly atMs: number
  readonly ip: string
  readonly userAgent: string
  readonly lang: Language
}

/** Tells the owner that the payment password was set or changed. */
export function paymentPasswordSetMail(event: Event) {
  return accountMail(event, {
    en: {
      subject: 'Your payment password was set',
      first: 'The payment password of your Candor account was set or changed.',
    },
    zh: { subject: '您的支付密码已设置', first: '您的 Candor 账户的支付密码已设置或更改。' },
  })
}

/** Tells the owner that too many wrong payment passwords were tried. */
export function paymentPasswordLockedMail({ atMs, lang }: Pick<Event, 'atMs' | 'lang'>) {
  const time = `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return lang === 'zh'
    ? {
        subject: '您的支付密码已锁定',
        text: `您的 Candor 账户的支付密码连续五次输入错误（${time}），现已锁定。\n\n您可在安全中心用登录密码和邮箱验证码重新设置。如果不是您本人操作，请立即更改登录密码。\n`,
      }
    : {
        subject: 'Your payment password is locked',
        text: `The payment password of your Candor account was entered wrongly five times (${time}) and is locked.\n\nSet a new one in the security centre with your login password and a code sent to this mailbox. If it was not you, change your login password now.\n`,
      }
}
