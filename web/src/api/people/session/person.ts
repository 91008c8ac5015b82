/** The id of the person an access token was issued to; undefined where it names none. The server alone verifies it. */
export function readPerson(accessToken: string): string | undefined {
  try {
    const claims = accessToken.split('.')[1] ?? '';
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as {
      sub?: unknown;
    };
    return typeof sub === 'string' ? sub : undefined;
  } catch {
    return undefined;
  }
}
