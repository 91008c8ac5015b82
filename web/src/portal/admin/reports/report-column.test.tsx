import type { DiagnosticReport } from '@deqiq/contract/reports/diagnostic-reports.ts';
import * as editorTexts from '@deqiq/messages/office/report-editor.js';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openAt } from '../../../testing/admin/admin.tsx';
import { hideWebGl } from '../../../testing/canvas.ts';
import { checkupOf, linkOf } from '../../../testing/checkups.ts';
import { contentOf, draftOf, questionOf, signedOf } from '../../../testing/reports.ts';
import type { Received, Reply } from '../../../testing/server.ts';

const REPORTS = '/api/admin/checkups/c1/diagnostic-reports';
const DRAFT = '/api/admin/diagnostic-reports/report-1';
const radiologist = { name: 'Rəşad Quliyev', title: 'radioloq', licence: 'R-17' };

type Routes = Record<string, Reply | ((request: Received) => Reply | Promise<Reply>)>;

const bodyOf = ({ body }: Received) => JSON.parse(String(body));

/** Opens the viewer of staff with the report beside it, on a server that stores drafts. */
function openReport(
  reports: DiagnosticReport[],
  routes: Routes = {},
  right: object | null = radiologist,
) {
  hideWebGl();
  const stored = [...reports];
  const account = { _id: 'a1', username: 'rashad', role: 'staff', secondFactor: 'off' };
  const opened = openAt('/admin/dashboard/checkups/c1/f1?panel', {
    'GET /api/admin/account': { body: { account: { ...account, radiologist: right } } },
    'GET /api/admin/checkups/c1': {
      body: {
        checkup: checkupOf({ _id: 'c1', xrayFileLinks: [{ ...linkOf('opg.png'), id: 'f1' }] }),
      },
    },
    'GET /api/admin/checkups/c1/earlier': { body: { checkups: [] } },
    'GET /api/admin/checkups/c1/questions': { body: { questions: [] } },
    [`GET ${REPORTS}`]: () => ({ body: { reports: stored } }),
    [`POST ${REPORTS}`]: (request) => {
      stored.unshift(draftOf({ content: contentOf(bodyOf(request)) }));
      return { body: { report: stored[0] } };
    },
    [`PUT ${DRAFT}`]: (request) => {
      const { version, content } = bodyOf(request);
      stored[0] = { ...draftOf(), version: version + 1, content };
      return { body: { report: stored[0] } };
    },
    ...routes,
  });
  return { ...opened, stored };
}

const findColumn = async () =>
  within(await screen.findByRole('complementary', { name: 'Diagnostic report' }));

const pressIn = async (
  { user }: ReturnType<typeof openReport>,
  column: Awaited<ReturnType<typeof findColumn>>,
  name: string,
) => {
  await user.click(await column.findByRole('button', { name }));
};

test('a finding takes two presses: the tooth and the finding; surfaces follow', async () => {
  const opened = openReport([draftOf()]);
  const column = await findColumn();
  await pressIn(opened, column, 'Tooth 36');
  await pressIn(opened, column, 'Caries');
  expect(column.getByRole('button', { name: 'Tooth 36: Caries' })).toBeDefined();
  await pressIn(opened, column, 'mesial');
  await waitFor(() =>
    expect(opened.stored[0]?.content.teeth).toEqual({
      36: [{ finding: 'caries', surfaces: ['mesial'] }],
    }),
  );
  await pressIn(opened, column, 'Caries');
  await waitFor(() => expect(opened.stored[0]?.content.teeth).toEqual({}));
});

test('a normal panoramic report takes six presses and the password', async () => {
  const opened = openReport([], {
    [`POST ${DRAFT}/sign`]: { body: { report: signedOf(), message: '' } },
  });
  const column = await findColumn();
  for (const name of ['New report', 'Panoramic X-ray', 'Fill in normal findings', 'Sign'])
    await pressIn(opened, column, name);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^Signed by Rəşad Quliyev, radioloq\./)).toBeDefined();
  await opened.user.type(dialog.getByLabelText('Your password'), 'secret');
  await opened.user.click(dialog.getByRole('button', { name: 'Sign' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [sent] = opened.server.to(`${DRAFT}/sign`);
  expect(sent && bodyOf(sent)).toEqual({ version: 2, password: 'secret', otp: '' });
  expect(opened.stored[0]?.content.conclusion).toBe('No pathological changes were found.');
});

test('after the signature Enter takes the next examination and opens it instead', async () => {
  const links = [{ ...linkOf('next.png'), id: 'f2' }];
  const opened = openReport([draftOf({ content: contentOf({ conclusion: 'x' }) })], {
    [`POST ${DRAFT}/sign`]: () => {
      opened.stored[0] = signedOf();
      return { body: { report: signedOf(), message: '' } };
    },
    'GET /api/admin/reading': {
      body: { examinations: [{ _id: 'c2', reader: null }], pagination: { hasNextPage: false } },
    },
    'POST /api/admin/checkups/c2/reading': { body: { message: '' } },
    'GET /api/admin/checkups/c2': {
      body: { checkup: checkupOf({ _id: 'c2', xrayFileLinks: links }) },
    },
    'GET /api/admin/checkups/c2/earlier': { body: { checkups: [] } },
    'GET /api/admin/checkups/c2/questions': { body: { questions: [] } },
    'GET /api/admin/checkups/c2/diagnostic-reports': { body: { reports: [] } },
  });
  const column = await findColumn();
  await pressIn(opened, column, 'Sign');
  const dialog = within(await screen.findByRole('dialog'));
  await opened.user.type(dialog.getByLabelText('Your password'), 'secret{Enter}');
  const next = await screen.findByRole('button', { name: 'Next examination' });
  await waitFor(() => expect(document.activeElement).toBe(next));
  await opened.user.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: 'New report' })).toBeDefined();
  expect(opened.server.to('/api/admin/checkups/c2/reading')).toHaveLength(1);
});

test('a wrong password is refused at its field, and the report stays a draft', async () => {
  const message = 'The password or the code is wrong';
  const opened = openReport([draftOf({ content: contentOf({ conclusion: 'x' }) })], {
    [`POST ${DRAFT}/sign`]: {
      status: 400,
      body: {
        code: 'validation',
        message,
        fields: [{ path: 'password', message }],
        requestId: 'r',
      },
    },
  });
  const column = await findColumn();
  await pressIn(opened, column, 'Sign');
  const dialog = within(await screen.findByRole('dialog'));
  await opened.user.type(dialog.getByLabelText('Your password'), 'wrong');
  await opened.user.click(dialog.getByRole('button', { name: 'Sign' }));
  const alert = within(await screen.findByRole('alertdialog'));
  expect(alert.getByText(message)).toBeDefined();
  await opened.user.click(alert.getByRole('button', { name: 'Close' }));
  expect(dialog.getByLabelText('Your password')).toHaveProperty('value', 'wrong');
});

test('a report without a conclusion, or without an answer of the server, is not signed', async () => {
  const opened = openReport([draftOf()], {
    [`PUT ${DRAFT}`]: () => Promise.reject(new TypeError()),
  });
  const column = await findColumn();
  await pressIn(opened, column, 'Sign');
  const alert = within(await screen.findByRole('alertdialog'));
  expect(alert.getByText(editorTexts.conclusionMissing())).toBeDefined();
  await opened.user.click(alert.getByRole('button', { name: 'Close' }));
  await opened.user.type(column.getByLabelText('Conclusion'), 'Caries');
  await pressIn(opened, column, 'Sign');
  expect(await screen.findByText(editorTexts.notSavedYet())).toBeDefined();
  expect(opened.server.to(`${DRAFT}/sign`)).toEqual([]);
});

test('the version of another window is not signed unread: it is shown instead', async () => {
  const present = draftOf({
    version: 9,
    content: contentOf({ conclusion: 'x', technique: 'CBCT' }),
  });
  const opened = openReport([draftOf({ content: contentOf({ conclusion: 'x' }) })], {
    [`POST ${DRAFT}/sign`]: {
      status: 409,
      body: { code: 'conflict', message: 'changed', report: present, requestId: 'r' },
    },
  });
  const column = await findColumn();
  await pressIn(opened, column, 'Sign');
  const dialog = within(await screen.findByRole('dialog'));
  await opened.user.type(dialog.getByLabelText('Your password'), 'secret');
  await opened.user.click(dialog.getByRole('button', { name: 'Sign' }));
  const alert = within(await screen.findByRole('alertdialog'));
  await opened.user.click(alert.getByRole('button', { name: 'Close' }));
  expect(column.getByLabelText('Technique')).toHaveProperty('value', 'CBCT');
});

test('both texts of a conflict are shown, and the author decides', async () => {
  const theirs = draftOf({ version: 5, content: contentOf({ conclusion: 'theirs' }) });
  let isFirst = true;
  const opened = openReport([draftOf()], {
    [`PUT ${DRAFT}`]: (request) => {
      const { version, content } = bodyOf(request);
      if (!isFirst) return { body: { report: { ...theirs, version: version + 1, content } } };
      isFirst = false;
      return {
        status: 409,
        body: { code: 'conflict', message: 'changed', report: theirs, requestId: 'r' },
      };
    },
  });
  const column = await findColumn();
  await opened.user.click(await column.findByLabelText('Conclusion'));
  await opened.user.paste('mine');
  const conflict = within(await column.findByRole('alert', {}, { timeout: 15_000 }));
  expect(conflict.getByText('Changed in two windows: Conclusion')).toBeDefined();
  expect(conflict.getByText('theirs')).toBeDefined();
  await opened.user.click(conflict.getByRole('button', { name: 'Keep both' }));
  expect(column.getByLabelText('Conclusion')).toHaveProperty('value', 'theirs\nmine');
}, 20_000);

test('staff without the right to sign read the report, and are told why they cannot write', async () => {
  openReport([signedOf({ content: contentOf({ conclusion: 'Caries' }) })], {}, null);
  const column = await findColumn();
  expect(await column.findByText('Caries')).toBeDefined();
  expect(column.getByText(editorTexts.readOnly())).toBeDefined();
  expect(column.queryByRole('button', { name: 'Withdraw' })).toBeNull();
});

test('a second reader countersigns; the signer cannot', async () => {
  openReport([signedOf({ isOwn: false }), signedOf({ _id: 'r2', isOwn: true })]);
  const column = await findColumn();
  await column.findByText('Last signed report');
  expect(column.getAllByText('Countersign')).toHaveLength(1);
});

test('a doctor’s open question is counted beside its tab', async () => {
  const questions = [questionOf()];
  const opened = openReport([], {
    'GET /api/admin/checkups/c1/questions': { body: { questions } },
  });
  const column = await findColumn();
  expect(await column.findByText('Open questions: 1')).toBeDefined();
  await pressIn(opened, column, 'Questions');
  expect(await column.findByText('Waits for an answer')).toBeDefined();
});

test('the report of an earlier examination stands above the draft, to be read only', async () => {
  const report = signedOf({ _id: 'r0', content: contentOf({ conclusion: 'Sümük 9 mm' }) });
  const previous = { report, examination: 'Panoram rentgen' };
  openReport([draftOf()], { [`GET ${REPORTS}`]: { body: { reports: [draftOf()], previous } } });
  const column = await findColumn();
  const earlier = within(
    await column.findByRole('region', { name: 'Report of an earlier examination' }),
  );
  expect(earlier.getAllByText('Sümük 9 mm')[0]).toBeDefined();
  expect(earlier.queryByRole('button')).toBeNull();
  expect(earlier.queryByRole('textbox')).toBeNull();
});
