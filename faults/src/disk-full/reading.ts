import type { CheckupList } from '@deqiq/contract/examinations/checkups.ts';
import { pictureUrl } from '@deqiq/contract/imaging/pictures.ts';
import type { ClinicList } from '@deqiq/contract/site/clinics.ts';
import type { ApiClient } from '@deqiq/testkit/api-client.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';

/** Sends every kind of read request and returns its status. */
export async function reading(staff: ApiClient): Promise<() => Promise<[string, number][]>> {
  const { tokens } = await staff.call<{ tokens: { refreshToken: string } }>(
    'POST',
    '/api/admin/auth/login',
    ADMIN,
  );
  const access = `Bearer ${staff.token} type=access`;
  const paths = {
    'the home page': '/',
    readiness: '/readyz',
    'the list of checkups': '/api/admin/checkups',
    'the list of partners': '/api/admin/partners?name=ayten',
    'the overview of points': '/api/admin/partner-stats/overview',
    'the clinics': '/api/misc/clinics',
  };
  const status = async (path: string, headers: Record<string, string>, method = 'GET') => {
    const answer = await fetch(`http://127.0.0.1:${staff.port}${path}`, { headers, method });
    await answer.arrayBuffer();
    return answer.status;
  };
  return async () => {
    const seen: [string, number][] = [];
    for (const [name, path] of Object.entries(paths))
      seen.push([name, await status(path, { authorization: access })]);
    const { clinics } = await staff.call<ClinicList>('GET', '/api/admin/clinics');
    for (const { imageUrl } of clinics.slice(0, 3))
      seen.push(['a public picture', await status(pictureUrl('clinic', imageUrl, 480), {})]);
    const { checkups } = await staff.call<CheckupList>('GET', '/api/admin/checkups');
    for (const { url } of checkups.flatMap(({ xrayFileLinks }) => xrayFileLinks).slice(0, 3))
      seen.push(['an x-ray', await status(url, {})]);
    for (const { previewUrl } of checkups.flatMap(({ fileLinks }) => fileLinks).slice(0, 3))
      seen.push(['a small picture', await status(previewUrl ?? '', {})]);
    const refresh = { authorization: `Bearer ${tokens.refreshToken} type=refresh` };
    seen.push([
      'a new access token',
      await status('/api/admin/auth/refresh-token', refresh, 'POST'),
    ]);
    return seen;
  };
}
