import { monthEndpoints } from '@deqiq/contract/desk/month.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import type { MonthService } from './month.service.ts';

export function monthRoutes(app: App, months: MonthService): void {
  const route = router(app, monthEndpoints, 'month');

  route('GET /api/admin/month', { config: { access: 'owner' } }, (request) =>
    months.find(request.query.month),
  );

  route('GET /api/partner/month', { config: { access: 'partner' } }, (request) =>
    months.findOwn(requireActor(request).personId, request.query.month),
  );
}
