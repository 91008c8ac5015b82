import * as z from 'zod';
import { notificationMessages } from './shared/notification-messages.ts';

/** What partners are notified of. */
type PartnerEventKind = 'result' | 'lab' | 'gift-confirmed' | 'gift-rejected';

/** What staff are notified of. */
type StaffEventKind =
  | 'reservation'
  | 'partner-application'
  | 'contact-message'
  | 'shipment'
  | 'complaint';

export type EventKind = PartnerEventKind | StaffEventKind;

/** Something that a partner, or staff, are notified of once. */
export type NotifiedEvent =
  | { readonly kind: PartnerEventKind; readonly objectId: string; readonly partnerId: string }
  | { readonly kind: StaffEventKind; readonly objectId: string; readonly partnerId?: never };

/** How a partner is notified. `isAvailable`: whether the provider sends e-mail at all. */
export const notificationSettings = z.object({
  email: z.object({ isAvailable: z.boolean(), isOn: z.boolean() }),
});

export const setNotifications = z.object({
  byEmail: z.boolean({ error: notificationMessages.choiceMissing }),
});

export const notificationSettingsAnswer = notificationSettings.extend({ message: z.string() });

export type NotificationSettings = z.output<typeof notificationSettings>;
export type SetNotifications = z.output<typeof setNotifications>;
