import * as z from 'zod';
import { ConfigError } from './platform/errors.ts';
import type { PaymentPageSettings } from './platform/payment-pages/open-payment-page.ts';
import { readPrivateKey, readPublicKey } from './platform/payment-pages/p-sign.ts';
import { base } from './provider-settings.ts';
import { text } from './settings.ts';

/** A key in PEM has lines, which a variable has not. */
const toPem = (value: string | undefined) =>
  value === undefined ? undefined : Buffer.from(value, 'base64').toString();

const key = (read: (pem: string) => unknown, kind: string) =>
  text
    .transform(toPem)
    .refine((pem) => pem === undefined || isKey(pem, read), `must be ${kind} in PEM, in base64`);

/** Settings of the payment page for deposits. */
export const paymentSettings = {
  PAYMENT_PROVIDER: text.pipe(
    z.enum(['epoint', 'azericard'], 'must be epoint or azericard').optional(),
  ),
  EPOINT_PUBLIC_KEY: text,
  EPOINT_PRIVATE_KEY: text,
  AZERICARD_TERMINAL: text.pipe(
    z
      .string()
      .regex(/^\d{8}$/, 'must be the id of the terminal, 8 digits')
      .optional(),
  ),
  AZERICARD_PRIVATE_KEY: key(readPrivateKey, 'an RSA private key'),
  AZERICARD_GATEWAY_KEY: key(readPublicKey, 'an RSA public key'),
  PAYMENT_URL: base,
};

type Read = z.output<z.ZodObject<typeof paymentSettings>>;

/** The payment page; undefined: deposits are off. Throws ConfigError where a part of it is missing. */
export function readPaymentPage(read: Read): PaymentPageSettings | undefined {
  const { PAYMENT_PROVIDER: provider, PAYMENT_URL: url } = read;
  if (provider === undefined) return undefined;
  if (provider === 'epoint') {
    const { EPOINT_PUBLIC_KEY: publicKey, EPOINT_PRIVATE_KEY: privateKey } = read;
    if (publicKey === undefined || privateKey === undefined)
      throw new ConfigError(
        'The setting PAYMENT_PROVIDER=epoint needs EPOINT_PUBLIC_KEY and EPOINT_PRIVATE_KEY.',
      );
    return { provider, epoint: { publicKey, privateKey, url } };
  }
  const { AZERICARD_TERMINAL: terminal, AZERICARD_PRIVATE_KEY: privateKey } = read;
  const gatewayKey = read.AZERICARD_GATEWAY_KEY;
  if (terminal === undefined || privateKey === undefined || gatewayKey === undefined)
    throw new ConfigError(
      'The setting PAYMENT_PROVIDER=azericard needs AZERICARD_TERMINAL, AZERICARD_PRIVATE_KEY and AZERICARD_GATEWAY_KEY.',
    );
  return { provider, terminal, privateKey, gatewayKey, url };
}

function isKey(pem: string, read: (pem: string) => unknown): boolean {
  try {
    read(pem);
    return true;
  } catch {
    return false;
  }
}
