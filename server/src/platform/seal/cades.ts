import { createHash, type X509Certificate } from 'node:crypto';
import { element, identifier, listParts, octets, sequence, set, smallInteger } from './der.ts';

const OID = {
  data: identifier('1.2.840.113549.1.7.1'),
  signedData: identifier('1.2.840.113549.1.7.2'),
  contentType: identifier('1.2.840.113549.1.9.3'),
  messageDigest: identifier('1.2.840.113549.1.9.4'),
  signingCertificate: identifier('1.2.840.113549.1.9.16.2.47'),
  sha256: identifier('2.16.840.1.101.3.4.2.1'),
  rsaWithSha256: identifier('1.2.840.113549.1.1.11'),
  ecdsaWithSha256: identifier('1.2.840.10045.4.3.2'),
} as const;

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** The tag [0] of a constructed element. */
const TAGGED = 0xa0;

const attribute = (type: Buffer, value: Buffer): Buffer => sequence(type, set(value));

/**
 * The attributes that a CAdES signature of a PDF signs (ETSI EN 319 122-1, 319 142-1): the kind and digest of the
 * document, and which certificate it is. The time is in the document. Returns the elements of the set.
 */
export const signedAttributes = (digest: Uint8Array, certificate: X509Certificate): Buffer[] => [
  attribute(OID.contentType, OID.data),
  attribute(OID.messageDigest, octets(digest)),
  attribute(OID.signingCertificate, sequence(sequence(sequence(octets(sha256(certificate.raw)))))),
];

/** The bytes that are signed. */
export const toSigned = (attributes: readonly Buffer[]): Buffer => set(...attributes);

/** A detached signature (RFC 5652) with its certificates, that of the signer first. */
export function signedData(
  attributes: readonly Buffer[],
  signature: Uint8Array,
  certificates: readonly [X509Certificate, ...X509Certificate[]],
): Buffer {
  const [signer] = certificates;
  const { issuer, serial } = readNames(signer);
  const digestAlgorithm = sequence(OID.sha256);
  const isRsa = signer.publicKey.asymmetricKeyType === 'rsa';
  const signatureAlgorithm = isRsa
    ? sequence(OID.rsaWithSha256, element(0x05))
    : sequence(OID.ecdsaWithSha256);
  const signerInfo = sequence(
    smallInteger(1),
    sequence(issuer, serial),
    digestAlgorithm,
    element(TAGGED, ...attributes.toSorted(Buffer.compare)),
    signatureAlgorithm,
    octets(signature),
  );
  const content = sequence(
    smallInteger(1),
    set(digestAlgorithm),
    sequence(OID.data),
    element(TAGGED, ...certificates.map(({ raw }) => raw)),
    set(signerInfo),
  );
  return sequence(OID.signedData, element(TAGGED, content));
}

/** The issuer and the number of a certificate as they stand in it (RFC 5280, 4.1). */
function readNames({ raw }: X509Certificate): { issuer: Buffer; serial: Buffer } {
  const [body] = listParts(raw);
  const parts = body ? listParts(body) : [];
  // A version before them is optional.
  const first = parts[0]?.[0] === TAGGED ? 1 : 0;
  const [serial, , issuer] = parts.slice(first);
  if (!serial || !issuer) throw new Error('the certificate has no issuer');
  return { issuer, serial };
}
