import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '../../../testing/portal.tsx';
import { stubServer } from '../../../testing/server.ts';
import { OpenInProgram } from './open-in-program.tsx';

const checkup = { _id: 'one', xrayFileLinks: [{ name: 'ct.zip' }] } as unknown as Checkup;
const photo = { _id: 'two', xrayFileLinks: [{ name: 'a.jpg' }] } as unknown as Checkup;

const Screen = () => (
  <>
    <OpenInProgram area="partner" checkup={checkup} />
    <OpenInProgram area="partner" checkup={photo} />
  </>
);

test('a doctor opens DICOM pictures in a program of the clinic, in a window of its own', async () => {
  const replace = vi.fn();
  const opened = { opener: window, location: { replace }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
  stubServer({
    'GET /api/partner/viewer-programs': { body: { programs: ['ohif'] } },
    'POST /api/partner/checkups/one/viewer-link': { body: { url: 'https://ohif.example/viewer' } },
  });
  renderScreen('partner', Screen);
  const buttons = await screen.findAllByRole('button', { name: 'OHIF ilə aç' });
  expect(buttons).toHaveLength(1);
  if (buttons[0]) await userEvent.click(buttons[0]);
  await waitFor(() => expect(replace).toHaveBeenCalledWith('https://ohif.example/viewer'));
  expect(opened.opener).toBeNull();
});
