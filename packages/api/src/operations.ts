import * as address from './address.ts'
import * as alert from './alert.ts'
import * as avatar from './avatar.ts'
import * as bindings from './bindings.ts'
import * as captcha from './captcha.ts'
import * as closing from './closing.ts'
import * as conduct from './conduct.ts'
import * as contract from './contract.ts'
import * as contractRecord from './contract-record.ts'
import * as favourites from './favourites.ts'
import * as floor from './floor.ts'
import * as home from './home.ts'
import * as interest from './interest.ts'
import * as invite from './invite.ts'
import * as kyc from './kyc.ts'
import * as legal from './legal.ts'
import * as limits from './limits.ts'
import * as map from './map.ts'
import * as market from './market.ts'
import * as merchant from './merchant.ts'
import * as message from './message.ts'
import * as ownData from './own-data.ts'
import * as passkeys from './passkeys.ts'
import * as payout from './payout.ts'
import * as priceLog from './price-log.ts'
import * as push from './push.ts'
import * as receipt from './receipt.ts'
import * as recharge from './recharge.ts'
import * as secondFactor from './second-factor.ts'
import * as security from './security.ts'
import * as session from './session.ts'
import * as solvency from './solvency.ts'
import * as statement from './statement.ts'
import * as support from './support.ts'
import * as supportUnread from './support-unread.ts'
import * as supportVisit from './support-visit.ts'
import * as swap from './swap.ts'
import * as system from './system.ts'
import * as user from './user.ts'
import * as userView from './user-view.ts'
import * as wallet from './wallet.ts'
import * as withdrawal from './withdrawal.ts'
import type { CustomerOperation } from './operation.ts'

/** All operations: what the server must implement, and what the published OpenAPI document lists. */
export const operations: readonly CustomerOperation[] = [
  captcha.captchaCreate,
  captcha.codeSend,
  user.userPasswordRules,
  user.userRegister,
  user.userLogin,
  user.userLogout,
  userView.userInfo,
  session.userSessions,
  session.userSessionRevoke,
  session.userLogins,
  avatar.userAvatar,
  avatar.userAvatarRemove,
  address.userAddress,
  address.userAddressSet,
  security.userPasswordForgot,
  kyc.userRecover,
  security.securityLoginPassword,
  security.securityPaymentPassword,
  security.indexPay,
  limits.securityLimits,
  limits.securityLimitSet,
  limits.securityExclude,
  bindings.securityBindEmail,
  closing.securityClose,
  closing.securityClosing,
  ownData.ownDataState,
  ownData.ownDataRequest,
  ownData.ownDataFile,
  bindings.securityBindPhone,
  bindings.securityUnbindPhone,
  secondFactor.securityState,
  secondFactor.securityTotpBegin,
  secondFactor.securityTotpConfirm,
  secondFactor.securityTotpDisable,
  secondFactor.securityPhrase,
  passkeys.securityPasskeys,
  passkeys.securityPasskeyBegin,
  passkeys.securityPasskeyAdd,
  passkeys.securityPasskeyRemove,
  passkeys.userPasskeyBegin,
  passkeys.userPasskeyLogin,
  market.marketInstruments,
  market.marketQuotes,
  market.marketCandles,
  favourites.marketFavourites,
  favourites.marketFavouriteSet,
  alert.messageAlerts,
  alert.messageAlertSet,
  alert.messageAlertRemove,
  home.homeSummary,
  legal.legalDocuments,
  legal.legalText,
  legal.legalConsents,
  legal.legalAgree,
  contract.contractTerms,
  contract.contractBuy,
  contract.contractOrders,
  contract.contractOrder,
  contractRecord.contractDays,
  contractRecord.contractRecord,
  contractRecord.contractPerformance,
  receipt.contractReceipt,
  receipt.receiptOf,
  wallet.walletAssets,
  statement.walletStatement,
  statement.walletStatementCsv,
  statement.walletStatementTotals,
  payout.payoutList,
  payout.payoutAddBankCard,
  payout.payoutAddWalletAddress,
  payout.payoutRemove,
  withdrawal.withdrawalQuote,
  withdrawal.withdrawalCreate,
  withdrawal.withdrawalCancel,
  withdrawal.withdrawalList,
  withdrawal.withdrawalDetail,
  withdrawal.withdrawalReadiness,
  withdrawal.transparencyServiceLevels,
  solvency.transparencyOwnLiability,
  solvency.transparencySolvency,
  conduct.transparencyOdds,
  conduct.transparencyIncidents,
  conduct.transparencyRules,
  conduct.transparencyServiceDays,
  recharge.rechargeMethods,
  recharge.rechargeAddress,
  recharge.rechargeCreate,
  recharge.rechargeList,
  recharge.rechargeDetail,
  recharge.rechargeVoucher,
  recharge.rechargeTransfers,
  floor.floorAdverts,
  floor.floorAdvert,
  floor.floorSell,
  floor.floorSaleList,
  floor.floorSaleDetail,
  merchant.floorDesk,
  merchant.floorApply,
  merchant.floorPublishing,
  merchant.floorPublish,
  merchant.floorClose,
  interest.interestProducts,
  interest.interestSummary,
  interest.interestOpen,
  interest.interestRedeem,
  interest.interestOrderList,
  interest.interestOrderDetail,
  swap.swapTerms,
  swap.swapQuote,
  swap.swapExecute,
  swap.swapList,
  swap.swapDetail,
  kyc.kycStateOf,
  kyc.kycCountryList,
  kyc.kycSubmit,
  kyc.kycAppeal,
  kyc.kycAccess,
  kyc.indexSm,
  kyc.indexSmError,
  kyc.indexSmConfirm,
  kyc.indexSmConfirmError,
  message.messageList,
  message.messageDetail,
  message.messageReadAll,
  message.messageUnread,
  push.pushSettings,
  push.pushSubscribe,
  push.pushRenew,
  push.pushUnsubscribe,
  invite.inviteSummary,
  invite.inviteList,
  invite.inviteNameSet,
  user.inviteCheck,
  user.invitePublished,
  map.mapTiles,
  system.systemStatus,
  system.systemPlanned,
  priceLog.transparencyCheckpoints,
  priceLog.transparencyFrames,
  priceLog.transparencySeeds,
  priceLog.transparencyWitnesses,
  support.supportConfig,
  supportUnread.supportUnread,
  supportVisit.supportVisit,
  supportVisit.supportVisitBegin,
  supportVisit.supportVisitSend,
  support.indexKefuUser,
]
