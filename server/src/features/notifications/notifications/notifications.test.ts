import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeletionList } from '@deqiq/contract/examinations/deletions.ts';
import type { ResultTrace } from '@deqiq/contract/examinations/results.ts';
import type { NotificationSettings } from '@deqiq/contract/notifications/notifications.ts';
import type { Lab } from '@deqiq/contract/office/labs.ts';
import type { Payment } from '@deqiq/contract/office/payments.ts';
import { changePoints } from '@deqiq/testkit/http/points.ts';
import { referralCalls } from '@deqiq/testkit/http/referrals.ts';
import { MINUTE, newPost, SITE, STAFF } from '@deqiq/testkit/mail/post.ts';
import { someDicom } from '@deqiq/testkit/world.ts';
import { newId } from '../../../platform/ids.ts';
import { isoNow } from '../../../platform/time.ts';
import { notificationsService } from './notifications.service.ts';

/** Address and text of each link. */
const readLinks = (html: unknown) =>
  [...String(html).matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, to, text]) => [
    to,
    text,
  ]);

test('e-mail', async (t) => {
  const post = await newPost(t);
  const { admin, visitor, advance, deliver, arrived, outbox, setStatus } = post;
  const { partner, client } = await post.signedInPartner();
  const addResult = () => post.addCheckup({ partner: partner._id });
  const nothing = async () => {
    await deliver();
    assert.deepEqual(arrived(), []);
  };

  t.beforeEach(post.startAgain);

  await t.test('says that a result is ready, without a name, with a link to it', async () => {
    const { _id } = await addResult();
    await nothing();
    advance(2 * MINUTE);
    await deliver();
    const [message, ...others] = arrived();
    assert.ok(message);
    assert.deepEqual(others, []);
    const { mail, to } = message;
    assert.equal(to, partner.email);
    assert.equal(mail.subject, 'Yeni nəticəniz hazırdır');
    assert.equal(mail.from?.text, '"Dəqiq" <info@clinic.example>');
    const link = `${SITE}/partner/dashboard/rentgen/${_id}`;
    assert.ok(mail.text?.includes(link));
    assert.deepEqual(readLinks(mail.html), [[link, 'Nəticəni aç']]);
    assert.doesNotMatch(String(mail.html), /<img|url\(|\bsrc=/, 'nothing is loaded');
    assert.deepEqual(mail.attachments, []);
    for (const word of ['Nigar', 'Hüseynova', 'Panoram', partner.firstName, partner.lastName])
      assert.ok(!`${mail.subject} ${mail.text} ${mail.html}`.includes(word), word);
    const row = (await outbox()).find(({ recipient }) => recipient === partner._id);
    assert.equal(mail.messageId, `<${row?.id}@clinic.example>`);
    assert.deepEqual([row?.state, row?.is_confirmed], ['sent', 1]);
    await nothing();
  });

  await t.test('of a referral leads staff to the queue, and its partner to it', async () => {
    const calls = referralCalls(post, client);
    const { _id } = await calls.send();
    await calls.accept(_id);
    advance(2 * MINUTE);
    await deliver();
    const links = new Map(arrived().map(({ to, mail }) => [to, readLinks(mail.html)[0]?.[0]]));
    assert.equal(links.get(STAFF), `${SITE}/admin/dashboard/referrals`);
    assert.equal(links.get(partner.email), `${SITE}/partner/dashboard/referrals/${_id}`);
  });

  await t.test('is in the language of its partner', async () => {
    const choose = (language: string) => client.put('/api/partner/account/language', { language });
    (await choose('ru')).ok();
    await addResult();
    advance(2 * MINUTE);
    await deliver();
    (await choose('az')).ok();
    const [message] = arrived();
    assert.equal(message?.mail.subject, 'Новый результат готов');
    assert.match(String(message?.mail.html), /<html lang="ru">[\s\S]*Открыть результат/);
  });

  await t.test('gives staff the newest seal of the audit, once', async () => {
    const head = `42:${'x'.repeat(43)}`;
    assert.equal(await post.service.mailAuditHead(undefined), 0);
    for (let round = 0; round < 2; round += 1) await post.service.mailAuditHead(head);
    await deliver();
    const [message, ...others] = arrived();
    assert.deepEqual(others, []);
    assert.equal(message?.to, STAFF);
    assert.ok(message?.mail.text?.includes(head));
    assert.ok(String(message?.mail.html).includes(head));
  });

  await t.test('of results within two minutes is one message', async () => {
    const first = await addResult();
    advance(MINUTE);
    const second = await addResult();
    const other = await post.addCheckup();
    advance(MINUTE);
    await deliver();
    const third = await addResult();
    const messages = arrived();
    assert.deepEqual(
      messages.map(({ mail }) => mail.subject),
      ['Yeni nəticələriniz hazırdır'],
    );
    assert.deepEqual(
      readLinks(messages[0]?.mail.html).map(([, text]) => text),
      ['Nəticəni aç (1)', 'Nəticəni aç (2)'],
    );
    for (const { _id } of [first, second]) assert.ok(messages[0]?.mail.text?.includes(_id));
    advance(2 * MINUTE);
    await deliver();
    const later = arrived();
    assert.equal(later.length, 2);
    for (const { _id } of [third, other])
      assert.equal(later.filter(({ mail }) => mail.text?.includes(_id)).length, 1);
  });

  await t.test('is about a result once, and not about one that was withdrawn', async () => {
    const id = await post.addShipment(client);
    await setStatus(id, 'completed');
    advance(2 * MINUTE);
    await deliver();
    assert.deepEqual(
      arrived().map(({ to }) => to),
      [STAFF],
      'without an X-ray it is no result',
    );
    const file = { fileId: await admin.upload(someDicom(), 'a.dcm'), fileName: 'a.dcm' };
    (await setStatus(id, 'completed', [file])).ok();
    (await setStatus(id, 'pending')).ok();
    advance(2 * MINUTE);
    await nothing();
    for (const status of ['completed', 'pending', 'completed']) (await setStatus(id, status)).ok();
    advance(2 * MINUTE);
    await deliver();
    assert.equal(arrived().length, 1);
    for (const status of ['pending', 'completed']) (await setStatus(id, status)).ok();
    advance(2 * MINUTE);
    await nothing();
  });

  await t.test('is not about a result without an X-ray, and about it when it is back', async () => {
    const removed = await addResult();
    const [file] = removed.xrayFileLinks;
    (await admin.delete(`/api/admin/checkups/${removed._id}/files/${file?.name}`)).ok();
    const deleted = await addResult();
    (await admin.delete(`/api/admin/checkups/${deleted._id}`)).ok();
    advance(2 * MINUTE);
    await nothing();
    const { deletions } = (await admin.get('/api/admin/checkups/deleted')).ok<DeletionList>();
    for (const { _id, checkup } of deletions)
      if ([removed._id, deleted._id].includes(checkup))
        (await admin.post(`/api/admin/checkups/deleted/${_id}/restore`)).ok();
    advance(2 * MINUTE);
    await deliver();
    const [message, ...others] = arrived();
    assert.deepEqual(others, []);
    for (const { _id } of [removed, deleted]) assert.ok(message?.mail.text?.includes(_id));
  });

  await t.test('goes only to partners who want it, and staff see when it was sent', async () => {
    const trace = async (id: string) =>
      (await admin.get(`/api/admin/checkups/${id}/trace`)).ok<ResultTrace>();
    const settings = async () =>
      (await client.get('/api/partner/notifications')).ok<NotificationSettings>().email;
    const first = await addResult();
    assert.equal((await trace(first._id)).message?.state, 'waiting');
    advance(2 * MINUTE);
    await deliver();
    const { message } = await trace(first._id);
    const sentAt = isoNow(post.now);
    assert.deepEqual(message, { state: 'sent', sentAt, isConfirmed: true });
    assert.equal(arrived().length, 1);

    assert.deepEqual(await settings(), { isAvailable: true, isOn: true });
    (await client.put('/api/partner/notifications', { byEmail: false })).ok();
    assert.deepEqual(await settings(), { isAvailable: true, isOn: false });
    const second = await addResult();
    advance(2 * MINUTE);
    await nothing();
    assert.equal((await trace(second._id)).message?.state, 'cancelled');
    (await client.put('/api/partner/notifications', { byEmail: 'no' })).refused(400);
    (await client.put('/api/partner/notifications', { byEmail: true })).ok();
  });

  await t.test(
    'says that an order of the lab is completed, and how a gift was settled',
    async () => {
      const dates = { startDate: '2026-11-20', endDate: '2026-11-21' };
      const sent = { title: 'Tac: Nigar', partner: partner._id, ...dates };
      const { lab } = (await admin.post('/api/admin/labs', sent)).ok<{ lab: Lab }>();
      for (const status of ['completed', 'pending', 'completed'])
        (await admin.patch(`/api/admin/labs/${lab._id}/status`, { status })).ok();
      await changePoints(admin, partner._id, 5);
      for (const action of ['confirm', 'reject']) {
        const { payment } = (await client.post('/api/partner/misc/demand-payment', {})).ok<{
          payment: Payment;
        }>();
        (await admin.patch(`/api/admin/payments/${action}/${payment._id}`, {})).ok();
      }
      await deliver();
      const messages = arrived();
      assert.deepEqual(messages.map(({ mail }) => mail.subject).toSorted(), [
        'Hədiyyə sorğunuz rədd edildi',
        'Hədiyyə sorğunuz təsdiqləndi',
        'Laboratoriya sifarişiniz hazırdır',
      ]);
      for (const { to, mail } of messages) {
        assert.equal(to, partner.email);
        assert.ok(!mail.text?.includes('Nigar') && !mail.text?.includes('Tac'));
      }
    },
  );

  await t.test('tells staff of every form, shipment and complaint', async () => {
    const contact = { phone: '+994701112233', email: 'a@b.example.az', fullName: 'Nigar Quliyeva' };
    const forms = {
      'reservation-application': { partnerFullName: 'Aytən' },
      'partner-application': { clinicName: 'Ağ Diş', clinicPhone: '+994125556677' },
      'contact-message': { message: 'Salam' },
    };
    for (const [form, fields] of Object.entries(forms))
      (await visitor.post(`/api/misc/${form}`, { ...contact, ...fields })).ok();
    (await client.post('/api/partner/misc/report', { message: 'Gec cavab' })).ok();
    await post.addShipment(client);
    await deliver();
    const messages = arrived();
    assert.deepEqual(messages.map(({ mail }) => mail.subject).toSorted(), [
      'Yeni göndəriş',
      'Yeni mesaj',
      'Yeni partnyorluq müraciəti',
      'Yeni rezervasiya müraciəti',
      'Yeni şikayət və ya təklif',
    ]);
    for (const { to, mail } of messages) {
      assert.equal(to, STAFF);
      for (const word of ['Nigar', 'Aytən', 'Salam,', 'Gec cavab', 'a@b.example.az'])
        assert.ok(!mail.text?.includes(word), word);
    }
  });

  await t.test('about a change that was rolled back does not exist', async () => {
    const before = (await outbox()).length;
    const change = post.db.transaction().execute(async (tx) => {
      await post.service.notify(tx, { kind: 'complaint', objectId: newId() });
      throw new Error('rolled back');
    });
    await assert.rejects(change, /rolled back/);
    assert.equal((await outbox()).length, before);
    await nothing();
  });

  await t.test('is off without SMTP_URL', async () => {
    const before = (await outbox()).length;
    const jobs = { handle: () => {}, enqueue: () => Promise.resolve() };
    const audit = { record: () => Promise.resolve() };
    const off = {
      jobs,
      audit,
      mail: undefined,
      mailer: undefined,
      pusher: post.pusher,
      countUnseen: () => Promise.resolve(0),
      siteUrl: SITE,
      now: post.now,
    };
    const service = notificationsService({ db: post.db, ...off });
    await post.db
      .transaction()
      .execute((tx) => service.notify(tx, { kind: 'complaint', objectId: newId() }));
    assert.equal((await outbox()).length, before);
  });

  await t.test('of concurrent results is one message', async () => {
    const results = await Promise.all([1, 2, 3].map(addResult));
    advance(2 * MINUTE);
    await deliver();
    const [message, ...others] = arrived();
    assert.deepEqual(others, []);
    for (const { _id } of results) assert.ok(message?.mail.text?.includes(_id));
  });

  await t.test('is not sent to a partner who was deleted', async () => {
    await addResult();
    (await admin.delete(`/api/admin/partners/${partner._id}`)).ok();
    advance(2 * MINUTE);
    await nothing();
    assert.equal((await outbox()).at(-1)?.state, 'cancelled');
  });
});
