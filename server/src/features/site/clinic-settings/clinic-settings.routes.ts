import { clinicSettingsEndpoints } from '@deqiq/contract/site/clinic-settings.endpoints.ts';
import * as messages from '@deqiq/messages/site/clinic-settings.js';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { withBody } from '../../../platform/http/bodies/memory/body-lease.ts';
import { newPicture, PICTURES_FORM_LIMIT } from '../../../platform/http/bodies/picture-fields.ts';
import { disconnectSignal } from '../../../platform/http/connections/disconnect.ts';
import { router } from '../../../platform/http/router.ts';
import type { ClinicSettingsService } from './clinic-settings.service.ts';

export function clinicSettingsRoutes(app: App, settings: ClinicSettingsService): void {
  const route = router(app, clinicSettingsEndpoints, 'clinic-settings');
  const config = { access: 'owner' } as const;

  route('GET /api/admin/clinic-settings', { config }, () => settings.find());

  route(
    'PUT /api/admin/clinic-settings',
    {
      config: { ...config, largeBody: true },
      bodyLimit: PICTURES_FORM_LIMIT,
      files: { logo: newPicture(messages.badPicture), letterhead: newPicture(messages.badPicture) },
    },
    (request, reply) =>
      withBody(request, () =>
        settings.save(requireActor(request), request.body, disconnectSignal(reply)),
      ),
  );

  route('POST /api/admin/clinic-settings/restore', { config }, (request) =>
    settings.restore(requireActor(request), request.body),
  );
}
