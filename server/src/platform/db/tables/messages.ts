/** A message to one recipient by one channel. */
export interface OutboxTable {
  id: string;
  channel: 'email' | 'push';
  /** The id of a partner, or `staff`; for push the id of a subscription. */
  recipient: string;
  /** The kind of its events: a kind of the contract. */
  kind: string;
  /**
   * open: takes further events; queued: waits for an attempt; finishing: its last byte is about to be sent, or was sent
   * without a reply; cancelled: nothing was left to be said.
   */
  state: 'open' | 'queued' | 'finishing' | 'sent' | 'failed' | 'cancelled';
  /** Whether the server of the recipient has confirmed it; 0 if the process ended while it waited for the reply. */
  is_confirmed: 0 | 1 | null;
  /** Why it failed: a code. */
  failure: string | null;
  created_at: string;
  sent_at: string | null;
}

/** The events of a message. An event reaches a recipient once per channel. */
export interface OutboxEventsTable {
  id: string;
  message_id: string;
  channel: 'email' | 'push';
  recipient: string;
  kind: string;
  object_id: string;
  created_at: string;
}

/** A partner without a row gets e-mail and push. */
export interface NotificationSettingsTable {
  partner_id: string;
  email: 0 | 1;
  push: 0 | 1;
}

/** A browser of a partner that receives push messages. */
export interface PushSubscriptionsTable {
  id: string;
  partner_id: string;
  /** The session that ends it. One that expires does not. */
  session_id: string;
  endpoint: string;
  /** P-256 point, base64url. */
  public_key: string;
  auth_secret: string;
  /** The public key of this server that the browser knows. */
  server_key: string;
  created_at: string;
}

/** A message to a patient by one channel. `about` makes it one: the time or the offer that it tells of. */
export interface PatientMessagesTable {
  id: string;
  appointment_id: string;
  kind: 'first' | 'day-before' | 'two-hours-before' | 'offer' | 'refunded';
  channel: 'email' | 'sms' | 'whatsapp';
  /** The beginning of the appointment, the id of an offer, or '' for the first message. */
  about: string;
  /** As in the outbox, without `open`. */
  state: 'queued' | 'finishing' | 'sent' | 'failed' | 'cancelled';
  /** When it is sent. */
  due_at: string;
  /** From then on it is left out. */
  ends_at: string;
  /** As in the outbox. */
  is_confirmed: 0 | 1 | null;
  /** Why it failed: a code. */
  failure: string | null;
  /** The id that the provider gave it; its events name it. */
  provider_id: string | null;
  created_at: string;
  sent_at: string | null;
}
