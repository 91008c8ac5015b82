import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { later, stubServer } from '../../testing/server.ts';
import { enableReauthentication } from '../people/session/access.ts';
import { session } from '../people/session/session.ts';
import { send } from './http.ts';
import { describeError, HttpError } from './http-error.ts';

const REFRESH = 'POST /api/admin/auth/refresh-token';
const bearer = (token: string) => `Bearer ${token} type=access`;

function signedIn(accessToken = 'old'): void {
  session.signIn('admin', { accessToken, refreshToken: 'refresh' }, true);
}

/** Accepts only the new access token. */
const onlyNew = (reply: object) => (request: { headers: Headers }) =>
  request.headers.get('Authorization') === bearer('new')
    ? { body: reply }
    : { status: 401, body: { code: 'unauthenticated', message: 'expired' } };

async function failure(request: Promise<unknown>): Promise<HttpError> {
  const error = await request.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(HttpError);
  return error as HttpError;
}

describe('errors are one family', () => {
  test('no answer: fetch', async () => {
    expect((await failure(send('GET', '/api/x'))).kind).toBe('fetch');
  });

  test('no answer in time: timeout', async () => {
    stubServer({ 'GET /api/x': () => later<never>().promise });
    expect((await failure(send('GET', '/api/x', undefined, { timeoutMs: 5 }))).kind).toBe(
      'timeout',
    );
  });

  test('a success that is not JSON: parsing', async () => {
    stubServer({ 'GET /api/x': { text: '<html>' } });
    expect((await failure(send('GET', '/api/x'))).kind).toBe('parsing');
  });

  test('a refusal: status with its body, message and fields', async () => {
    const body = {
      code: 'invalid',
      message: 'Ad yoxdur',
      fields: [{ path: 'firstName', message: 'Ad yoxdur' }],
    };
    stubServer({ 'POST /api/x': { status: 400, body } });
    const error = await failure(send('POST', '/api/x', {}));
    expect(error).toMatchObject({ kind: 'status', status: 400, code: 'invalid', body });
    expect(error.fields).toEqual(body.fields);
    expect(describeError(error, 'default')).toBe('Ad yoxdur');
  });

  test("a proxy's error page has a status and no server message", async () => {
    stubServer({ 'GET /api/x': { status: 502, text: '<h1>Bad gateway</h1>' } });
    const error = await failure(send('GET', '/api/x'));
    expect(error).toMatchObject({ kind: 'status', status: 502, body: '<h1>Bad gateway</h1>' });
    expect(describeError(error, 'default')).toBe('default');
    expect(describeError(new TypeError('inside'), 'default')).toBe('default');
  });

  test('who cancels gets their own reason back', async () => {
    stubServer({ 'GET /api/x': () => later<never>().promise });
    const controller = new AbortController();
    const request = send('GET', '/api/x', undefined, { signal: controller.signal });
    controller.abort();
    await expect(request).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('tokens', () => {
  test("requests of one's own area are signed, others are not", async () => {
    signedIn('token');
    const server = stubServer({});
    await Promise.allSettled([
      send('GET', '/api/admin/partners'),
      send('GET', '/api/partner/account'),
      send('GET', '/api/misc/clinics'),
      send('POST', '/api/admin/auth/login', {}),
    ]);
    const signed = server.requests.map((request) => request.headers.get('Authorization'));
    expect(signed.filter(Boolean)).toEqual([bearer('token')]);
    expect(server.requests.find((request) => request.headers.has('Authorization'))?.path).toBe(
      '/api/admin/partners',
    );
  });

  test('five requests refused at once make one refresh and are all repeated', async () => {
    signedIn();
    const server = stubServer({
      'GET /api/admin/partners': onlyNew({ partners: [] }),
      [REFRESH]: { body: { accessToken: 'new' } },
    });
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((page) =>
        send('GET', '/api/admin/partners', undefined, { query: { page } }),
      ),
    );
    expect(answers).toHaveLength(5);
    const refreshes = server.to('/api/admin/auth/refresh-token');
    expect(refreshes).toHaveLength(1);
    expect(refreshes[0]?.headers.get('Authorization')).toBe('Bearer refresh type=refresh');
    expect(refreshes[0]?.body).toBe('{"rotate":true}');
    expect(session.current()).toMatchObject({ accessToken: 'new', refreshToken: 'refresh' });
  });

  test('a late 401 uses the token that another request has fetched', async () => {
    signedIn();
    const slow = later<void>();
    const server = stubServer({
      'GET /api/admin/slow': async (request) => {
        if (request.headers.get('Authorization') === bearer('new')) return { body: {} };
        await slow.promise;
        return { status: 401 };
      },
      'GET /api/admin/fast': onlyNew({}),
      [REFRESH]: { body: { accessToken: 'new' } },
    });
    const late = send('GET', '/api/admin/slow');
    await send('GET', '/api/admin/fast');
    slow.resolve();
    await late;
    expect(server.to('/api/admin/auth/refresh-token')).toHaveLength(1);
  });

  test('a second 401 is passed on, it is not tried for ever', async () => {
    signedIn();
    const server = stubServer({
      'GET /api/admin/partners': { status: 401 },
      [REFRESH]: { body: { accessToken: 'new' } },
    });
    expect((await failure(send('GET', '/api/admin/partners'))).status).toBe(401);
    expect(server.to('/api/admin/partners')).toHaveLength(2);
  });

  test('a refused refresh signs out', async () => {
    signedIn();
    stubServer({ 'GET /api/admin/partners': { status: 401 }, [REFRESH]: { status: 401 } });
    expect((await failure(send('GET', '/api/admin/partners'))).status).toBe(401);
    expect(session.current()).toEqual({});
    expect(localStorage.getItem('refreshToken')).toBeNull();
  });

  test.each([503, 408, 429])(
    'a refresh that the server could not answer now (%i) keeps the session',
    async (status) => {
      signedIn();
      stubServer({ 'GET /api/admin/partners': { status: 401 }, [REFRESH]: { status } });
      expect((await failure(send('GET', '/api/admin/partners'))).status).toBe(status);
      expect(session.current().refreshToken).toBe('refresh');
    },
  );

  test('a refresh answered after the log-out starts no session', async () => {
    signedIn();
    const answer = later<object>();
    const server = stubServer({
      'GET /api/admin/partners': { status: 401 },
      [REFRESH]: async () => ({ body: await answer.promise }),
    });
    const request = failure(send('GET', '/api/admin/partners'));
    await vi.waitFor(() => expect(server.to('/api/admin/auth/refresh-token')).toHaveLength(1));
    session.clear();
    answer.resolve({ accessToken: 'new' });
    expect((await request).status).toBe(401);
    expect(session.current()).toEqual({});
  });
});

describe('a session that ends during work', () => {
  beforeEach(() => enableReauthentication(true));
  afterEach(() => enableReauthentication(false));

  function sessionThatEnds() {
    signedIn();
    return stubServer({
      'POST /api/admin/partners': onlyNew({ message: 'saved' }),
      [REFRESH]: { status: 401 },
    });
  }

  test('the request waits for the sign-in and is then repeated', async () => {
    const server = sessionThatEnds();
    const saving = send('POST', '/api/admin/partners', { firstName: 'Aygün' });
    await vi.waitFor(() => expect(session.current()).toEqual({ ended: 'admin' }));
    session.signIn('admin', { accessToken: 'new', refreshToken: 'next' }, false);
    await expect(saving).resolves.toEqual({ message: 'saved' });
    expect(server.to('/api/admin/partners').map(({ body }) => body)).toEqual([
      '{"firstName":"Aygün"}',
      '{"firstName":"Aygün"}',
    ]);
  });

  test('who declines gets the refusal', async () => {
    sessionThatEnds();
    const saving = failure(send('POST', '/api/admin/partners', {}));
    await vi.waitFor(() => expect(session.current().ended).toBe('admin'));
    session.clear();
    expect((await saving).status).toBe(401);
  });

  test('a token that another tab has renewed is used without a re-authentication', async () => {
    signedIn();
    const server = stubServer({
      'POST /api/admin/partners': onlyNew({ message: 'saved' }),
      [REFRESH]: ({ headers }) => {
        if (headers.get('Authorization')?.includes('renewed'))
          return { body: { accessToken: 'new' } };
        const change = { key: 'refreshToken', oldValue: 'refresh', newValue: 'renewed' };
        localStorage.setItem('refreshToken', 'renewed');
        const event = new StorageEvent('storage', { ...change, storageArea: localStorage });
        window.dispatchEvent(event);
        return { status: 401 };
      },
    });
    await expect(send('POST', '/api/admin/partners', {})).resolves.toEqual({ message: 'saved' });
    expect(server.to('/api/admin/auth/refresh-token')).toHaveLength(2);
    expect(session.current().ended).toBeUndefined();
  });
});

describe('an unchanged answer', () => {
  function server() {
    return stubServer({
      'GET /api/admin/partners': ({ headers }) =>
        headers.get('If-None-Match') === '"v1"'
          ? { status: 304 }
          : { body: { partners: [] }, headers: { ETag: '"v1"' } },
    });
  }

  test('is the same object as before', async () => {
    signedIn();
    const { requests } = server();
    const first = await send('GET', '/api/admin/partners', undefined, { query: { page: 1 } });
    const second = await send('GET', '/api/admin/partners', undefined, { query: { page: 1 } });
    expect(requests[1]?.headers.get('If-None-Match')).toBe('"v1"');
    expect(second).toBe(first);
  });

  test('of another page is not asked for', async () => {
    signedIn();
    const { requests } = server();
    await send('GET', '/api/admin/partners', undefined, { query: { page: 1 } });
    await send('GET', '/api/admin/partners', undefined, { query: { page: 2 } });
    expect(requests[1]?.headers.has('If-None-Match')).toBe(false);
  });

  test('of one person is gone for the next', async () => {
    signedIn();
    const { requests } = server();
    await send('GET', '/api/admin/partners');
    session.signIn('admin', { accessToken: 'b', refreshToken: 'somebody else' }, false);
    await send('GET', '/api/admin/partners');
    expect(requests[1]?.headers.has('If-None-Match')).toBe(false);
  });
});

describe('bodies', () => {
  test('forms go as they are, everything else as JSON', async () => {
    const server = stubServer({});
    const form = new FormData();
    form.append('chunk', 'x');
    await Promise.allSettled([send('POST', '/api/f', form), send('PUT', '/api/j', { a: 1 })]);
    const [sentForm, sentJson] = server.requests;
    expect(sentForm?.body).toBe(form);
    expect(sentForm?.headers.has('Content-Type')).toBe(false);
    expect(sentJson?.body).toBe('{"a":1}');
    expect(sentJson?.headers.get('Content-Type')).toBe('application/json');
  });
});
