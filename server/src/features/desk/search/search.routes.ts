import { searchEndpoints } from '@deqiq/contract/desk/search.endpoints.ts';
import type { App } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import type { SearchService } from './search.service.ts';

export function searchRoutes(app: App, search: SearchService): void {
  const route = router(app, searchEndpoints, 'search');

  route(
    'GET /api/admin/misc/search',
    { config: { access: 'admin', auditedList: 'all lists' } },
    (request) => search.find(request.query.q),
  );
}
