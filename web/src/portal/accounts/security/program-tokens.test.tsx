import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../testing/portal.tsx';
import { stubServer } from '../../../testing/server.ts';
import { ProgramTokens } from './program-tokens.tsx';

const PartnerScreen = () => <ProgramTokens area="partner" />;

const token = {
  _id: 'one',
  name: 'OHIF',
  tokenEnd: 'a1b2',
  createdAt: '2026-11-20T10:05:00.000Z',
  expiresAt: '2027-02-18T10:05:00.000Z',
  lastUsedAt: null,
};

test('a doctor creates a token, sees it once, and ends it', async () => {
  let tokens: (typeof token)[] = [];
  const path = '/api/partner/account/program-tokens';
  const server = stubServer({
    [`GET ${path}`]: () => ({ body: { tokens, address: 'https://x.example/dicom-web' } }),
    [`POST ${path}`]: () => {
      tokens = [token];
      return { body: { programToken: token, token: 'deqiq-program-secret', message: 'ok' } };
    },
    [`DELETE ${path}/one`]: () => {
      tokens = [];
      return { body: { message: 'ok' } };
    },
  });
  renderScreen('partner', PartnerScreen);
  await userEvent.click(await screen.findByRole('button', { name: 'Yeni açar' }));
  await userEvent.type(await screen.findByLabelText(/^Ad/), 'OHIF');
  await userEvent.type(screen.getByLabelText(/^Şifrəniz/), 'a password');
  await userEvent.click(screen.getByRole('button', { name: 'Açar yarat' }));
  expect(await screen.findByDisplayValue('deqiq-program-secret')).toBeTruthy();
  expect(screen.getByDisplayValue('https://x.example/dicom-web')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Hazırdır' }));
  expect(screen.queryByDisplayValue('deqiq-program-secret')).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Açarı ləğv et: OHIF' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Bəli, ləğv et' }));
  expect(await screen.findByText('Heç bir proqramın açarı yoxdur.')).toBeTruthy();
  expect(server.to(path).length).toBeGreaterThan(1);
});
