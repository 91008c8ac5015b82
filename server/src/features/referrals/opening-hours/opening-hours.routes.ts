import { openingHoursEndpoints } from '@deqiq/contract/referrals/booking/opening-hours.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { OpeningHoursService } from './opening-hours.service.ts';

export function openingHoursRoutes(app: App, hours: OpeningHoursService): void {
  const route = router(app, openingHoursEndpoints, 'opening-hours');

  route(
    'GET /api/admin/opening-hours',
    { config: { access: 'admin' }, ...answer304IfUnchanged(() => hours.version()) },
    async () => ({ hours: await hours.find() }),
  );

  route('PUT /api/admin/opening-hours', { config: { access: 'owner' } }, (request) =>
    hours.replace(requireActor(request), request.body.hours),
  );
}
