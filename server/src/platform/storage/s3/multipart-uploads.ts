import { hash } from 'node:crypto';
import { ignoreMissing } from './blob-errors.ts';
import { withChecksums } from './checksums.ts';
import type { S3Request, S3Response } from './client/s3-client.ts';
import { formatParts, readText } from './client/s3-xml.ts';

interface Upload {
  readonly name: string;
  readonly id: string;
}

export interface UploadedPart {
  /** From 1. */
  readonly number: number;
  readonly etag: string;
}

/** The calls of uploads in parts. `call` sends a request, `keyOf` adds the prefix to a name. */
export const multipartUploads = (
  call: (request: S3Request, root?: string) => Promise<S3Response>,
  keyOf: (name: string) => string,
) => ({
  /** Begins an upload in parts; returns its id. */
  async beginParts(name: string): Promise<string> {
    const request: S3Request = { method: 'POST', key: keyOf(name), query: { uploads: '' } };
    const { text } = await call(request, 'InitiateMultipartUploadResult');
    const id = readText(text, 'UploadId');
    if (!id) throw new Error('the object store returned no upload id');
    return id;
  },

  /** Each part but the last needs at least 5 MiB. */
  async putPart({ name, id }: Upload, number: number, bytes: Uint8Array): Promise<UploadedPart> {
    const { headers } = await call({
      method: 'PUT',
      key: keyOf(name),
      query: { partNumber: `${number}`, uploadId: id },
      ...(await withChecksums(bytes)),
    });
    if (!headers.etag) throw new Error('the object store returned no ETag');
    return { number, etag: headers.etag };
  },

  /** Joins the parts. Returns the size of the blob. */
  async finishParts({ name, id }: Upload, parts: readonly UploadedPart[]): Promise<number> {
    const body = Buffer.from(formatParts(parts));
    const request: S3Request = {
      method: 'POST',
      key: keyOf(name),
      query: { uploadId: id },
      headers: {
        'content-type': 'application/xml',
        'x-amz-content-sha256': hash('sha256', body),
      },
      body,
    };
    await call(request, 'CompleteMultipartUploadResult');
    const { headers } = await call({ method: 'HEAD', key: keyOf(name) });
    return Number(headers['content-length'] ?? 0);
  },

  /** Removes the parts of an upload that was not finished. A finished or unknown one is no error. */
  async abortParts({ name, id }: Upload): Promise<void> {
    await call({ method: 'DELETE', key: keyOf(name), query: { uploadId: id } }).catch(
      ignoreMissing,
    );
  },
});
