import { userAddress, userAddressSet } from './address.ts'
import { messageAlertRemove, messageAlerts, messageAlertSet } from './alert.ts'
import { userAvatar, userAvatarRemove } from './avatar.ts'
import { securityBindEmail, securityBindPhone, securityUnbindPhone } from './bindings.ts'
import { captchaCreate, codeSend } from './captcha.ts'
import { securityClose, securityClosing } from './closing.ts'
import { transparencyIncidents, transparencyOdds, transparencyRules, transparencyServiceDays } from './conduct.ts'
import { contractBuy, contractOrder, contractOrders, contractTerms } from './contract.ts'
import { contractDays, contractPerformance, contractRecord } from './contract-record.ts'
import { marketFavouriteSet, marketFavourites } from './favourites.ts'
import { floorAdvert, floorAdverts, floorSaleDetail, floorSaleList, floorSell } from './floor.ts'
import { floorApply, floorClose, floorDesk, floorPublish, floorPublishing } from './merchant.ts'
import { homeSummary } from './home.ts'
import {
  interestOpen,
  interestOrderDetail,
  interestOrderList,
  interestProducts,
  interestRedeem,
  interestSummary,
} from './interest.ts'
import {
  indexSm,
  indexSmConfirm,
  indexSmConfirmError,
  indexSmError,
  kycAccess,
  kycAppeal,
  kycCountryList,
  kycStateOf,
  kycSubmit,
  userRecover,
} from './kyc.ts'
import { inviteList, inviteNameSet, inviteSummary } from './invite.ts'
import { legalAgree, legalConsents, legalDocuments, legalText } from './legal.ts'
import { securityExclude, securityLimitSet, securityLimits } from './limits.ts'
import { mapTiles } from './map.ts'
import { marketCandles, marketInstruments, marketQuotes } from './market.ts'
import { messageDetail, messageList, messageReadAll, messageUnread } from './message.ts'
import type { CustomerOperation } from './operation.ts'
import { ownDataFile, ownDataRequest, ownDataState } from './own-data.ts'
import { payoutAddBankCard, payoutAddWalletAddress, payoutList, payoutRemove } from './payout.ts'
import { pushRenew, pushSettings, pushSubscribe, pushUnsubscribe } from './push.ts'
import {
  rechargeAddress,
  rechargeCreate,
  rechargeDetail,
  rechargeList,
  rechargeMethods,
  rechargeTransfers,
} from './recharge.ts'
import {
  securityPasskeyAdd,
  securityPasskeyBegin,
  securityPasskeyRemove,
  securityPasskeys,
  userPasskeyBegin,
  userPasskeyLogin,
} from './passkeys.ts'
import {
  securityPhrase,
  securityState,
  securityTotpBegin,
  securityTotpConfirm,
  securityTotpDisable,
} from './second-factor.ts'
import { indexPay, securityLoginPassword, securityPaymentPassword, userPasswordForgot } from './security.ts'
import { userLogins, userSessionRevoke, userSessions } from './session.ts'
import { transparencyOwnLiability, transparencySolvency } from './solvency.ts'
import { walletStatement, walletStatementCsv, walletStatementTotals } from './statement.ts'
import { indexKefuUser, supportConfig } from './support.ts'
import { supportUnread } from './support-unread.ts'
import { supportVisit, supportVisitBegin, supportVisitSend } from './support-visit.ts'
import { swapDetail, swapExecute, swapList, swapQuote, swapTerms } from './swap.ts'
import { transparencyCheckpoints, transparencyFrames, transparencySeeds, transparencyWitnesses } from './price-log.ts'
import { contractReceipt, receiptOf } from './receipt.ts'
import { systemPlanned, systemStatus } from './system.ts'
import { inviteCheck, invitePublished, userLogin, userLogout, userPasswordRules, userRegister } from './user.ts'
import { userInfo } from './user-view.ts'
import { walletAssets } from './wallet.ts'
import {
  transparencyServiceLevels,
  withdrawalCancel,
  withdrawalCreate,
  withdrawalDetail,
  withdrawalList,
  withdrawalQuote,
  withdrawalReadiness,
} from './withdrawal.ts'

/** All operations: what the server must implement, and what the published OpenAPI document lists. */
export const operations: readonly CustomerOperation[] = [
  captchaCreate,
  codeSend,
  userPasswordRules,
  userRegister,
  userLogin,
  userLogout,
  userInfo,
  userSessions,
  userSessionRevoke,
  userLogins,
  userAvatar,
  userAvatarRemove,
  userAddress,
  userAddressSet,
  userPasswordForgot,
  userRecover,
  securityLoginPassword,
  securityPaymentPassword,
  indexPay,
  securityLimits,
  securityLimitSet,
  securityExclude,
  securityBindEmail,
  securityClose,
  securityClosing,
  ownDataState,
  ownDataRequest,
  ownDataFile,
  securityBindPhone,
  securityUnbindPhone,
  securityState,
  securityTotpBegin,
  securityTotpConfirm,
  securityTotpDisable,
  securityPhrase,
  securityPasskeys,
  securityPasskeyBegin,
  securityPasskeyAdd,
  securityPasskeyRemove,
  userPasskeyBegin,
  userPasskeyLogin,
  marketInstruments,
  marketQuotes,
  marketCandles,
  marketFavourites,
  marketFavouriteSet,
  messageAlerts,
  messageAlertSet,
  messageAlertRemove,
  homeSummary,
  legalDocuments,
  legalText,
  legalConsents,
  legalAgree,
  contractTerms,
  contractBuy,
  contractOrders,
  contractOrder,
  contractDays,
  contractRecord,
  contractPerformance,
  contractReceipt,
  receiptOf,
  walletAssets,
  walletStatement,
  walletStatementCsv,
  walletStatementTotals,
  payoutList,
  payoutAddBankCard,
  payoutAddWalletAddress,
  payoutRemove,
  withdrawalQuote,
  withdrawalCreate,
  withdrawalCancel,
  withdrawalList,
  withdrawalDetail,
  withdrawalReadiness,
  transparencyServiceLevels,
  transparencyOwnLiability,
  transparencySolvency,
  transparencyOdds,
  transparencyIncidents,
  transparencyRules,
  transparencyServiceDays,
  rechargeMethods,
  rechargeAddress,
  rechargeCreate,
  rechargeList,
  rechargeDetail,
  rechargeTransfers,
  floorAdverts,
  floorAdvert,
  floorSell,
  floorSaleList,
  floorSaleDetail,
  floorDesk,
  floorApply,
  floorPublishing,
  floorPublish,
  floorClose,
  interestProducts,
  interestSummary,
  interestOpen,
  interestRedeem,
  interestOrderList,
  interestOrderDetail,
  swapTerms,
  swapQuote,
  swapExecute,
  swapList,
  swapDetail,
  kycStateOf,
  kycCountryList,
  kycSubmit,
  kycAppeal,
  kycAccess,
  indexSm,
  indexSmError,
  indexSmConfirm,
  indexSmConfirmError,
  messageList,
  messageDetail,
  messageReadAll,
  messageUnread,
  pushSettings,
  pushSubscribe,
  pushRenew,
  pushUnsubscribe,
  inviteSummary,
  inviteList,
  inviteNameSet,
  inviteCheck,
  invitePublished,
  mapTiles,
  systemStatus,
  systemPlanned,
  transparencyCheckpoints,
  transparencyFrames,
  transparencySeeds,
  transparencyWitnesses,
  supportConfig,
  supportUnread,
  supportVisit,
  supportVisitBegin,
  supportVisitSend,
  indexKefuUser,
]
