/** What partners are notified of. */
export const partnerEventKinds = ['result', 'lab', 'gift-confirmed', 'gift-rejected'] as const;

/** What staff are notified of. */
export const staffEventKinds = [
  'reservation',
  'partner-application',
  'contact-message',
  'shipment',
  'complaint',
] as const;

export type PartnerEventKind = (typeof partnerEventKinds)[number];
export type StaffEventKind = (typeof staffEventKinds)[number];
export type EventKind = PartnerEventKind | StaffEventKind;
