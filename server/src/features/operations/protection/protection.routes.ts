import { protectionEndpoints } from '@deqiq/contract/operations/protection.endpoints.ts';
import type { App } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import type { ProtectionService } from './protection.service.ts';

export function protectionRoutes(app: App, protection: ProtectionService): void {
  router(app, protectionEndpoints, 'protection')(
    'GET /api/admin/protection',
    { config: { access: 'owner' } },
    async () => ({ lines: await protection.list() }),
  );
}
