import { auditReads, auditRefusals } from '../features/operations/audit/audit.hook.ts';
import { limitPartners } from '../features/operations/quotas/quotas.hook.ts';
import { authHook } from '../features/people/auth/auth.hook.ts';
import type { App } from '../platform/http/app-types.ts';
import { formBodies } from '../platform/http/bodies/form-body.ts';
import { slowClientTimeout } from '../platform/http/bodies/slow-client-timeout.ts';
import { handleErrors } from '../platform/http/errors.ts';
import { securityHeaders } from '../platform/http/headers.ts';
import { rejectUnknownAddresses } from '../platform/http/not-found.ts';
import { openApi } from '../platform/http/openapi.ts';
import { rejectCrossSite } from '../platform/http/requests/cross-site.ts';
import { setLanguages } from '../platform/http/requests/language.ts';
import type { Core } from './core.ts';
import type { Services } from './services.ts';

export async function addHooks(app: App, core: Core, services: Services) {
  const { config, audit, pages, storage } = core;
  const { sessions, refreshes, tokens, machines, quotas, programTokens } = services;
  setLanguages(app);
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
