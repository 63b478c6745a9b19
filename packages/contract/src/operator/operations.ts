import { operatorAnnouncementCreate, operatorAnnouncementEnd, operatorAnnouncements } from './announcement.ts'
import { operatorAuditExport, operatorAuditList, operatorAuditOf, operatorAuditVerify } from './audit.ts'
import { operatorClaim, operatorRelease } from './claim.ts'
import { operatorKycDecide, operatorKycDetail, operatorKycPhoto, operatorKycQueue } from './kyc.ts'
import { operatorCorrectionConfirm, operatorCorrectionPropose, operatorCorrectionReject, operatorCorrections } from './correction.ts'
import {
  operatorCustomer,
  operatorCustomerDisable,
  operatorCustomerEnable,
  operatorCustomers,
  operatorCustomerStatement,
} from './customer.ts'
import { operatorDepositDecide, operatorDepositDetail, operatorDepositQueue, operatorDepositVoucher } from './deposit.ts'
import { operatorExposure } from './exposure.ts'
import {
  operatorAdvertClose,
  operatorAdvertOpen,
  operatorAdvertPublish,
  operatorAdverts,
  operatorDeskAdd,
  operatorDeskApprove,
  operatorDeskMoney,
  operatorDesks,
  operatorSaleConfirm,
  operatorSaleDetail,
  operatorSaleQueue,
} from './floor.ts'
import {
  operatorInterestConfirm,
  operatorInterestProducts,
  operatorInterestProposals,
  operatorInterestPropose,
  operatorInterestReject,
} from './interest.ts'
import { operatorLogin, operatorLogout, operatorMe } from './login.ts'
import { operatorMarketHalt, operatorMarketLift, operatorMarketLiftRefuse, operatorMarketLiftRequest, operatorMarkets } from './market.ts'
import type { OperatorOperation } from './operator-operation.ts'
import {
  operatorSwapBid,
  operatorSwapConfirm,
  operatorSwapProposals,
  operatorSwapPropose,
  operatorSwapReject,
  operatorSwapTerms,
} from './swap.ts'
import { operatorTeam } from './team.ts'
import {
  operatorInstruments,
  operatorTermsConfirm,
  operatorTermsPropose,
  operatorTermsProposals,
  operatorTermsReject,
  operatorTermsVersions,
} from './terms.ts'
import {
  operatorWithdrawalCompleted,
  operatorWithdrawalDecide,
  operatorWithdrawalDestination,
  operatorWithdrawalDetail,
  operatorWithdrawalFailed,
  operatorWithdrawalQueue,
  operatorWithdrawalSent,
} from './withdrawal.ts'

/** Every operation of the operators that exists, each served under its own path. */
export const operatorOperations: readonly OperatorOperation[] = [
  operatorLogin,
  operatorMe,
  operatorLogout,
  operatorClaim,
  operatorRelease,
  operatorTeam,
  operatorCustomers,
  operatorCustomer,
  operatorCustomerStatement,
  operatorCustomerDisable,
  operatorCustomerEnable,
  operatorAuditList,
  operatorAuditOf,
  operatorAuditExport,
  operatorAuditVerify,
  operatorAnnouncements,
  operatorAnnouncementCreate,
  operatorAnnouncementEnd,
  operatorInstruments,
  operatorTermsVersions,
  operatorTermsProposals,
  operatorTermsPropose,
  operatorTermsConfirm,
  operatorTermsReject,
  operatorExposure,
  operatorMarkets,
  operatorMarketHalt,
  operatorMarketLiftRequest,
  operatorMarketLift,
  operatorMarketLiftRefuse,
  operatorCorrections,
  operatorCorrectionPropose,
  operatorCorrectionConfirm,
  operatorCorrectionReject,
  operatorDepositQueue,
  operatorDepositDetail,
  operatorDepositVoucher,
  operatorDepositDecide,
  operatorInterestProducts,
  operatorInterestProposals,
  operatorInterestPropose,
  operatorInterestConfirm,
  operatorInterestReject,
  operatorKycQueue,
  operatorKycDetail,
  operatorKycPhoto,
  operatorKycDecide,
  operatorWithdrawalQueue,
  operatorWithdrawalDetail,
  operatorWithdrawalDestination,
  operatorWithdrawalDecide,
  operatorWithdrawalSent,
  operatorWithdrawalCompleted,
  operatorWithdrawalFailed,
  operatorDesks,
  operatorDeskMoney,
  operatorDeskAdd,
  operatorDeskApprove,
  operatorAdverts,
  operatorAdvertPublish,
  operatorAdvertClose,
  operatorAdvertOpen,
  operatorSaleQueue,
  operatorSaleDetail,
  operatorSaleConfirm,
  operatorSwapBid,
  operatorSwapTerms,
  operatorSwapProposals,
  operatorSwapPropose,
  operatorSwapConfirm,
  operatorSwapReject,
]
