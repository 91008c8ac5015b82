import {
  clinicSettingsBody,
  restoreBody,
  savedSettings,
  settingsAnswer,
} from '../shared/clinic/clinic-settings.ts';
import { defineEndpoints } from '../shared/endpoint.ts';

export const clinicSettingsEndpoints = defineEndpoints({
  'GET /api/admin/clinic-settings': { answer: savedSettings },
  'PUT /api/admin/clinic-settings': { body: clinicSettingsBody, answer: settingsAnswer },
  'POST /api/admin/clinic-settings/restore': { body: restoreBody, answer: settingsAnswer },
});
