import { passwordResetsEndpoints } from '@deqiq/contract/people/password-resets/password-resets.endpoints.ts';
import type { App } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import type { PasswordResetsService } from './password-resets.service.ts';

export function passwordResetsRoutes(app: App, resets: PasswordResetsService): void {
  const route = router(app, passwordResetsEndpoints, 'password resets');
  const config = { access: 'public' } as const;

  route('POST /api/misc/password-code', { config }, ({ body, ip }) => resets.request(body, ip));

  route('POST /api/misc/password-reset', { config }, ({ body, ip }) => resets.reset(body, ip));
}
