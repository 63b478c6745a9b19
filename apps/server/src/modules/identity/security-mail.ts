import type { Language } from '@candor/contract'
import { networkOf } from '../../platform/rate-limit/index.ts'
import { coarseNetwork, deviceWords } from './device.ts'

interface MailTexts {
  readonly newDevice: string
  readonly newDeviceText: string
  readonly passwordChanged: string
  readonly passwordChangedText: string
  readonly time: string
  readonly device: string
  readonly network: string
  readonly unknown: string
  readonly wasYou: string
  readonly wasNotYou: string
}

const english: MailTexts = {
  newDevice: 'A new device signed in to your account',
  newDeviceText: 'Somebody signed in to your Candor account with your password, on a device that we have not seen there before.',
  passwordChanged: 'Your login password was changed',
  passwordChangedText: 'The login password of your Candor account was changed. Every other device was signed out.',
  time: 'Time:',
  device: 'Device:',
  network: 'Network:',
  unknown: 'unknown',
  wasYou: 'If that was you, there is nothing to do.',
  wasNotYou: 'If it was not you, set a new password now with “Forgot it?” on the sign-in page. That signs out every device.',
}

const chinese: MailTexts = {
  newDevice: '新设备登录了您的账户',
  newDeviceText: '有人使用您的密码，在一台我们未曾见过的设备上登录了您的 Candor 账户。',
  passwordChanged: '您的登录密码已更改',
  passwordChangedText: '您的 Candor 账户的登录密码已更改，其他设备均已退出登录。',
  time: '时间：',
  device: '设备：',
  network: '网络：',
  unknown: '未知',
  wasYou: '如果是您本人操作，无需处理。',
  wasNotYou: '如果不是您本人，请立即在登录页点击“忘记密码？”设置新密码，所有设备将退出登录。',
}

const catalogues: Partial<Record<Language, MailTexts>> = { en: english, zh: chinese }

/** What happened to an account, when and from where. */
export interface SecurityEvent {
  readonly atMs: number
  readonly ip: string
  readonly userAgent: string
  /** The language of the account's owner. */
  readonly lang: Language
}

interface MailBody {
  readonly subject: string
  readonly text: string
}

/** Tells the owner of a login from a device that is new. */
export function newDeviceMail(event: SecurityEvent): MailBody {
  const texts = catalogues[event.lang] ?? english
  return mailOf(texts, event, { subject: texts.newDevice, first: texts.newDeviceText })
}

/** Tells the owner that the login password was changed. */
export function passwordChangedMail(event: SecurityEvent): MailBody {
  const texts = catalogues[event.lang] ?? english
  return mailOf(texts, event, { subject: texts.passwordChanged, first: texts.passwordChangedText })
}

/** Tells the owner of something else that happened to the account: its subject and first sentence in the languages that there are. */
export function accountMail(event: SecurityEvent, words: Readonly<Record<'en' | 'zh', { subject: string; first: string }>>): MailBody {
  return mailOf(catalogues[event.lang] ?? english, event, event.lang === 'zh' ? words.zh : words.en)
}

function mailOf(texts: MailTexts, event: SecurityEvent, { subject, first }: { subject: string; first: string }): MailBody {
  const time = `${new Date(event.atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const facts = [
    `${texts.time} ${time}`,
    `${texts.device} ${deviceWords(event.userAgent) ?? texts.unknown}`,
    `${texts.network} ${coarseNetwork(networkOf(event.ip)) ?? texts.unknown}`,
  ]
  return { subject, text: [first, facts.join('\n'), `${texts.wasYou}\n${texts.wasNotYou}\n`].join('\n\n') }
}
