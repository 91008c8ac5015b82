import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newWorld } from '@deqiq/testkit/world.ts';

const login = { username: 'nobody', password: 'wrong' };

test('the header decides in which language a request is answered', async (t) => {
  const { visitor } = await newWorld(t);
  const refuse = async (area: string, headers: Record<string, string>, payload: object) =>
    (
      await visitor.send({ method: 'POST', url: `/api/${area}/auth/login`, payload, headers })
    ).refused(401).message;
  const partner = { email: 'a@example.az', password: 'wrong' };
  assert.equal(await refuse('admin', {}, login), 'Login failed');
  assert.equal(await refuse('partner', {}, partner), 'Daxil olmaq uğurlu deyil');
  assert.equal(await refuse('partner', { 'x-language': 'en' }, partner), 'Signing in failed');
  const az = await refuse('admin', { 'x-language': 'az' }, login);
  assert.equal(az, 'Daxil olmaq uğurlu deyil');
  assert.equal(await refuse('admin', { 'x-language': 'spec' }, login), 'Login failed');
  assert.match(await refuse('partner', { 'x-language': 'ru' }, partner), /[а-я]/);
});

test('rules of forms, unknown addresses and unreadable bodies speak it too', async (t) => {
  const { visitor } = await newWorld(t);
  const send = (url: string, payload: string, language: string) =>
    visitor.send({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json', 'x-language': language },
    });
  const form = '/api/misc/contact-message';
  assert.equal((await send('/api/unknown', '{}', 'en')).refused(404).message, 'Not found');
  assert.equal((await send(form, '{', 'ru')).refused(400).message, 'Не удалось прочитать запрос');
  const tooLong = JSON.stringify({ fullName: 'N'.repeat(201) });
  const { fields } = (await send(form, tooLong, 'ru')).refused(400);
  assert.equal(fields?.[0]?.message, 'Текст может содержать не более 200 символов');
});
