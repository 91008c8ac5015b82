import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { speak } from '../../../testing/portal.tsx';
import { Attachments } from './attachments.tsx';

const pictures = ['bir.png', 'iki.png'].map((name) => new File(['x'], name, { type: 'image/png' }));

function Chosen() {
  const [files, setFiles] = useState<readonly File[]>(pictures);
  return <Attachments sent={[]} files={files} onChange={setFiles} />;
}

test('the focus stays in the list of images when one is removed, and ends in the field', async () => {
  speak('az');
  const user = userEvent.setup();
  render(<Chosen />);
  await user.click(screen.getByRole('button', { name: 'bir.png: sil' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'iki.png: sil' }));
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(document.querySelector('input[type="file"]'));
});
