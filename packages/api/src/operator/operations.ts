import type { OperatorOperation } from '../operation.ts'
import * as advertTerms from './advert-terms.ts'
import * as announcement from './announcement.ts'
import * as audit from './audit.ts'
import * as cells from './cells.ts'
import * as claim from './claim.ts'
import * as confirmation from './confirmation.ts'
import * as correction from './correction.ts'
import * as customer from './customer.ts'
import * as day from './day.ts'
import * as deposit from './deposit.ts'
import * as exposure from './exposure.ts'
import * as floor from './floor.ts'
import { operatorApplicationApprove, operatorApplicationRefuse, operatorApplications } from './merchant-application.ts'
import * as foresight from './foresight.ts'
import * as history from './history.ts'
import * as incident from './incident.ts'
import * as publishedCode from './published-code.ts'
import * as interest from './interest.ts'
import * as kyc from './kyc.ts'
import * as login from './login.ts'
import * as market from './market.ts'
import * as priceLog from './price-log.ts'
import * as setting from './setting.ts'
import * as support from './support.ts'
import * as swap from './swap.ts'
import * as team from './team.ts'
import * as terms from './terms.ts'
import * as withdrawal from './withdrawal.ts'

/** Every operation of the operators' API. */
export const operatorOperations: readonly OperatorOperation[] = [
  login.operatorLogin,
  login.operatorMe,
  login.operatorLogout,
  claim.operatorClaims,
  claim.operatorClaim,
  claim.operatorRelease,
  team.operatorTeam,
  team.operatorTeamDisable,
  confirmation.operatorConfirmationBegin,
  confirmation.operatorConfirmationGive,
  confirmation.operatorPasskeys,
  confirmation.operatorPasskeyBegin,
  confirmation.operatorPasskeyAdd,
  customer.operatorCustomers,
  customer.operatorCustomer,
  customer.operatorCustomerContext,
  customer.operatorCustomerStatement,
  customer.operatorCustomerTimeline,
  customer.operatorCustomerDisable,
  customer.operatorCustomerSignOut,
  customer.operatorCustomerEnable,
  audit.operatorAuditList,
  audit.operatorAuditOf,
  audit.operatorAuditExport,
  audit.operatorAuditVerify,
  announcement.operatorAnnouncements,
  ...Object.values(announcement.operatorAnnouncementProposals),
  announcement.operatorAnnouncementEnd,
  announcement.operatorAnnouncementReach,
  terms.operatorInstruments,
  terms.operatorTermsVersions,
  ...Object.values(terms.operatorTermsProposals),
  exposure.operatorExposure,
  foresight.operatorForesight,
  history.operatorRiskHistory,
  day.operatorDayFigures,
  day.operatorDayCases,
  cells.operatorCells,
  cells.operatorCellOf,
  priceLog.operatorPriceLog,
  market.operatorMarkets,
  market.operatorMarketHalt,
  market.operatorMarketLiftRequest,
  market.operatorMarketLift,
  market.operatorMarketLiftRefuse,
  ...Object.values(correction.operatorCorrections),
  incident.operatorIncidents,
  ...Object.values(incident.operatorExplanations),
  ...Object.values(publishedCode.operatorPublishedCodes),
  publishedCode.operatorPublishedCodeWithdraw,
  deposit.operatorDepositQueue,
  deposit.operatorDepositDecided,
  deposit.operatorDepositDetail,
  deposit.operatorDepositVoucher,
  deposit.operatorDepositDecide,
  interest.operatorInterestProducts,
  ...Object.values(interest.operatorInterestProposals),
  kyc.operatorKycQueue,
  kyc.operatorKycDecided,
  kyc.operatorKycDetail,
  kyc.operatorKycPhoto,
  kyc.operatorKycDecide,
  withdrawal.operatorWithdrawalQueue,
  withdrawal.operatorWithdrawalEnded,
  withdrawal.operatorWithdrawalDetail,
  withdrawal.operatorWithdrawalDestination,
  withdrawal.operatorWithdrawalDecide,
  withdrawal.operatorWithdrawalSent,
  withdrawal.operatorWithdrawalCompleted,
  withdrawal.operatorWithdrawalFailed,
  floor.operatorDesks,
  floor.operatorDeskMoney,
  floor.operatorDeskAdd,
  floor.operatorDeskApprove,
  ...Object.values(floor.operatorDeskFundings),
  floor.operatorAdverts,
  floor.operatorAdvertBand,
  floor.operatorAdvertPublish,
  ...Object.values(floor.operatorAdvertProposals),
  floor.operatorAdvertClose,
  floor.operatorAdvertOpen,
  floor.operatorSaleQueue,
  floor.operatorSaleEnded,
  floor.operatorSaleDetail,
  floor.operatorSaleConfirm,
  operatorApplications,
  operatorApplicationApprove,
  operatorApplicationRefuse,
  advertTerms.operatorAdvertTerms,
  ...Object.values(advertTerms.operatorAdvertTermsProposals),
  setting.operatorSettings,
  ...Object.values(setting.operatorSettingProposals),
  setting.operatorSettingEffect,
  swap.operatorSwapBid,
  swap.operatorSwapTerms,
  ...Object.values(swap.operatorSwapProposals),
  support.operatorSupportDesk,
  support.operatorSupportDuty,
  support.operatorSupportList,
  support.operatorSupportConversation,
  support.operatorSupportHistory,
  support.operatorSupportClaim,
  support.operatorSupportSend,
  support.operatorSupportSendImage,
  support.operatorSupportImage,
  support.operatorSupportTyping,
  support.operatorSupportRead,
  support.operatorSupportTransfer,
  support.operatorSupportClose,
  support.operatorSupportNoteAdd,
  support.operatorSupportCanned,
  support.operatorSupportCannedAdd,
  support.operatorSupportCannedChange,
  support.operatorSupportCannedRemove,
  support.operatorSupportSettings,
  support.operatorSupportSettingsChange,
]
