/** A payment that a person is about to make. */
export interface PaymentOrder {
  /** Ours: 6 to 32 digits, whose last six are unique within a day. */
  readonly order: string;
  /** Qəpik. */
  readonly amount: number;
  /** At most 50 characters. The bank prints it on statements, so it names no person and no examination. */
  readonly description: string;
  readonly language: 'az' | 'ru' | 'en';
  /** Pages to which the browser returns. They prove nothing. */
  readonly successUrl: string;
  readonly failureUrl: string;
  /** The provider calls it; ePoint takes it from its own settings. */
  readonly callbackUrl: string;
}

export type PaymentFailure = 'sign-in' | 'timeout' | 'unavailable';

interface Failed {
  readonly kind: 'failed';
  readonly reason: PaymentFailure;
  /** The complete request was sent and nothing readable came back. */
  readonly mayHaveHappened: boolean;
}

export type Begun =
  /** `transaction`: the provider's id of the payment. */
  | { readonly kind: 'redirect'; readonly url: string; readonly transaction: string }
  /** A form that the browser posts. */
  | {
      readonly kind: 'form';
      readonly action: string;
      readonly fields: Readonly<Record<string, string>>;
    }
  | Failed;

/** The state of a payment, as its provider has confirmed it. */
export interface PaymentEvent {
  readonly order: string;
  /** The provider's id of the payment: equal in repeated events, and the argument of `refund` and `status`. */
  readonly transaction: string;
  /** Qəpik. */
  readonly amount: number;
  readonly status: 'pending' | 'paid' | 'declined' | 'refunded';
}

export type EventResult =
  | { readonly kind: 'event'; readonly event: PaymentEvent }
  /** Not from the provider, or not about a payment of this server. */
  | { readonly kind: 'refused' }
  | Failed;

/** A payment that was made. */
export interface PaidPayment {
  readonly order: string;
  readonly transaction: string;
  /** Qəpik. */
  readonly amount: number;
  readonly paidAt: Date;
}

export type RefundResult =
  | { readonly kind: 'refunded' }
  /** The provider refuses it: refunded before, or an amount that is too high. `status` tells more. */
  | { readonly kind: 'refused' }
  | Failed;

/** The page of a provider on which people pay by card. No card data reaches this server. */
export interface PaymentPage {
  readonly provider: 'epoint' | 'azericard';
  begin(payment: PaymentOrder): Promise<Begun>;
  /** Reads the fields of a callback, which everyone can send. Asks the provider where the signature does not cover them. */
  readCallback(fields: Readonly<Record<string, unknown>>): Promise<EventResult>;
  /** All of the payment goes back to the card. */
  refund(payment: PaidPayment): Promise<RefundResult>;
  /** `transaction` undefined: the provider has not told one yet. */
  status(payment: {
    readonly order: string;
    readonly transaction: string | undefined;
  }): Promise<EventResult>;
}
