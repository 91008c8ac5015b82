import { expect, test } from 'vitest';
import { stubServer } from '../../testing/server.ts';
import { adminList } from './admin-list.ts';
import { call, callForBlob } from './call.ts';

test('a path is filled with encoded parameters, a query keeps numbers, a body is JSON', async () => {
  const server = stubServer({});
  await Promise.allSettled([
    call('DELETE /api/admin/checkups/:id/files/:fileName', {
      params: { id: 'c/1', fileName: 'ön diş.dcm' },
      query: { id: 'f1' },
    }),
    call('GET /api/admin/labs', { query: { page: 2, status: 'pending' } }),
    call('POST /api/partner/misc/report', { body: { message: 'Salam' } }),
  ]);
  const [deleted, listed, reported] = server.requests;
  expect(deleted).toMatchObject({
    method: 'DELETE',
    path: '/api/admin/checkups/c%2F1/files/%C3%B6n%20di%C5%9F.dcm',
  });
  expect(String(deleted?.query)).toBe('id=f1');
  expect(String(listed?.query)).toBe('page=2&status=pending');
  expect(reported?.body).toBe('{"message":"Salam"}');
});

test('a form has texts, numbers and files, and no fields that are undefined', async () => {
  const server = stubServer({});
  const chunk = new File(['x'], 'chunk');
  const form = { chunk, fileId: 'f1', chunkNumber: 0, checkupId: undefined };
  await call('POST /api/admin/checkups/upload-chunk', { form }).catch(() => {});
  const { body } = server.requests[0] ?? {};
  expect([...(body as FormData)]).toEqual([
    ['chunk', chunk],
    ['fileId', 'f1'],
    ['chunkNumber', '0'],
  ]);
});

test('a request that is not in the contract is a type error', () => {
  /** Never called: the compiler reads it. */
  const wrong = async () => {
    const params = { id: 'k1' };
    const picture = new File([], 'klinika.png');
    // @ts-expect-error there is no such path
    void call('GET /api/admin/laboratories');
    // @ts-expect-error the method is PUT
    void call('PATCH /api/admin/labs/:id', { params: { id: 'l1' } });
    // @ts-expect-error a parameter of the path is missing
    void call('DELETE /api/admin/labs/:id');
    // @ts-expect-error the parameter has another name
    void call('PATCH /api/admin/payments/confirm/:paymentId', { params: { id: 'p1' } });
    // @ts-expect-error the field is called `message`
    void call('POST /api/partner/misc/report', { body: { text: 'Salam' } });
    // @ts-expect-error there is no such status
    void call('GET /api/admin/labs', { query: { page: 1, status: 'lost' } });
    // @ts-expect-error the search of this list is called `fullName`
    void call('GET /api/admin/partners', { query: { page: 1, name: 'Aygün' } });
    // @ts-expect-error the endpoint takes no query
    void call('GET /api/admin/staff', { query: { page: 1 } });
    // @ts-expect-error the list has no pages
    adminList('staff', 1, {});
    // @ts-expect-error the list has no pages
    adminList('lite/partners', 1, { name: '' });
    // @ts-expect-error the endpoint takes no body
    void call('POST /api/admin/staff/:id/sign-out', { params: { id: 's1' }, body: {} });
    // @ts-expect-error the file is called `image`
    void call('PATCH /api/admin/clinics/:id', { params, form: { picture } });
    // @ts-expect-error the list is called `labs`
    void (await call('GET /api/admin/labs')).laboratories;
    // @ts-expect-error the answer is no file
    void callForBlob('GET /api/admin/labs', {});
  };
  expect(wrong).toBeTypeOf('function');
});
