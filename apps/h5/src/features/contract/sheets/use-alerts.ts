import { messageAlertRemove, messageAlerts, messageAlertSet } from '@candor/api'
import type { CallOf } from '@candor/api'
import { showToast } from '@candor/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call, CallFailed, queryClient, queryFor, replaceResponse } from '../../../shared/api/index.ts'

const alerts = queryFor(messageAlerts, {})

/** The customer's price alerts that wait. */
export function useAlerts() {
  return useQuery(alerts)
}

/** Sets or removes an alert: each call returns those that wait then. */
export function useAlertChange() {
  return useMutation({
    mutationFn: async (change: AlertChange) => {
      const result = 'id' in change ? await call(messageAlertRemove, change) : await call(messageAlertSet, change)
      if (!result.ok) throw new CallFailed(result)
      return result.value
    },
    onSuccess: (waiting) => replaceResponse(messageAlerts, {}, waiting),
    onError: (error) => {
      // An alert that is not found has fired, which its message says.
      if (error instanceof CallFailed && error.failure.error === 'not-found')
        return void queryClient.invalidateQueries(alerts)
      // A lost network is already reported.
      if (error instanceof CallFailed && error.failure.error !== 'network') showToast('refused', error.failure.msg)
    },
  })
}

type AlertChange = CallOf<typeof messageAlertSet> | CallOf<typeof messageAlertRemove>
