import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type DeviceAnswer,
  type DeviceList,
  deviceKinds,
  type EchoAnswer,
  MAX_ADDRESSES,
  type TokenAnswer,
} from '@deqiq/contract/machines/devices.ts';
import * as deviceMessages from '@deqiq/messages/machines/devices.js';
import { newWorld } from '@deqiq/testkit/world.ts';
import { auditService } from '../../operations/audit/audit.service.ts';
import { devicesService } from './devices.service.ts';

const planmeca = {
  name: 'Planmeca ProMax',
  kind: 'panoramic',
  aeTitle: 'PROMAX',
  addresses: '192.0.2.0/24 2001:db8::/32',
  host: '127.0.0.1',
  port: 1,
};

const KEY = 'the-key-of-the-intake-process-1234567890';

test('devices', async (t) => {
  const world = await newWorld(t, { settings: { INTAKE_KEY: KEY } });
  const { db, now } = world;
  const versions = { memoize: () => () => '' } as never;
  const audit = auditService({ db, now });
  const secret = Buffer.from('secret');
  const devices = devicesService({ db, versions, audit, secret, intakeKey: KEY, now });

  const add = async (more: object = {}) =>
    (
      await world.admin.post('/api/admin/devices', { ...planmeca, aeTitle: '', ...more })
    ).ok<TokenAnswer>();

  await t.test('a device is listed without its token, which is stored as a hash only', async () => {
    const { device, token } = await add({ aeTitle: 'PROMAX' });
    const list = await world.admin.get('/api/admin/devices');
    assert.deepEqual(list.ok<DeviceList>().devices, [device]);
    assert.deepEqual(device.addresses, ['192.0.2.0/24', '2001:db8::/32']);
    assert.equal(device.tokenEnd, token.slice(-4));
    const rows = JSON.stringify(await world.db.selectFrom('devices').selectAll().execute());
    assert.ok(!rows.includes(token));
  });

  await t.test('a token is of its device, from its networks only', async () => {
    const { device, token } = await add();
    const sender = await devices.authenticate(token, { address: '::ffff:192.0.2.7' });
    assert.equal(sender?.device?.id, device._id);
    assert.ok(await devices.authenticate(token, { address: '2001:db8::5' }));
    assert.equal(await devices.authenticate(token, { address: '198.51.100.1' }), undefined);
    assert.equal(await devices.authenticate(`${token}x`, { address: '192.0.2.7' }), undefined);
  });

  await t.test('a new token ends the former one, and a revoked device has none', async () => {
    const { device, token } = await add({ addresses: '' });
    const path = `/api/admin/devices/${device._id}`;
    const next = (await world.admin.post(`${path}/token`)).ok<TokenAnswer>();
    const address = '203.0.113.1';
    assert.equal(await devices.authenticate(token, { address }), undefined);
    assert.ok(await devices.authenticate(next.token, { address }));
    const revoked = (await world.admin.delete(path)).ok<DeviceAnswer>();
    assert.ok(revoked.device.revokedAt);
    assert.equal(await devices.authenticate(next.token, { address }), undefined);
    (await world.admin.post(`${path}/token`)).refused(409);
    (await world.admin.put(path, planmeca)).refused(409);
    (await world.admin.delete(path)).refused(404);
  });

  await t.test('the key of the intake process names a machine by its AE title', async () => {
    const { device } = await add({ aeTitle: 'VATECH' });
    const sender = await devices.authenticate(KEY, { address: '127.0.0.1', aeTitle: ' vatech ' });
    assert.equal(sender?.device?.id, device._id);
    const other = await devices.authenticate(KEY, { address: '127.0.0.1', aeTitle: 'NEW' });
    assert.deepEqual(other, { device: null, aeTitle: 'NEW' });
  });

  await t.test('every AE title that can call the intake can be one of a device', async () => {
    const { device } = await add({ aeTitle: 'DR#1 (left)/PX' });
    assert.equal(device.aeTitle, 'DR#1 (left)/PX');
  });

  await t.test('an AE title belongs to one device, until that is revoked', async () => {
    const { device } = await add({ aeTitle: 'SIRONA' });
    const body = { ...planmeca, aeTitle: 'sirona' };
    const { fields } = (await world.admin.post('/api/admin/devices', body)).refused(400);
    assert.deepEqual(fields, [{ path: 'aeTitle', message: deviceMessages.aeTitleTaken() }]);
    (await world.admin.delete(`/api/admin/devices/${device._id}`)).ok();
    (await world.admin.post('/api/admin/devices', body)).ok();
  });

  for (const [field, value, message] of [
    ['name', ' ', deviceMessages.nameMissing()],
    ['kind', 'toaster', deviceMessages.badKind({ kinds: deviceKinds.join(', ') })],
    ['aeTitle', 'A\\B', deviceMessages.badAeTitle()],
    ['aeTitle', 'PANO-ŞƏFƏQ', deviceMessages.badAeTitle()],
    ['addresses', '192.0.2.0/64', deviceMessages.badAddresses({ max: MAX_ADDRESSES })],
    ['addresses', 'clinic.az', deviceMessages.badAddresses({ max: MAX_ADDRESSES })],
    ['host', 'http://x', deviceMessages.badHost()],
    ['port', '70000', deviceMessages.badPort()],
  ])
    await t.test(`a device with ${field} ${value} is refused`, async () => {
      const body = { ...planmeca, aeTitle: '', [field ?? '']: value };
      const { fields } = (await world.admin.post('/api/admin/devices', body)).refused(400);
      assert.deepEqual(fields?.[0], { path: field, message });
    });

  await t.test('only an owner tests a connection: it connects to any host', async () => {
    const { device } = await add({ aeTitle: 'SCAN' });
    const login = { username: 'reception', password: 'a password of the reception' };
    (await world.admin.post('/api/admin/staff', { ...login, role: 'staff' })).ok();
    const clerk = await world.visitor.signIn('admin', login);
    (await clerk.post(`/api/admin/devices/${device._id}/test`)).refused(403);
  });

  await t.test('the connection test says that nothing answers, and is audited', async () => {
    const { device } = await add({ aeTitle: 'OFF' });
    const path = `/api/admin/devices/${device._id}/test`;
    assert.equal((await world.admin.post(path)).ok<EchoAnswer>().result, 'unreachable');
    const { device: other } = await add({ host: '', port: '' });
    (await world.admin.post(`/api/admin/devices/${other._id}/test`)).refused(400);
    const rows = world.db.selectFrom('audit').select(['object_id', 'detail']);
    assert.deepEqual(await rows.where('action', '=', 'test').execute(), [
      { object_id: device._id, detail: 'unreachable' },
    ]);
  });
});
