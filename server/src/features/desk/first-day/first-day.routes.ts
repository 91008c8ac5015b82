import { firstDayEndpoints } from '@deqiq/contract/desk/first-day.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import type { FirstDayService } from './first-day.service.ts';

export function firstDayRoutes(app: App, firstDay: FirstDayService): void {
  router(app, firstDayEndpoints, 'first day')(
    'GET /api/admin/first-day',
    { config: { access: 'owner' } },
    (request) => firstDay.find(requireActor(request).personId),
  );
}
