import { azericardPage } from './azericard.ts';
import { type EpointSettings, epointPage } from './epoint.ts';
import { readPrivateKey, readPublicKey } from './p-sign.ts';
import type { PaymentPage } from './payment-page.ts';

export type PaymentPageSettings =
  | { readonly provider: 'epoint'; readonly epoint: EpointSettings }
  | {
      readonly provider: 'azericard';
      readonly terminal: string;
      /** In PEM: our private key, and the public key of the gateway. */
      readonly privateKey: string;
      readonly gatewayKey: string;
      readonly url: string | undefined;
    };

interface Merchant {
  readonly name: string;
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The payment page of the settings; undefined: people pay nothing in advance. */
export function openPaymentPage(
  settings: PaymentPageSettings | undefined,
  merchant: Merchant,
): PaymentPage | undefined {
  if (settings === undefined) return undefined;
  if (settings.provider === 'epoint') return epointPage(settings.epoint);
  return azericardPage({
    terminal: settings.terminal,
    privateKey: readPrivateKey(settings.privateKey),
    gatewayKey: readPublicKey(settings.gatewayKey),
    merchantName: merchant.name,
    merchantUrl: merchant.url,
    url: settings.url,
    now: merchant.now,
  });
}
