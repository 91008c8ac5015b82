import { createHmac } from 'node:crypto';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import type { Figure } from '../campaign.ts';
import { SECRET, type TestBench } from './test-bench.ts';

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A token with this header and these claims, signed with `secret`. */
function token(head: unknown, claims: unknown, secret = SECRET, algorithm = 'sha256'): string {
  const text = `${encode(head)}.${encode(claims)}`;
  return `${text}.${createHmac(algorithm, secret).update(text).digest('base64url')}`;
}

const HEAD = { alg: 'HS256', typ: 'JWT' };

/** Forged authorization headers, by what is wrong with them. */
function forgeries(good: string, refresh: string, partner: string): Record<string, string> {
  const [head = '', body = '', mac = ''] = good.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
  const now = Math.floor(Date.now() / 1000);
  const bearer = (text: string, suffix = ' type=access') => `Bearer ${text}${suffix}`;
  const signed = (changes: object, more: object = {}) =>
    bearer(token({ ...HEAD, ...more }, { ...claims, ...changes }));
  const none = (alg: string) => bearer(`${encode({ alg, typ: 'JWT' })}.${body}.`);
  return {
    'alg none': none('none'),
    'alg None': none('None'),
    'alg nOnE, signature kept': bearer(`${encode({ alg: 'nOnE', typ: 'JWT' })}.${body}.${mac}`),
    'alg empty': none(''),
    'alg HS512': bearer(token({ ...HEAD, alg: 'HS512' }, claims, SECRET, 'sha512')),
    'alg RS256': bearer(token({ ...HEAD, alg: 'RS256' }, claims)),
    'a header that names a key': signed({}, { kid: '../../../../dev/null' }),
    'a header that names a key in SQL': signed({}, { kid: "x' union select 'a' -- " }),
    'a header that contains its key': signed({}, { jwk: { kty: 'oct', k: encode('x') } }),
    'a header that names a URL': signed({}, { jku: 'http://127.0.0.1:1/keys' }),
    'a critical head': signed({}, { crit: ['b64'], b64: false }),
    'no head': bearer(`.${body}.${mac}`),
    'an empty secret': bearer(token(HEAD, claims, '')),
    'another secret': bearer(token(HEAD, claims, 'secret')),
    'no signature': bearer(`${head}.${body}.`),
    'two parts': bearer(`${head}.${body}`),
    'four parts': bearer(`${good}.${mac}`),
    'half a signature': bearer(`${head}.${body}.${mac.slice(0, 20)}`),
    'a signature of zeros': bearer(`${head}.${body}.${Buffer.alloc(32).toString('base64url')}`),
    'one bit of the signature': bearer(`${head}.${body}.${flipped(mac)}`),
    'one bit of the claims': bearer(`${head}.${flipped(body)}.${mac}`),
    'run out': signed({ exp: now - 1 }),
    'expired long ago': signed({ exp: 0 }),
    'an expiry that is no number': signed({ exp: 'never' }),
    'an expiry that is null': signed({ exp: null }),
    'another kind': signed({ kind: 'refresh' }),
    'no kind': signed({ kind: undefined }),
    'an unknown session': signed({ sid: '01a1f000-0000-7000-8000-000000000000' }),
    'a session that is a pattern': signed({ sid: '%' }),
    'a session that is SQL': signed({ sid: "' or '1'='1" }),
    'a session that is an object': signed({ sid: { $ne: null } }),
    'a session that is a list': signed({ sid: [claims.sid] }),
    'claims that are null': bearer(token(HEAD, null)),
    'claims that are no JSON': bearer(token(HEAD, '{')),
    'claims of a megabyte of nesting': bearer(token(HEAD, '['.repeat(5_000))),
    'the type of another kind': bearer(good, ' type=refresh'),
    'two types': bearer(good, ' type=access type=access'),
    'the refresh token': bearer(refresh),
    'the refresh token with its type': bearer(refresh, ' type=refresh'),
    "a partner's token": bearer(partner),
    'ten kilobytes': bearer('a'.repeat(10_000)),
    'letters of another alphabet': bearer(`${good.slice(0, -1)}é`),
    'no token': 'Bearer ',
    'only the word': 'Bearer type=access',
    Basic: `Basic ${Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')}`,
    'a comma and a second token': `Bearer x, Bearer ${good}`,
    'the token in quotes': `Bearer "${good}" type=access`,
  };
}

/** No forged token grants access. */
export async function tokens(bench: TestBench): Promise<Figure[]> {
  const { tokens: issued } = await bench.staff.call<{
    tokens: { accessToken: string; refreshToken: string };
  }>('POST', '/api/admin/auth/login', ADMIN);
  bench.secrets.add(issued.refreshToken).add(ADMIN.password).add(issued.accessToken);
  const forged = forgeries(issued.accessToken, issued.refreshToken, bench.colleague.token);
  const endpoints = [
    ['GET', '/api/admin/partners'],
    ['POST', '/api/admin/checkups/upload-chunk'],
    ['DELETE', `/api/admin/partners/${bench.partnerId}`],
  ] as const;
  let tried = 0;
  for (const [what, authorization] of Object.entries(forged))
    for (const [method, path] of endpoints) {
      const label = `a token (${what}) for ${method} ${path}`;
      const header = Buffer.from(authorization).toString('latin1');
      const { status } = await bench.ask(label, method, path, {
        headers: { authorization: header },
      });
      const expected = what.startsWith("a partner's") ? 403 : 401;
      // The header exceeds the size limit.
      if (status !== expected && !(status === 431 && header.length > 9_000))
        bench.find(`${label}: ${status} instead of ${expected}`);
      tried += 1;
    }
  const good = { authorization: `Bearer ${issued.accessToken} type=access` };
  const { status } = await bench.ask('a good token', 'GET', '/api/admin/partners', {
    headers: good,
  });
  if (status !== 200) bench.find(`the original token is refused: ${status}`);
  await bench.settle('forged tokens');
  return [
    { what: 'forged tokens', count: Object.keys(forged).length },
    { what: 'requests tried with them', count: tried },
  ];
}

function flipped(text: string): string {
  const bytes = Buffer.from(text, 'base64url');
  bytes[5] = (bytes[5] ?? 0) ^ 1;
  return bytes.toString('base64url');
}
