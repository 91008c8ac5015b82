import type { ShipmentDetails } from '@deqiq/contract/shipments.ts';
import { departure } from '../../api/session/departure.ts';

/** What a partner has begun and not sent: it survives a visit to another screen, and nothing else. */
type Drafts = { complaint: string; shipment: File; shipmentDetails: ShipmentDetails };

let drafts: Partial<Drafts> = {};

departure.onForget(() => {
  drafts = {};
});

/** The draft of this name; undefined where nothing was begun. */
export function readDraft<Name extends keyof Drafts>(name: Name): Drafts[Name] | undefined {
  return drafts[name];
}

/** Stores a draft, or drops it where the value is undefined or empty. */
export function storeDraft<Name extends keyof Drafts>(name: Name, value?: Drafts[Name]): void {
  const { [name]: _, ...others } = drafts;
  drafts = value ? { ...others, [name]: value } : others;
}
