import { createUpload } from '@candor/client'
import { callOptions } from './app-call.ts'

/** Calls an operation that takes files, with progress: `await upload(kycSubmit, form, { onProgress, signal })`. */
export const upload = createUpload(callOptions)
