import {
  indexSm,
  indexSmConfirm,
  indexSmConfirmError,
  indexSmError,
  kycAccess,
  kycAppeal,
  kycCountries,
  kycCountryList,
  kycDocumentTypes,
  kycStateOf,
  kycSubmit,
  numberLengthOf,
  sidesOf,
  userRecover,
} from '@candor/api'
import type { Language } from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { KycService } from './kyc-service.ts'
import type { Recover } from './recovery-service.ts'

/** The identity check as customers call it. */
export function kycRoutes(service: KycService, recover: Recover): Route[] {
  return [
    route(kycStateOf, async (_input, { principal }) => ok(await service.state(principal.customerId))),
    route(kycCountryList, async (_input, { lang }) => ok({ items: countriesIn(lang) })),
    route(userRecover, (input, { ip, userAgent }) => recover(input, { ip, userAgent })),
    route(kycSubmit, (input, { principal }) => service.submit(principal.customerId, input)),
    route(kycAppeal, (input, { principal }) => service.appeal(principal.customerId, input)),
    route(kycAccess, async (_input, { principal }) => ok(await service.access(principal.customerId))),
    route(indexSm, async (_input, { principal }) => {
      const waiting = await service.waiting(principal.customerId, 'verified')
      return waiting === null ? refuse('nothing-waiting') : ok({ id: waiting.id, decidedMs: waiting.decidedMs })
    }),
    route(indexSmError, async (_input, { principal }) => {
      const waiting = await service.waiting(principal.customerId, 'rejected')
      const resubmit = waiting?.resubmit ?? null
      return waiting === null || resubmit === null ? refuse('nothing-waiting') : ok({ ...waiting, resubmit })
    }),
    route(indexSmConfirm, async (_input, { principal }) => {
      await service.acknowledge(principal.customerId, 'verified')
      return ok(null)
    }),
    route(indexSmConfirmError, async (_input, { principal }) => {
      await service.acknowledge(principal.customerId, 'rejected')
      return ok(null)
    }),
  ]
}

function countriesIn(lang: Language) {
  const names = new Intl.DisplayNames([lang], { type: 'region' })
  return kycCountries.map((code) => ({
    code,
    name: names.of(code) ?? code,
    documents: kycDocumentTypes.map((type) => ({
      type,
      sides: [...sidesOf(type)],
      numberLength: numberLengthOf(code, type),
    })),
  }))
}
