/**
 * What a browser app needs of the server: calls, uploads, downloads, a reconnecting socket and values kept in the
 * browser. Hooks and query options are at `@candor/client/react`.
 */
export { CallFailed, createCall } from './call.ts'
export type { ApiClientOptions, Call, Called, CallError, CallFailure, CallResult } from './call.ts'
export { Connection } from './connection.ts'
export type { ConnectionOptions, ConnectionPhase } from './connection.ts'
export { createDownload } from './download.ts'
export { createListeners } from './listeners.ts'
export type { Listeners } from './listeners.ts'
export type { MessageKeyOf, MessageValues } from './message-key.ts'
export { newRequestId } from './request-id.ts'
export { forgetOwnValues, storedValue } from './stored-value.ts'
export type { StoredValue } from './stored-value.ts'
export { applyTheme, theme, themes } from './theme.ts'
export type { Theme } from './theme.ts'
export { createUpload, sendForm } from './upload.ts'
export type { UploadProgress } from './upload.ts'
export { webSocketOpener } from './web-socket.ts'
export type { SocketEvents, SocketPort } from './web-socket.ts'
