import * as notificationMessages from '@deqiq/messages/notifications/notifications.js';
import * as z from 'zod';

/** Events of which partners are notified. */
type PartnerEventKind =
  | 'result'
  | 'images'
  | 'lab'
  | 'gift-confirmed'
  | 'gift-rejected'
  | 'share-locked'
  | 'referral-accepted'
  | 'referral-declined'
  | 'referral-missed'
  | 'report-signed'
  | 'report-changed'
  | 'answer';

/** Events of which staff are notified. */
type StaffEventKind =
  | 'reservation'
  | 'partner-application'
  | 'contact-message'
  | 'shipment'
  | 'referral'
  | 'complaint'
  | 'question'
  | 'audit-head';

export type EventKind = PartnerEventKind | StaffEventKind;

/** Something that a partner, or staff, are notified of once. */
export type NotifiedEvent =
  | { readonly kind: PartnerEventKind; readonly objectId: string; readonly partnerId: string }
  | { readonly kind: StaffEventKind; readonly objectId: string; readonly partnerId?: never };

/** Browsers of a partner that get push messages; with one more the oldest is removed. */
export const MAX_DEVICES = 10;

const MAX_ENDPOINT = 1_024;

/** How a partner is notified. `isAvailable`: whether the provider sends e-mail at all. */
export const notificationSettings = z.object({
  email: z.object({ isAvailable: z.boolean(), isOn: z.boolean() }),
  push: z.object({ isOn: z.boolean() }),
});

// A form sends text.
const choice = z
  .union([z.boolean(), z.enum(['true', 'false'])], { error: notificationMessages.choiceMissing })
  .optional()
  .transform((value) => (value === undefined ? undefined : String(value) === 'true'));

export const setNotifications = z
  .object({ byEmail: choice, byPush: choice })
  .refine(({ byEmail, byPush }) => byEmail !== undefined || byPush !== undefined, {
    error: notificationMessages.choiceMissing,
    path: ['byEmail'],
  });

export const notificationSettingsAnswer = notificationSettings.extend({ message: z.string() });

const matching = (pattern: RegExp) =>
  z
    .string({ error: notificationMessages.subscriptionInvalid })
    .regex(pattern, { error: notificationMessages.subscriptionInvalid });

/** The PushSubscription of a browser: its address at the push service, a P-256 point, and 16 random bytes. */
export const pushSubscription = z.object({
  endpoint: matching(/^[\x21-\x7e]+$/).max(MAX_ENDPOINT, {
    error: notificationMessages.subscriptionInvalid,
  }),
  p256dh: matching(/^B[\w-]{86}$/),
  auth: matching(/^[\w-]{22}$/),
});

const listedSubscription = z.object({
  _id: z.string(),
  /** Browser and system, such as "Chrome · Android"; null where the sign-in has expired. */
  device: z.string().nullable(),
  /** SHA-256 of the endpoint in base64url, by which a browser recognises itself. */
  endpointHash: z.string(),
  /** Whether it belongs to the session of this request. */
  isCurrent: z.boolean(),
  createdAt: z.string(),
});

/** `publicKey`: what browsers subscribe to, in base64url. */
export const pushSubscriptions = z.object({
  publicKey: z.string(),
  devices: z.array(listedSubscription),
});

export const pushSubscriptionsAnswer = pushSubscriptions.extend({ message: z.string() });

export type NotificationSettings = z.output<typeof notificationSettings>;
export type SetNotifications = z.output<typeof setNotifications>;
export type PushSubscriptionFields = z.output<typeof pushSubscription>;
export type PushSubscriptions = z.output<typeof pushSubscriptions>;
