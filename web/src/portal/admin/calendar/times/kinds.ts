import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import { language } from '@deqiq/messages/language.ts';

/** The name of a kind in the language of the screen. */
export function nameKind({ name }: Kind): string {
  const spoken = language();
  return name[spoken === 'spec' ? 'en' : spoken];
}

/** The name of the kind with this id; '' without one, and where it was removed. */
export function nameKindOf(kinds: readonly Kind[], id: string | null): string {
  const kind = kinds.find(({ _id }) => _id === id);
  return kind ? nameKind(kind) : '';
}

/** Whether a kind is made at a machine; one without machines is made at all of them. */
export const isMadeAt = ({ machines }: Kind, device: string): boolean =>
  machines.length === 0 || machines.includes(device);

/** The first of these machines at which a kind is made. */
export const findMachine = <Machine extends { readonly _id: string }>(
  kind: Kind,
  machines: readonly Machine[],
): Machine | undefined => machines.find(({ _id }) => isMadeAt(kind, _id));

/** A kind of this examination, rather one that is made at the machine. */
export function findKind(
  kinds: readonly Kind[],
  examination: string | undefined,
  device: string,
): Kind | undefined {
  const same = kinds.filter((kind) => kind.examination === examination);
  return same.find((kind) => isMadeAt(kind, device)) ?? same[0];
}
