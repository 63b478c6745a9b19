/**
 * A vault's byte storage: a folder, or an S3-compatible store. Names consist of letters, digits, a point and a slash.
 */
export interface ObjectStore {
  /** Resolves once the bytes are safe. A name's former bytes are replaced whole. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Null when the name does not exist. */
  read(name: string): Promise<Buffer | null>
  /** Removing a missing object is not an error. */
  remove(name: string): Promise<void>
}
