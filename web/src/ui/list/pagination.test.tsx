import { setLanguageSource } from '@deqiq/messages/language.ts';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { pageWindow } from './page-window.ts';
import { Pagination } from './pagination.tsx';

setLanguageSource(() => 'spec');

describe('the window of pages', () => {
  test.each([
    [1, 1, 5, '1'],
    [1, 5, 5, '1 2 3 4 5'],
    [1, 6, 5, '1 2 3 4 5 6'],
    [1, 7, 5, '1 2 3 4 5 gap 7'],
    [4, 7, 5, '1 2 3 4 5 6 7'],
    [5, 9, 5, '1 gap 3 4 5 6 7 gap 9'],
    [9, 9, 5, '1 gap 5 6 7 8 9'],
    [1, 9, 3, '1 2 3 gap 9'],
    [3, 9, 3, '1 2 3 4 gap 9'],
    [5, 9, 3, '1 gap 4 5 6 gap 9'],
    [9, 9, 3, '1 gap 7 8 9'],
    [12, 3, 5, '1 2 3'],
  ])('page %i of %i, %i wide', (page, total, size, slots) => {
    expect(pageWindow(page, total, size).join(' ')).toBe(slots);
  });
});

function show(props: Partial<Parameters<typeof Pagination>[0]> = {}) {
  const onPage = vi.fn();
  render(<Pagination page={5} totalPages={9} window={5} onPage={onPage} {...props} />);
  return { onPage, button: (name: string) => screen.getByRole('button', { name }) };
}

describe('the bar', () => {
  test('page numbers are in order, with gaps, and only the current one is marked', () => {
    show();
    const bar = screen.getByRole('navigation', { name: 'Pages' });
    const names = within(bar)
      .getAllByRole('button')
      .map((each) => each.textContent);
    expect(names).toEqual(['First', 'Prev', '1', '3', '4', '5', '6', '7', '9', 'Next', 'Last']);
    expect(within(bar).getAllByText('…')).toHaveLength(2);
    expect(bar.querySelectorAll('[aria-current]')).toHaveLength(1);
    expect(screen.getByRole('button', { current: true }).textContent).toBe('5');
  });

  test('its buttons open their pages', async () => {
    const { onPage, button } = show();
    for (const name of ['First', 'Prev', '7', 'Next', 'Last']) await userEvent.click(button(name));
    expect(onPage.mock.calls.flat()).toEqual([1, 4, 7, 6, 9]);
  });

  test('ends at both ends', () => {
    show({ page: 1 });
    expect(screen.getByRole('button', { name: 'First' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Prev' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', false);
  });

  test('takes no press while another page loads', () => {
    show({ busy: true });
    for (const each of screen.getAllByRole('button')) expect(each).toHaveProperty('disabled', true);
  });

  test('is not there for a single page', () => {
    show({ page: 1, totalPages: 1 });
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  test('the focus returns once the page is loaded, to its number if Next is disabled', () => {
    const bar = (page: number, busy: boolean) => (
      <Pagination page={page} totalPages={2} window={5} onPage={vi.fn()} busy={busy} />
    );
    const { rerender } = render(bar(1, false));
    screen.getByRole('button', { name: 'Next' }).focus();
    rerender(bar(2, true));
    // As browsers do with a focused button that is disabled; jsdom leaves the focus on it.
    (document.activeElement as HTMLElement).blur();
    rerender(bar(2, false));
    expect(document.activeElement?.textContent).toBe('2');
  });
});
