import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newWorld } from '@deqiq/testkit/world.ts';

test('staff without the second factor that is required read nothing; pages of other origins neither', async (t) => {
  const settings = {
    REQUIRE_STAFF_2FA: 'on',
    DICOMWEB_ORIGINS: 'https://ohif.example, http://a:1',
  };
  const world = await newWorld(t, { settings });
  const url = '/dicom-web/studies';
  assert.equal((await world.admin.get(url)).status, 403);
  const allowed = 'access-control-allow-origin';
  for (const method of ['OPTIONS', 'GET'] as const)
    for (const [origin, expected] of [
      ['https://ohif.example', 'https://ohif.example'],
      ['http://a:1', 'http://a:1'],
      ['https://other.example', undefined],
      ['null', undefined],
    ] as const) {
      const { response } = await world.visitor.send({ method, url, headers: { origin } });
      assert.equal(response.headers[allowed], expected, `${method} ${origin}`);
      assert.equal(response.statusCode, method === 'GET' ? 401 : 204);
    }
  const { response } = await world.visitor.get('/api/admin/partners', { origin: 'http://a:1' });
  assert.equal(response.headers[allowed], undefined);
});
