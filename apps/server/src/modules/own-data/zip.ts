import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file of an archive: its name, and its content in parts. */
export interface ArchiveFile {
  readonly name: string
  readonly content: AsyncIterable<string | Buffer> | Iterable<string | Buffer>
}

/** The bytes of a ZIP with these files, one after the other. Rejects with the first error of a content. */
export async function zipOf(files: AsyncIterable<ArchiveFile>): Promise<Buffer> {
  const zip = new ZipFile()
  const packed = collected(zip.outputStream)
  const added = addAll(zip, files)
  // A failed content never ends the ZIP.
  await Promise.race([added, packed])
  await added
  return packed
}

async function addAll(zip: ZipFile, files: AsyncIterable<ArchiveFile>): Promise<void> {
  for await (const { name, content } of files) await add(zip, name, content)
  zip.end()
}

function add(zip: ZipFile, name: string, content: ArchiveFile['content']): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = Readable.from(content, { objectMode: false })
    stream.once('error', reject)
    stream.once('end', resolve)
    zip.addReadStream(stream, name)
  })
}

async function collected(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}
