import { monthEndpoints } from '@deqiq/contract/desk/month.endpoints.ts';
import type { App } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import type { MonthService } from './month.service.ts';

export function monthRoutes(app: App, months: MonthService): void {
  router(app, monthEndpoints, 'month')(
    'GET /api/admin/month',
    { config: { access: 'owner' } },
    (request) => months.find(request.query.month),
  );
}
