import * as texts from '@deqiq/messages/site/clinic-settings.js';
import * as z from 'zod';
import { fromJson } from '../referrals/referrals.ts';
import { clinicSettings, savedSettings, settingsAnswer } from '../shared/clinic/clinic-settings.ts';
import { defineEndpoints } from '../shared/endpoint.ts';

const version = z.coerce.number({ error: texts.versionMissing }).int().min(0);

/** `version`: the one that was read. 0 is that of the installation. */
const body = z.object({ version, settings: fromJson(clinicSettings, texts.settingsMissing) });

export const clinicSettingsEndpoints = defineEndpoints({
  'GET /api/admin/clinic-settings': { answer: savedSettings },
  'PUT /api/admin/clinic-settings': {
    body,
    files: { logo: 'optional', letterhead: 'optional' },
    answer: settingsAnswer,
  },
  'POST /api/admin/clinic-settings/restore': {
    body: z.object({ version, restore: version }),
    answer: settingsAnswer,
  },
});
