import type { ClinicSettings } from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { invalidateAfter } from '../http/query.ts';

const SETTINGS = ['admin', 'clinic-settings'] as const;

export const clinicSettingsQuery = queryOptions({
  queryKey: SETTINGS,
  queryFn: ({ signal }) => call('GET /api/admin/clinic-settings', { signal }),
  // A form is open on what was read: only an own change replaces it.
  staleTime: Number.POSITIVE_INFINITY,
});

/** `version`: the one that was read. */
export const saveSettings = (version: number, settings: ClinicSettings) =>
  invalidateAfter(
    SETTINGS,
    call('PUT /api/admin/clinic-settings', { body: { version, settings } }),
  );

export const restoreSettings = (version: number, restore: number) =>
  invalidateAfter(
    SETTINGS,
    call('POST /api/admin/clinic-settings/restore', { body: { version, restore } }),
  );
