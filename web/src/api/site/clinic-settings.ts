import type { ClinicSettings } from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { PICTURES_TIMEOUT } from '../http/form-data.ts';
import { invalidateAfter } from '../http/query.ts';

const SETTINGS = ['admin', 'clinic-settings'] as const;

export const clinicSettingsQuery = queryOptions({
  queryKey: SETTINGS,
  queryFn: ({ signal }) => call('GET /api/admin/clinic-settings', { signal }),
  // A form is open on what was read: only an own change replaces it.
  staleTime: Number.POSITIVE_INFINITY,
});

type Picture = File | string;

/** Settings with the pictures of a form: new ones, or the names of those on the server. */
export type SentSettings = Omit<ClinicSettings, 'logo' | 'letterhead'> &
  Readonly<Record<'logo' | 'letterhead', Picture>>;

const toName = (picture: Picture) => (typeof picture === 'string' ? picture : '');

/** `version`: the one that was read. */
export function saveSettings(version: number, { logo, letterhead, ...rest }: SentSettings) {
  const settings = { ...rest, logo: toName(logo), letterhead: toName(letterhead) };
  const form = {
    version,
    settings: JSON.stringify(settings),
    ...(logo instanceof File && { logo }),
    ...(letterhead instanceof File && { letterhead }),
  };
  return invalidateAfter(
    SETTINGS,
    call('PUT /api/admin/clinic-settings', { form, timeoutMs: PICTURES_TIMEOUT }),
  );
}

export const restoreSettings = (version: number, restore: number) =>
  invalidateAfter(
    SETTINGS,
    call('POST /api/admin/clinic-settings/restore', { body: { version, restore } }),
  );
