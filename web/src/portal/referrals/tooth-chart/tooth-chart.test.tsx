import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { speak } from '../../../testing/portal.tsx';
import { ToothChart } from './tooth-chart.tsx';

function Chart({ initial = [] }: { initial?: readonly number[] }) {
  const [teeth, setTeeth] = useState(initial);
  return <ToothChart teeth={teeth} onChange={setTeeth} />;
}

beforeEach(() => speak('az'));

const tooth = (number: number) => screen.getByRole('button', { name: `Diş ${number}` });
const focused = () => document.activeElement?.textContent;

test('the chart has 32 teeth of adults or 20 of children, by quadrant', async () => {
  render(<Chart />);
  const teethOf = (quadrant: string) =>
    within(screen.getByRole('group', { name: quadrant }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
      .join(' ');
  expect(teethOf('Yuxarı sağ')).toBe('18 17 16 15 14 13 12 11');
  expect(teethOf('Aşağı sol')).toBe('31 32 33 34 35 36 37 38');
  await userEvent.click(screen.getByRole('radio', { name: 'Süd dişləri' }));
  expect(teethOf('Yuxarı sağ')).toBe('55 54 53 52 51');
  expect(teethOf('Aşağı sol')).toBe('71 72 73 74 75');
});

test('a press selects a tooth, another one takes it back', async () => {
  render(<Chart />);
  await userEvent.click(tooth(46));
  await userEvent.click(tooth(36));
  expect(tooth(46).ariaPressed).toBe('true');
  expect(screen.getByRole('status').textContent).toBe('Seçilib: 36, 46');
  await userEvent.click(tooth(46));
  expect(screen.getByRole('status').textContent).toBe('Seçilib: 36');
  await userEvent.click(screen.getByRole('button', { name: 'Təmizlə' }));
  expect(screen.getByRole('status').textContent).toBe('');
});

test('by keyboard the chart is one tab stop; arrows cross the midline and the bite', async () => {
  render(<Chart initial={[11]} />);
  await userEvent.tab();
  await userEvent.tab();
  expect(focused()).toBe('11');
  await userEvent.keyboard('{ArrowRight}{ArrowDown}');
  expect(focused()).toBe('31');
  await userEvent.keyboard('{ArrowLeft} ');
  expect(focused()).toBe('41');
  await userEvent.keyboard('{Home}{ArrowLeft}{Enter}');
  expect(focused()).toBe('48');
  await userEvent.keyboard('{End}{ArrowUp}');
  expect(focused()).toBe('28');
  expect(screen.getByRole('status').textContent).toBe('Seçilib: 11, 41, 48');
  await userEvent.tab({ shift: true });
  await userEvent.tab();
  expect(focused()).toBe('28');
});

test('selected milk teeth are shown at once', () => {
  render(<Chart initial={[54]} />);
  expect(tooth(54).ariaPressed).toBe('true');
});
