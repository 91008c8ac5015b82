import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import { fullName, type Named } from '../../../lib/format.ts';

/** The examinations of a partner with the name of the patient. */
export function checkupsAddress(patient: Named, partner: { readonly _id: string }): string {
  const query = new URLSearchParams({ name: fullName(patient), partner: partner._id });
  return `${portalPaths.adminCheckups}?${query}`;
}
