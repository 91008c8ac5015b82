import type { ShipmentDetails } from '@deqiq/contract/examinations/shipments.ts';
import { departure } from '../../api/people/session/departure.ts';

/** Unsent input of a partner. It survives a visit to another screen, but not a reload. */
type Drafts = { complaint: string; shipment: File; shipmentDetails: ShipmentDetails };

let drafts: Partial<Drafts> = {};

departure.onForget(() => {
  drafts = {};
});

/** The draft of this name, or undefined if there is none. */
export function readDraft<Name extends keyof Drafts>(name: Name): Drafts[Name] | undefined {
  return drafts[name];
}

/** Stores a draft, or removes it if the value is undefined or empty. */
export function storeDraft<Name extends keyof Drafts>(name: Name, value?: Drafts[Name]): void {
  const { [name]: _, ...others } = drafts;
  drafts = value ? { ...others, [name]: value } : others;
}
