import { DICOMWEB_PATH } from '@deqiq/contract/machines/dicomweb.ts';
import { programTokensEndpoints } from '@deqiq/contract/machines/program-tokens.endpoints.ts';
import { roles } from '@deqiq/contract/shared/roles.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import type { ProgramTokensService } from './program-tokens.service.ts';

/** People manage the tokens of their own programs, the same calls in both areas. */
export function programTokensRoutes(
  app: App,
  programTokens: ProgramTokensService,
  { publicUrl }: { publicUrl: string | undefined },
): void {
  const route = router(app, programTokensEndpoints, 'program-tokens');

  for (const role of roles) {
    const path = `/api/${role}/account/program-tokens` as const;
    const config = { access: role } as const;

    route(`GET ${path}`, { config }, async (request) => ({
      tokens: await programTokens.list(requireActor(request)),
      address:
        (publicUrl?.replace(/\/$/, '') ?? `${request.protocol}://${request.host}`) + DICOMWEB_PATH,
    }));

    route(`POST ${path}`, { config }, (request) =>
      programTokens.create(requireActor(request), request.body),
    );

    route(`DELETE ${path}/:id`, { config }, (request) =>
      programTokens.revoke(requireActor(request), request.params.id),
    );
  }
}
