import { hash } from 'node:crypto';

/** Bytes of SHA-256's block and digest. */
const BLOCK = 64;
const DIGEST = 32;

/**
 * HMAC-SHA-256 (RFC 2104) under one key, for what is signed many times a request: node's own makes two
 * objects for each signature, which cost three times as much as the hashing.
 */
export function hmacSha256(secret: Uint8Array): (message: Uint8Array) => Buffer {
  const key = Buffer.alloc(BLOCK);
  key.set(secret.length > BLOCK ? hash('sha256', secret, 'buffer') : secret);
  const inner = key.map((byte) => byte ^ 0x36);
  const outer = Buffer.concat([key.map((byte) => byte ^ 0x5c), Buffer.alloc(DIGEST)]);
  let first = Buffer.alloc(0);
  return (message) => {
    if (first.length !== BLOCK + message.length) first = Buffer.concat([inner, message]);
    first.set(message, BLOCK);
    // Digests as latin1 text: node hands out a new Buffer at four times the price.
    outer.write(hash('sha256', first, 'latin1'), BLOCK, 'latin1');
    return Buffer.from(hash('sha256', outer, 'latin1'), 'latin1');
  };
}
