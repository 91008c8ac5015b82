import { createDecipheriv, createPublicKey, type ECDH, hkdfSync, verify } from 'node:crypto';

/** The secrets of a browser's subscription. */
export interface ReceiverKeys {
  readonly ecdh: ECDH;
  readonly auth: Buffer;
}

/** Bytes of the header of a record stream (RFC 8188, 2.1) before the key, and of its parts. */
const SALT = 16;
const FIXED = SALT + 4 + 1;
const TAG = 16;

/** Decrypts a message as a browser does (RFC 8291, 3 and 4). Throws if anything about it is wrong. */
export function decrypt(body: Buffer, { ecdh, auth }: ReceiverKeys): string {
  const salt = body.subarray(0, SALT);
  const recordSize = body.readUInt32BE(SALT);
  const keyLength = body.readUInt8(FIXED - 1);
  const senderKey = body.subarray(FIXED, FIXED + keyLength);
  const record = body.subarray(FIXED + keyLength);
  if (keyLength !== 65 || record.length > recordSize) throw new Error('no single record');
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, keyInfo, 32));
  const derive = (info: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${info}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-TAG));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -TAG)), decipher.final()]);
  const end = plain.lastIndexOf(2);
  if (end < 0 || plain.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error('no last record');
  return plain.subarray(0, end).toString('utf8');
}

/** The claims of an Authorization header (RFC 8292, 3). Throws unless it is signed with the key it names. */
export function readVapid(header: string | undefined): { key: string; claims: object } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? '') ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const signer = createPublicKey({ key: jwk, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: signer, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { alg } = parse(head) as { alg?: unknown };
  if (!isSigned || alg !== 'ES256') throw new Error('the signature is wrong');
  return { key, claims: parse(body) };
}

const parse = (part: string): object =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as object;
