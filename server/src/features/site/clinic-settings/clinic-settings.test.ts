import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { KindList } from '@deqiq/contract/referrals/booking/kinds.ts';
import type { PricedKind } from '@deqiq/contract/shared/clinic/clinic-facts.ts';
import {
  type ClinicSettings,
  defaultSettings,
  type SavedSettings,
  type SettingsAnswer,
} from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import { migratedDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { addDevice, addKind } from '@deqiq/testkit/http/booking.ts';
import { newWorld, noPages, type World } from '@deqiq/testkit/world.ts';
import { clinicFacts } from '../../../platform/clinic-facts.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import type { Pages } from '../website/built-pages.ts';
import { clinicSettingsService } from './clinic-settings.service.ts';

const PATH = '/api/admin/clinic-settings';

const read = async ({ admin }: World) => (await admin.get(PATH)).ok<SavedSettings>();

const save = ({ admin }: World, version: number, changes: Partial<ClinicSettings>) =>
  admin.put(PATH, { version, settings: { ...defaultSettings, ...changes } });

test('until an owner saves something the clinic is that of the installation', async (t) => {
  const world = await newWorld(t);
  const { version, settings, versions } = await read(world);
  assert.deepEqual([version, versions], [0, []]);
  assert.deepEqual(settings, JSON.parse(JSON.stringify(defaultSettings)));
});

test('each save is a version with its author, and texts of the server have the new facts', async (t) => {
  const world = await newWorld(t);
  const phone = '+994 12 404 00 11';
  const saved = (await save(world, 0, { phone, name: 'Ağ «Diş» & Co' })).ok<SettingsAnswer>();
  assert.equal(saved.version, 1);
  (await save(world, 1, { phone })).ok();
  const { version, settings, versions } = await read(world);
  assert.deepEqual([version, settings.phone, settings.name], [2, phone, defaultSettings.name]);
  assert.deepEqual(
    versions.map((each) => [each.version, each.savedBy !== '']),
    [
      [2, true],
      [1, true],
    ],
  );
  assert.deepEqual(clinicFacts().phone, { text: phone, href: 'tel:+994124040011' });
  const rows = world.db.selectFrom('audit').select(['action', 'object_id']);
  assert.deepEqual(await rows.where('object', '=', 'clinic-settings').execute(), [
    { action: 'change', object_id: '1' },
    { action: 'change', object_id: '2' },
  ]);
});

test('a version that somebody else has replaced is not overwritten', async (t) => {
  const world = await newWorld(t);
  (await save(world, 0, { name: 'Birinci' })).ok();
  (await save(world, 0, { name: 'İkinci' })).refused(409);
  (await world.admin.post(`${PATH}/restore`, { version: 0, restore: 0 })).refused(409);
  const answers = await Promise.all(['A', 'B', 'C'].map((name) => save(world, 1, { name })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
  assert.equal((await read(world)).version, 2);
});

test('an older version is restored as the newest one', async (t) => {
  const world = await newWorld(t);
  (await save(world, 0, { name: 'Birinci' })).ok();
  (await save(world, 1, { name: 'İkinci' })).ok();
  const restore = async (version: number, restored: number) =>
    (
      await world.admin.post(`${PATH}/restore`, { version, restore: restored })
    ).ok<SettingsAnswer>();
  assert.equal((await restore(2, 1)).settings.name, 'Birinci');
  assert.equal((await restore(3, 0)).settings.name, defaultSettings.name);
  assert.equal((await read(world)).version, 4);
  assert.equal(clinicFacts().name, defaultSettings.name);
  (await world.admin.post(`${PATH}/restore`, { version: 4, restore: 9 })).refused(404);
});

test('wrong fields are refused, and nothing is saved', async (t) => {
  const world = await newWorld(t);
  const [monday, ...rest] = defaultSettings.week;
  assert.ok(monday);
  const wrong: [Record<string, unknown>, string][] = [
    [{ name: ' ' }, 'settings.name'],
    [{ phone: '12' }, 'settings.phone'],
    [{ phone: '+994 12 x' }, 'settings.phone'],
    [{ email: 'info' }, 'settings.email'],
    [{ facebook: 'javascript:alert(1)' }, 'settings.facebook'],
    [{ street: { az: 'Küçə', ru: '', en: 'Street' } }, 'settings.street.ru'],
    [{ latitude: 91 }, 'settings.latitude'],
    [{ longitude: 'east' }, 'settings.longitude'],
    [{ week: rest }, 'settings.week'],
    [{ week: [{ ...monday, from: '20:00' }, ...rest] }, 'settings.week.0.to'],
    [{ years: 0 }, 'settings.years'],
  ];
  for (const [changes, path] of wrong) {
    const { fields } = (await save(world, 0, changes)).refused(400);
    assert.equal(fields?.[0]?.path, path);
  }
  (await world.admin.put(PATH, { version: 0 })).refused(400);
  assert.equal((await read(world)).version, 0);
});

test('only an owner reads and changes the settings', async (t) => {
  const world = await newWorld(t);
  const body = { version: 0, settings: defaultSettings };
  const login = { username: 'reception', password: 'reception password' };
  (await world.admin.post('/api/admin/staff', { ...login, role: 'staff' })).ok();
  const staff = await world.visitor.signIn('admin', login);
  for (const other of [staff, (await world.signedInPartner()).client]) {
    (await other.get(PATH)).refused(403);
    (await other.put(PATH, body)).refused(403);
    (await other.post(`${PATH}/restore`, { version: 0, restore: 0 })).refused(403);
  }
  (await world.visitor.put(PATH, body)).refused(401);
});

test('the price list has what can be booked and has a price, and follows the kinds', async (t) => {
  const shown: string[][] = [];
  const show: Pages['show'] = async (_, kinds = []) =>
    void shown.push(kinds.map(({ minutes, price }) => `${minutes}: ${price}`));
  const world = await newWorld(t, { pages: { ...noPages, show } });
  const machines = [await addDevice(world.admin)];
  const kind = await addKind(world.admin, machines);
  await addKind(world.admin, machines, { price: null });
  await addKind(world.admin, []);
  await addKind(world.admin, machines, { minutes: 10, price: 20 });
  (await save(world, 0, {})).ok();
  (await save(world, 1, { showPrices: true })).ok();
  (await world.admin.delete(`/api/admin/kinds/${kind._id}`)).ok();
  (await save(world, 2, { showPrices: true })).ok();
  (await world.admin.post(`${PATH}/restore`, { version: 3, restore: 1 })).ok();
  assert.deepEqual(shown, [[], ['30: 60.5', '10: 20'], ['10: 20'], []]);
});

test('without the switch the price list is off, and a wrong value is refused', async (t) => {
  const world = await newWorld(t);
  const { showPrices: _, ...former } = defaultSettings;
  const saved = await world.admin.put(PATH, { version: 0, settings: former });
  assert.equal(saved.ok<SettingsAnswer>().settings.showPrices, false);
  (await world.admin.put(PATH, { version: 1, settings: { ...former, showPrices: 'x' } })).refused(
    400,
  );
});

const toPrice = ({ price }: PricedKind) => price;

const needsNodes = { skip: process.env.TEST_DATABASE !== 'postgres' && 'SQLite has one node' };

test('another node learns of a save, and shows it once', needsNodes, async (t) => {
  const location = await migratedDatabase();
  const world = await newWorld(t, { location });
  const database = await openDatabase(location);
  t.after(() => database.close());
  const shown: string[] = [];
  const node = clinicSettingsService({
    ...database,
    kinds: { list: async () => (await world.admin.get('/api/admin/kinds')).ok<KindList>() },
    pictures: {
      storeAndRun: (_kind, _sent, _requester, write) => write([]),
      attach: () => Promise.resolve(),
    },
    audit: { record: () => Promise.resolve() },
    log: world.app.log,
    now: world.now,
    onChange: async ({ name }, prices) => void shown.push([name, ...prices.map(toPrice)].join()),
  });
  await node.refresh();
  assert.deepEqual(shown, []);
  (await save(world, 0, { name: 'Ağ Diş' })).ok();
  const refreshUntil = async (count: number) => {
    for (; shown.length < count; await setImmediate()) await node.refresh();
  };
  await refreshUntil(1);
  await Promise.all([node.refresh(), node.refresh()]);
  assert.deepEqual(shown, ['Ağ Diş']);
  assert.equal(node.current().name, 'Ağ Diş');

  (await save(world, 1, { showPrices: true })).ok();
  await refreshUntil(2);
  await addKind(world.admin, [await addDevice(world.admin)]);
  await refreshUntil(3);
  assert.deepEqual(shown.slice(1), [defaultSettings.name, `${defaultSettings.name},60.5`]);
});
