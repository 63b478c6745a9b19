/** Where a vault keeps its bytes: a folder, or an S3-compatible store. Names are letters, digits, a point and a slash. */
export interface ObjectStore {
  /** Resolves once the bytes are safe. A name is written once. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Null where nothing has this name. */
  read(name: string): Promise<Buffer | null>
  /** Removing what is not there is no fault. */
  remove(name: string): Promise<void>
}
