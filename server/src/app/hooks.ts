import { auditReads, auditRefusals } from '../features/audit/audit.hook.ts';
import { authHook } from '../features/auth/auth.hook.ts';
import { limitPartners } from '../features/quotas/quotas.hook.ts';
import type { App } from '../platform/http/app-types.ts';
import { formBodies } from '../platform/http/bodies/form-body.ts';
import { slowClientTimeout } from '../platform/http/bodies/slow-client-timeout.ts';
import { rejectCrossSite } from '../platform/http/cross-site.ts';
import { handleErrors } from '../platform/http/errors.ts';
import { securityHeaders } from '../platform/http/headers.ts';
import { rejectUnknownAddresses } from '../platform/http/not-found.ts';
import { openApi } from '../platform/http/openapi.ts';
import type { Core } from './core.ts';
import type { Services } from './services.ts';

/** What happens with every request around its route, in this order. */
export async function addHooks(app: App, core: Core, services: Services) {
  const { config, audit, pages, storage } = core;
  const { sessions, refreshes, tokens, machines, quotas, programTokens } = services;
  handleErrors(app);
  auditRefusals(app, audit);
  auditReads(app, audit);
  securityHeaders(app);
  rejectUnknownAddresses(app, (url) => pages.respond(url, {}).status < 400);
  slowClientTimeout(app);
  if (config.mode !== 'production') await openApi(app);
  rejectCrossSite(app, config.publicUrl);
  authHook(app, { sessions, refreshes, tokens, devices: machines, programTokens });
  limitPartners(app, { quotas, storage });
  return formBodies(app);
}
