import type { Language } from '@candor/contract'
import { enqueueMail } from '../../platform/mail/index.ts'
import type { Transaction } from '../../platform/transaction.ts'
import { accountMail } from '../identity/index.ts'
import type { Customer, Origin } from '../identity/index.ts'

/** What the owner of an account is told by mail. */
export type SecurityNotice =
  | 'payment-password-set'
  | 'email-bound'
  | 'email-replaced'
  | 'phone-bound'
  | 'phone-unbound'
  | 'totp-on'
  | 'totp-off'
  | 'passkey-added'
  | 'passkey-removed'
  | 'phrase-set'

type Words = Readonly<Record<'en' | 'zh', { readonly subject: string; readonly first: string }>>

const words = (en: string, enFirst: string, zh: string, zhFirst: string): Words => ({
  en: { subject: en, first: enFirst },
  zh: { subject: zh, first: zhFirst },
})

const notices: Readonly<Record<SecurityNotice, Words>> = {
  'payment-password-set': words(
    'Your payment password was set',
    'The payment password of your Candor account was set or changed.',
    '您的支付密码已设置',
    '您的 Candor 账户的支付密码已设置或更改。',
  ),
  'email-bound': words(
    'This e-mail was bound to your account',
    'This e-mail is now bound to your Candor account. Codes and notices come here.',
    '此邮箱已绑定您的账户',
    '此邮箱现已绑定您的 Candor 账户，验证码和通知将发送至此。',
  ),
  'email-replaced': words(
    'The e-mail of your account was changed',
    'Your Candor account has another e-mail from now on. This mailbox gets no more codes.',
    '您的账户邮箱已更换',
    '您的 Candor 账户现已使用另一个邮箱，此邮箱不再接收验证码。',
  ),
  'phone-bound': words(
    'A phone was bound to your account',
    'A mobile number was bound to your Candor account, and can be used to sign in.',
    '您的账户已绑定手机',
    '您的 Candor 账户已绑定手机号，可用于登录。',
  ),
  'phone-unbound': words(
    'The phone was taken off your account',
    'The mobile number of your Candor account was removed. It does not sign in any more.',
    '您的账户已解绑手机',
    '您的 Candor 账户的手机号已移除，不能再用于登录。',
  ),
  'totp-on': words(
    'The second step is on',
    'Signing in to your Candor account now asks for a code of your authenticator app.',
    '两步验证已开启',
    '登录您的 Candor 账户现需身份验证器中的验证码。',
  ),
  'totp-off': words(
    'The second step is off',
    'Signing in to your Candor account no longer asks for a code of your authenticator app.',
    '两步验证已关闭',
    '登录您的 Candor 账户不再需要身份验证器中的验证码。',
  ),
  'passkey-added': words(
    'A passkey was added',
    'A passkey was added to your Candor account. It signs in without the password.',
    '已添加通行密钥',
    '您的 Candor 账户已添加通行密钥，无需密码即可登录。',
  ),
  'passkey-removed': words(
    'A passkey was removed',
    'A passkey of your Candor account was removed.',
    '已移除通行密钥',
    '您的 Candor 账户的一个通行密钥已移除。',
  ),
  'phrase-set': words(
    'Your phrase was changed',
    'The phrase that stands in every mail of ours was changed.',
    '您的防钓鱼短语已更改',
    '我们每封邮件中显示的防钓鱼短语已更改。',
  ),
}

/** Tells the owner of an account, in the transaction of what happened. `to` is a former address where it is not the present one. */
export async function enqueueNotice(
  client: Transaction,
  notice: SecurityNotice,
  told: { readonly customer: Customer; readonly caller: Origin; readonly atMs: number; readonly to?: string },
): Promise<void> {
  const { customer, caller, atMs, to = customer.email } = told
  if (to === null) return
  const mail = accountMail({ ip: caller.ip, userAgent: caller.userAgent, atMs, lang: customer.lang }, notices[notice])
  await enqueueMail(client, { to, customerId: String(customer.customerId), ...mail })
}

/** Tells the owner that too many wrong payment passwords were tried. */
export function paymentPasswordLockedMail({ atMs, lang }: { readonly atMs: number; readonly lang: Language }) {
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

/** The line above a mail that tells its reader that we sent it. */
export function phraseLine(phrase: string, lang: Language): string {
  return lang === 'zh' ? `您的防钓鱼短语：${phrase}` : `Your phrase: ${phrase}`
}
