import { clinicSettingsEndpoints } from '@deqiq/contract/site/clinic-settings.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import type { ClinicSettingsService } from './clinic-settings.service.ts';

export function clinicSettingsRoutes(app: App, settings: ClinicSettingsService): void {
  const route = router(app, clinicSettingsEndpoints, 'clinic-settings');
  const config = { access: 'owner' } as const;

  route('GET /api/admin/clinic-settings', { config }, () => settings.find());

  route('PUT /api/admin/clinic-settings', { config }, (request) =>
    settings.save(requireActor(request), request.body),
  );

  route('POST /api/admin/clinic-settings/restore', { config }, (request) =>
    settings.restore(requireActor(request), request.body),
  );
}
