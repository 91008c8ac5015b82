import { createHash, verify } from 'node:crypto';
import { readCertificates } from '../data-folder/certificate.ts';
import { parseObject, requestProvider } from '../providers/provider-request.ts';
import { signedAttributes, signedData, toSigned } from './cades.ts';

export interface SealSettings {
  /** Address of the service that holds the key. */
  readonly url: string;
  /** Sent as `Bearer`; undefined: not needed. */
  readonly token: string | undefined;
  /** PEM: the certificate of the seal, then those of its issuers. */
  readonly certificatesFile: string;
}

/** A qualified seal. Its key never leaves the service of the trust provider. */
export interface Seal {
  /** The most bytes that a signature takes in a document. */
  readonly size: number;
  /** A detached CAdES signature for the SHA-256 of a document. Throws SealError where the service gives none. */
  sign(digest: Uint8Array): Promise<Buffer>;
}

export class SealError extends Error {
  constructor(reason: string) {
    super(`the seal service gave no signature: ${reason}`);
    this.name = 'SealError';
  }
}

/** Milliseconds: a doctor waits for the document. */
const TIMEOUT = 10_000;

/** Bytes of a signature beside its certificates. */
const OVERHEAD = 2_048;

/**
 * A seal by HTTP: `POST` with `{"algorithm":"SHA-256","hash":"<base64>"}` is answered by `{"signature":"<base64>"}`, a
 * signature of that hash by RSA (PKCS #1) or ECDSA (DER). Throws ConfigError where the certificates cannot be read.
 */
export function openSeal({ url, token, certificatesFile }: SealSettings): Seal {
  const certificates = readCertificates(certificatesFile);
  const [signer] = certificates;
  return {
    size: certificates.reduce((sum, { raw }) => sum + raw.length, OVERHEAD),
    async sign(digest) {
      const attributes = signedAttributes(digest, signer);
      const bytes = toSigned(attributes);
      const hash = createHash('sha256').update(bytes).digest('base64');
      const headers = {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      };
      const body = JSON.stringify({ algorithm: 'SHA-256', hash });
      const reply = await requestProvider(
        { url, method: 'POST', headers, body },
        { timeout: TIMEOUT },
      );
      if (reply.kind === 'failure') throw new SealError(reply.reason);
      const { signature } = parseObject(reply.body) ?? {};
      if (reply.status !== 200 || typeof signature !== 'string')
        throw new SealError(`status ${reply.status}`);
      const signed = Buffer.from(signature, 'base64');
      // A wrong signature would be found by the reader of the document first.
      if (!verify('sha256', bytes, signer.publicKey, signed))
        throw new SealError('it is not that of the certificate');
      return signedData(attributes, signed, certificates);
    },
  };
}
