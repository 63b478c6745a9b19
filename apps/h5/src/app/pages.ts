import type { ComponentType } from 'react'
import { loadTexts } from '../shared/i18n/index.ts'
import type { MessageFolders, MessageKey } from '../shared/i18n/index.ts'
import type { RouteName } from '../shared/navigation/index.ts'

export interface Page {
  readonly load: () => Promise<ComponentType>
  /** Reads what the screen shows into the cache, so that its first drawing has it. Ends when it is there, or cannot be had. */
  readonly prefetch?: () => Promise<void>
  readonly title: MessageKey
}

/** A screen whose texts come with it: the first screens' texts are there from the start. */
function withTexts(folder: keyof MessageFolders, load: Page['load']): Page['load'] {
  return async () => {
    const [component] = await Promise.all([load(), loadTexts(folder)])
    return component
  }
}

/** Features of several screens: one place each that loads them, because every one that is written costs the first load its list of files. */
const features = {
  market: () => import('../features/market/index.ts'),
  auth: () => import('../features/auth/index.ts'),
  security: () => import('../features/security/index.ts'),
  kyc: () => import('../features/kyc/index.ts'),
  payout: () => import('../features/payout/index.ts'),
  recharge: () => import('../features/recharge/index.ts'),
  withdrawal: () => import('../features/withdrawal/index.ts'),
  messages: () => import('../features/messages/index.ts'),
  interest: () => import('../features/interest/index.ts'),
}

/** The screen of each route. */
export const pages: Readonly<Record<RouteName, Page>> = {
  home: { load: () => import('../features/home/index.ts').then((feature) => feature.HomePage), title: 'app.title.home' },
  market: {
    load: () => features.market().then((feature) => feature.MarketPage),
    prefetch: () => features.market().then((feature) => feature.prefetchMarket()),
    title: 'app.title.market',
  },
  contract: {
    load: withTexts('contract', () => import('../features/contract/index.ts').then((feature) => feature.ContractPage)),
    title: 'app.title.contract',
  },
  contractOrders: {
    load: withTexts('orders', () => import('../features/orders/index.ts').then((feature) => feature.ContractOrdersPage)),
    title: 'app.title.contractOrders',
  },
  mine: { load: withTexts('mine', () => import('../features/mine/index.ts').then((feature) => feature.MinePage)), title: 'app.title.mine' },
  login: {
    load: withTexts('auth', () => features.auth().then((feature) => feature.LoginPage)),
    title: 'app.title.login',
  },
  register: {
    load: withTexts('auth', () => features.auth().then((feature) => feature.RegisterPage)),
    title: 'app.title.register',
  },
  language: {
    load: withTexts('language', () => import('../features/language/index.ts').then((feature) => feature.LanguagePage)),
    title: 'app.title.language',
  },
  passwordForgot: {
    load: withTexts('auth', () => features.auth().then((feature) => feature.ForgotPage)),
    title: 'app.title.passwordForgot',
  },
  security: {
    load: withTexts('security', () => features.security().then((feature) => feature.SecurityPage)),
    title: 'app.title.security',
  },
  loginPassword: {
    load: withTexts('security', () => features.security().then((feature) => feature.LoginPasswordPage)),
    title: 'app.title.loginPassword',
  },
  paymentPassword: {
    load: withTexts('security', () => features.security().then((feature) => feature.PaymentPasswordPage)),
    title: 'app.title.paymentPassword',
  },
  certification: {
    load: withTexts('kyc', () => features.kyc().then((feature) => feature.CertificationPage)),
    title: 'app.title.certification',
  },
  kyc: { load: withTexts('kyc', () => features.kyc().then((feature) => feature.KycPage)), title: 'app.title.kyc' },
  bindEmail: {
    load: withTexts('security', () => features.security().then((feature) => feature.BindEmailPage)),
    title: 'app.title.bindEmail',
  },
  bindPhone: {
    load: withTexts('security', () => features.security().then((feature) => feature.BindPhonePage)),
    title: 'app.title.bindPhone',
  },
  twoStep: {
    load: withTexts('security', () => features.security().then((feature) => feature.TwoStepPage)),
    title: 'app.title.twoStep',
  },
  passkeys: {
    load: withTexts('security', () => features.security().then((feature) => feature.PasskeysPage)),
    title: 'app.title.passkeys',
  },
  phrase: {
    load: withTexts('security', () => features.security().then((feature) => feature.PhrasePage)),
    title: 'app.title.phrase',
  },
  limits: {
    load: withTexts('security', () => features.security().then((feature) => feature.LimitsPage)),
    title: 'app.title.limits',
  },
  loginHistory: {
    load: withTexts('security', () => features.security().then((feature) => feature.LoginHistoryPage)),
    title: 'app.title.loginHistory',
  },
  payoutMethods: {
    load: withTexts('payout', () => features.payout().then((feature) => feature.PayoutMethodsPage)),
    title: 'app.title.payoutMethods',
  },
  addPayoutMethod: {
    load: withTexts('payout', () => features.payout().then((feature) => feature.AddPayoutMethodPage)),
    title: 'app.title.addPayoutMethod',
  },
  recharge: {
    load: withTexts('recharge', () => features.recharge().then((feature) => feature.RechargePage)),
    title: 'app.title.recharge',
  },
  rechargeRecords: {
    load: withTexts('recharge', () => features.recharge().then((feature) => feature.RechargeRecordsPage)),
    title: 'app.title.rechargeRecords',
  },
  withdrawal: {
    load: withTexts('withdrawal', () => features.withdrawal().then((feature) => feature.WithdrawalPage)),
    title: 'app.title.withdrawal',
  },
  withdrawalRecords: {
    load: withTexts('withdrawal', () => features.withdrawal().then((feature) => feature.WithdrawalRecordsPage)),
    title: 'app.title.withdrawalRecords',
  },
  messages: {
    load: withTexts('messages', () => features.messages().then((feature) => feature.MessagesPage)),
    title: 'app.title.messages',
  },
  message: {
    load: withTexts('messages', () => features.messages().then((feature) => feature.MessagePage)),
    title: 'app.title.message',
  },
  serviceLevels: {
    load: withTexts('withdrawal', () => features.withdrawal().then((feature) => feature.ServiceLevelsPage)),
    title: 'app.title.serviceLevels',
  },
  interest: {
    load: withTexts('interest', () => features.interest().then((feature) => feature.InterestPage)),
    title: 'app.title.interest',
  },
  interestOrders: {
    load: withTexts('interest', () => features.interest().then((feature) => feature.InterestOrdersPage)),
    title: 'app.title.interestOrders',
  },
}
