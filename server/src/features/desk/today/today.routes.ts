import { todayEndpoints } from '@deqiq/contract/desk/today.endpoints.ts';
import type { App } from '../../../platform/http/app-types.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { TodayService } from './today.service.ts';

export function todayRoutes(app: App, todays: TodayService): void {
  const config = { access: 'admin', auditedList: 'today' } as const;
  router(app, todayEndpoints, 'today')(
    'GET /api/admin/today',
    { config, ...answer304IfUnchanged(() => todays.version()) },
    () => todays.find(),
  );
}
