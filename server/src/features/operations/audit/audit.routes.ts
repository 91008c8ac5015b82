import { auditEndpoints } from '@deqiq/contract/operations/audit.endpoints.ts';
import type { App } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import type { AuditLogService } from './audit-log.service.ts';

/** Reading the audit is audited itself. */
export function auditRoutes(app: App, log: AuditLogService): void {
  const route = router(app, auditEndpoints, 'audit');

  route('GET /api/admin/audit', { config: { access: 'owner', auditedList: 'audit' } }, (request) =>
    log.list(request.query),
  );
}
