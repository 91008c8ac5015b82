import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../testing/portal.tsx';
import { type Reply, stubServer } from '../../../testing/server.ts';
import { SecondFactorSection } from './second-factor-section.tsx';

const URL = '/api/admin/account/second-factor';
const SHOWN = 'k7m2q-x94wd';

const Screen = () => <SecondFactorSection area="admin" />;

const isOn = {
  secondFactor: { enabled: true, confirmedAt: null, recoveryCodesLeft: 3, required: false },
};

/** The dialog for new recovery codes, sent, with a response that the test gives. */
async function renewCodes() {
  const answer = Promise.withResolvers<Reply>();
  stubServer({
    [`GET ${URL}`]: { body: isOn },
    [`POST ${URL}/recovery-codes`]: () => answer.promise,
  });
  renderScreen('admin', Screen);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'New recovery codes' }));
  await user.type(await screen.findByLabelText('Password'), 'a password');
  await user.type(screen.getByLabelText('Code'), '123456{Enter}');
  return { user, answer };
}

test('only its button closes recovery codes, which are shown once', async () => {
  const { user, answer } = await renewCodes();
  await user.keyboard('{Escape}');
  answer.resolve({ body: { recoveryCodes: [SHOWN], message: 'ok' } });
  expect(await screen.findByText(SHOWN)).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.getByText(SHOWN)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'I have kept them' }));
  expect(screen.queryByText(SHOWN)).toBeNull();
});

test('after a refused request for recovery codes Escape closes the dialog', async () => {
  const { user, answer } = await renewCodes();
  answer.resolve({ status: 400, body: { code: 'invalid', message: 'The code is wrong' } });
  expect(await screen.findByText('The code is wrong')).toBeTruthy();
  await user.keyboard('{Escape}{Escape}');
  expect(screen.queryByLabelText('Password')).toBeNull();
});
