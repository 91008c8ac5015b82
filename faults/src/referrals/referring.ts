import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { someReferral } from '@deqiq/testkit/http/referrals.ts';
import type { Reply } from '@deqiq/testkit/http/replies.ts';
import { type Clinic, send } from './clinic.ts';
import type { History } from './history.ts';

/** Another one each time: a picture whose decoding a kill has interrupted twice counts as one that kills the server. */
async function image({ random }: History): Promise<Blob> {
  const { bytes } = await picture({
    colour: `hsl(${random.below(360)}, ${random.below(100)}%, 50%)`,
  });
  return new Blob([new Uint8Array(bytes)], { type: 'image/png' });
}

/** The fields of a referral; the first name tells which version of them the record of the patient has. */
export function refer({ name }: History, question: string) {
  const { patient } = someReferral();
  return someReferral({
    patient: { ...patient, firstName: question, lastName: name },
    question,
    // Text, because a form sends it, too.
    reportWanted: 'true',
  });
}

async function toForm(history: History, question: string) {
  const { patient, teeth, ...fields } = refer(history, question);
  const form = new FormData();
  form.set('patient', JSON.stringify(patient));
  form.set('teeth', JSON.stringify(teeth));
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.append('attachments', await image(history), 'resept.png');
  return form;
}

async function sendForm(
  { attempt }: Clinic,
  { random }: History,
  path: string,
  form: FormData,
): Promise<Reply | undefined> {
  return attempt(random, 'partner', async (client) => {
    const response = await client.send('POST', path, form);
    return { status: response.status, body: (await response.json()) as Reply['body'] };
  });
}

type Way = (clinic: Clinic, history: History, question: string) => Promise<Reply | undefined>;

const byPartner: Way = (clinic, history, question) =>
  send(clinic, history.random, 'partner', [
    'POST',
    '/api/partner/referrals',
    refer(history, question),
  ]);

const withPicture: Way = async (clinic, history, question) => {
  const form = await toForm(history, question);
  return sendForm(clinic, history, '/api/partner/referrals', form);
};

const byTelephone: Way = (clinic, history, question) =>
  send(clinic, history.random, 'admin', [
    'POST',
    '/api/admin/referrals',
    { ...refer(history, question), partner: clinic.partner },
  ]);

/** The partner sends a photo, and staff transcribe it. */
const fromPhoto: Way = async (clinic, history, question) => {
  const form = new FormData();
  form.set('file', await image(history), 'resept.png');
  form.set('lastName', history.name);
  const path = '/api/partner/misc/create-checkup';
  const shipped = await sendForm(clinic, history, path, form);
  if (shipped?.status !== 200) return shipped;
  const { _id } = shipped.body.checkup as { _id: string };
  history.checkup = _id;
  return send(clinic, history.random, 'admin', [
    'POST',
    `/api/admin/shipments/${_id}/referral`,
    refer(history, question),
  ]);
};

/** A picture takes as much of a processor as the rest of a history. */
const rare: readonly Way[] = [withPicture, fromPhoto];
const usual: readonly Way[] = [byPartner, byTelephone];
const RARE = 0.1;

/** Creates the referral of a history. */
export async function create(clinic: Clinic, history: History): Promise<Reply | undefined> {
  const question = `Sual ${history.random.below(2 ** 32)}`;
  const end = history.questions.begin(question);
  const { random } = history;
  const way = random.pick(random.chance(RARE) ? rare : usual);
  const reply = await way(clinic, history, question);
  end(reply === undefined ? 'cut-off' : reply.status === 200 ? 'acknowledged' : 'refused');
  return reply;
}
