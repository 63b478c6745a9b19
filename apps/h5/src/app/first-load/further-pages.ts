import { loadTexts } from '../../shared/i18n/index.ts'
import { withTexts } from './with-texts.ts'

/** Features with several screens, each imported in one place. */
const features = {
  auth: () => import('../../features/auth/index.ts'),
  security: () => import('../../features/security/index.ts'),
  kyc: () => import('../../features/kyc/index.ts'),
  payout: () => import('../../features/payout/index.ts'),
  recharge: () => import('../../features/recharge/index.ts'),
  withdrawal: () => import('../../features/withdrawal/index.ts'),
  swap: () => import('../../features/swap/index.ts'),
  statement: () => import('../../features/statement/index.ts'),
  messages: () => import('../../features/messages/index.ts'),
  interest: () => import('../../features/interest/index.ts'),
  floor: () => import('../../features/floor/index.ts'),
  desk: () => import('../../features/desk/index.ts'),
  location: () => import('../../features/location/index.ts'),
  practice: () => import('../practice-pages.tsx'),
}

/**
 * Screens that are rarely the first one. They are outside the first file: each screen added there costs every phone its
 * list of files. The list itself is loaded once the first screen is there.
 */
export const furtherPages = {
  practice: withTexts('practice', async () => {
    const [pages, contract] = await Promise.all([
      features.practice(),
      import('../../features/contract/index.ts'),
      loadTexts('contract'),
    ])
    return pages.practicePage(contract)
  }),
  practiceOrders: withTexts('practice', async () => {
    const [pages, orders] = await Promise.all([
      features.practice(),
      import('../../features/orders/index.ts'),
      loadTexts('orders'),
    ])
    return pages.practiceOrdersPage(orders)
  }),
  language: withTexts('language', () =>
    import('../../features/language/index.ts').then((feature) => feature.LanguagePage),
  ),
  login: withTexts('auth', () => features.auth().then((feature) => feature.LoginPage)),
  register: withTexts('auth', () => features.auth().then((feature) => feature.RegisterPage)),
  legal: withTexts('auth', () => features.auth().then((feature) => feature.LegalPage)),
  passwordForgot: withTexts('auth', () => features.auth().then((feature) => feature.ForgotPage)),
  recover: withTexts('kyc', () => features.kyc().then((feature) => feature.RecoverPage)),
  security: withTexts('security', () => features.security().then((feature) => feature.SecurityPage)),
  loginPassword: withTexts('security', () => features.security().then((feature) => feature.LoginPasswordPage)),
  paymentPassword: withTexts('security', () => features.security().then((feature) => feature.PaymentPasswordPage)),
  certification: withTexts('kyc', () => features.kyc().then((feature) => feature.CertificationPage)),
  kyc: withTexts('kyc', () => features.kyc().then((feature) => feature.KycPage)),
  bindEmail: withTexts('security', () => features.security().then((feature) => feature.BindEmailPage)),
  bindPhone: withTexts('security', () => features.security().then((feature) => feature.BindPhonePage)),
  twoStep: withTexts('security', () => features.security().then((feature) => feature.TwoStepPage)),
  passkeys: withTexts('security', () => features.security().then((feature) => feature.PasskeysPage)),
  phrase: withTexts('security', () => features.security().then((feature) => feature.PhrasePage)),
  limits: withTexts('security', () => features.security().then((feature) => feature.LimitsPage)),
  closeAccount: withTexts('security', () => features.security().then((feature) => feature.CloseAccountPage)),
  loginHistory: withTexts('security', () => features.security().then((feature) => feature.LoginHistoryPage)),
  payoutMethods: withTexts('payout', () => features.payout().then((feature) => feature.PayoutMethodsPage)),
  addPayoutMethod: withTexts('payout', () => features.payout().then((feature) => feature.AddPayoutMethodPage)),
  recharge: withTexts('recharge', () => features.recharge().then((feature) => feature.RechargePage)),
  rechargeRecords: withTexts('recharge', () => features.recharge().then((feature) => feature.RechargeRecordsPage)),
  withdrawal: withTexts('withdrawal', () => features.withdrawal().then((feature) => feature.WithdrawalPage)),
  withdrawalRecords: withTexts('withdrawal', () =>
    features.withdrawal().then((feature) => feature.WithdrawalRecordsPage),
  ),
  statement: withTexts('statement', () => features.statement().then((feature) => feature.StatementPage)),
  performance: withTexts('performance', () =>
    import('../../features/performance/index.ts').then((feature) => feature.PerformancePage),
  ),
  assets: withTexts('statement', () => features.statement().then((feature) => feature.AssetsPage)),
  owed: withTexts('statement', () => features.statement().then((feature) => feature.OwedPage)),
  mine: withTexts('mine', () => import('../../features/mine/index.ts').then((feature) => feature.MinePage)),
  messages: withTexts('messages', () => features.messages().then((feature) => feature.MessagesPage)),
  message: withTexts('messages', () => features.messages().then((feature) => feature.MessagePage)),
  notifications: withTexts('notifications', () =>
    import('../../features/notifications/index.ts').then((feature) => feature.NotificationsPage),
  ),
  serviceLevels: withTexts('withdrawal', () => features.withdrawal().then((feature) => feature.ServiceLevelsPage)),
  swap: withTexts('swap', () => features.swap().then((feature) => feature.SwapPage)),
  swapRecords: withTexts('swap', () => features.swap().then((feature) => feature.SwapRecordsPage)),
  interest: withTexts('interest', () => features.interest().then((feature) => feature.InterestPage)),
  interestOrders: withTexts('interest', () => features.interest().then((feature) => feature.InterestOrdersPage)),
  floor: withTexts('floor', () => features.floor().then((feature) => feature.FloorPage)),
  tradeOrders: withTexts('floor', () => features.floor().then((feature) => feature.TradeOrdersPage)),
  desk: withTexts('desk', () => features.desk().then((feature) => feature.DeskPage)),
  deskPublish: withTexts('desk', () => features.desk().then((feature) => feature.PublishPage)),
  investInfo: withTexts('invest', () =>
    import('../../features/invest/index.ts').then((feature) => feature.InvestInfoPage),
  ),
  invite: withTexts('invite', () => import('../../features/invite/index.ts').then((feature) => feature.InvitePage)),
  download: withTexts('download', () =>
    import('../../features/download/index.ts').then((feature) => feature.DownloadPage),
  ),
  support: withTexts('support', () => import('../../features/support/index.ts').then((feature) => feature.SupportPage)),
  help: withTexts('help', () => import('../../features/help/index.ts').then((feature) => feature.HelpPage)),
  address: withTexts('address', () => import('../../features/address/index.ts').then((feature) => feature.AddressPage)),
  chooseLocation: withTexts('location', () => features.location().then((feature) => feature.ChooseLocationPage)),
  openLocation: withTexts('location', () => features.location().then((feature) => feature.OpenLocationPage)),
}
