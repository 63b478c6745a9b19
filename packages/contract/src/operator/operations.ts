import { operatorClaim, operatorRelease } from './claim.ts'
import { operatorKycDecide, operatorKycDetail, operatorKycPhoto, operatorKycQueue } from './kyc.ts'
import { operatorLogin, operatorLogout, operatorMe } from './login.ts'
import type { OperatorOperation } from './operator-operation.ts'

/** Every operation of the operators that exists, each served under its own path. */
export const operatorOperations: readonly OperatorOperation[] = [
  operatorLogin,
  operatorMe,
  operatorLogout,
  operatorClaim,
  operatorRelease,
  operatorKycQueue,
  operatorKycDetail,
  operatorKycPhoto,
  operatorKycDecide,
]
