import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { rememberLanguage } from '../boot/remember-language.ts';
import { LanguageSwitch } from './language-switch.tsx';

const link = (name: RegExp) => screen.getByRole<HTMLAnchorElement>('link', { name });

test.each([
  ['/', '/', '/ru', '/en'],
  ['/haqqimizda', '/haqqimizda', '/ru/haqqimizda', '/en/haqqimizda'],
  ['/partnyorlar', '/partnyorlar', '/ru/partnyorlar', '/en/partnyorlar'],
])('leads from %s to the same page in each language', (path, ...addresses) => {
  render(<LanguageSwitch path={path} className="flex" />);
  const links = within(screen.getByRole('list', { name: 'Dil' })).getAllByRole('link');
  expect(links.map((each) => each.getAttribute('href'))).toEqual(addresses);
  expect(links.map((each) => each.lang)).toEqual(['az', 'ru', 'en']);
  expect(screen.getByRole('link', { current: true }).textContent).toBe('AZ');
});

test('a press is remembered for the portal', async () => {
  rememberLanguage();
  render(<LanguageSwitch path="/" className="flex" />);
  const russian = link(/Русский/);
  russian.addEventListener('click', (event) => event.preventDefault());
  expect(document.cookie).toBe('');
  await userEvent.click(russian);
  expect(document.cookie).toBe('lang=ru');
});
