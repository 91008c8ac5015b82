/** How a message reaches a telephone. */
export type ChannelName = 'sms' | 'whatsapp';

/** A template that the provider has approved. WhatsApp takes nothing else from a sender to whom the person has not written today. */
export interface MessageTemplate {
  readonly name: string;
  readonly language: 'az' | 'ru' | 'en';
  /** Texts of the placeholders {{1}}, {{2}} … of its body. */
  readonly parameters: readonly string[];
}

export interface PatientMessage {
  /** A telephone number in any notation of the forms. */
  readonly to: string;
  readonly text: string;
  /** Instead of the text, for channels that need one. */
  readonly template?: MessageTemplate | undefined;
  /** Equal in all attempts of one message: the idempotency key where the provider has one. */
  readonly reference: string;
}

export interface SendOptions {
  /** Ends the attempt, except while the response to the complete request is awaited. */
  readonly signal?: AbortSignal;
  /** Called before the last byte of the request. If it rejects, the provider discards the request and `send` rejects. */
  readonly beforeEnd?: () => Promise<void>;
}

/** A permanent refusal of this message; another attempt ends in the same way. */
export type RefusalReason = 'bad-number' | 'blocked-number' | 'bad-content';

/** `sign-in` and `no-credit` last until an operator repairs them. */
export type FailureReason = 'sign-in' | 'no-credit' | 'too-many' | 'unavailable' | 'timeout';

export type SendResult =
  /** `id`: of the provider, which its status events name. */
  | { readonly kind: 'accepted'; readonly id: string }
  | { readonly kind: 'refused'; readonly reason: RefusalReason }
  | {
      readonly kind: 'failed';
      readonly reason: FailureReason;
      /** The complete request was sent and no response came: a further attempt may send the message twice. */
      readonly mayHaveArrived: boolean;
      /** Milliseconds that the provider wants to be left alone. */
      readonly retryAfter?: number;
    };

/** Sends messages to patients by one provider. */
export interface MessageChannel {
  readonly name: ChannelName;
  /** Rejects only where the signal or `beforeEnd` does. Results contain no text of the provider, no number and no secret. */
  send(message: PatientMessage, options?: SendOptions): Promise<SendResult>;
}

/** Further news of an accepted message, in any order and possibly repeated. */
export interface MessageStatus {
  readonly channel: ChannelName;
  /** The id of `accepted`. */
  readonly id: string;
  /** The `reference` of the message; undefined where the provider does not return it. */
  readonly reference?: string | undefined;
  readonly status: 'sent' | 'delivered' | 'read' | 'failed';
  readonly at: Date;
  /** Code of the provider, with `failed`. */
  readonly code?: string | undefined;
}

/** A person sent a stop word. */
export interface StopRequest {
  readonly channel: ChannelName;
  /** International digits without +, as `toInternational` writes them. */
  readonly phone: string;
  readonly at: Date;
  /** Of the incoming message: equal when the webhook is repeated. */
  readonly id: string;
}

/** Receives verified events of the providers. If one rejects, the provider repeats the webhook. */
export interface MessageEvents {
  onStatus(status: MessageStatus): Promise<void>;
  onStop(request: StopRequest): Promise<void>;
}
