import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/http/query.ts';
import { findHighlighted } from '../../testing/options.ts';
import { SearchSelect } from './combobox/search-select.tsx';
import { Field } from './field.tsx';
import { Select } from './select.tsx';
import { TextInput } from './text-input.tsx';

const options = [
  { value: 'new', label: 'New' },
  { value: 'done', label: 'Done' },
];

/** Lists that never finish moving out, as in the moment after they closed. */
function stopTransitions() {
  const moving = { finished: new Promise<never>(() => undefined), playState: 'running' };
  Object.assign(Element.prototype, { getAnimations: () => [moving] });
}

afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'getAnimations');
  vi.unstubAllGlobals();
});

function show() {
  stopTransitions();
  const onChange = vi.fn();
  render(
    <QueryClientProvider client={queryClient}>
      <Field label="Status">
        <Select value="new" onChange={onChange} options={options} />
      </Field>
      <SearchSelect
        label="Partner"
        value={null}
        onChange={onChange}
        searchKey={['names']}
        search={async () => ['Aygün']}
        itemKey={(name) => name}
        itemLabel={(name) => name}
        placeholder="Select a partner"
        searchPlaceholder="Search partners..."
      />
      <Field label="Note">
        <TextInput />
      </Field>
    </QueryClientProvider>,
  );
  return { onChange, user: userEvent.setup() };
}

test('Tab right after a choice goes to the next field while the list still moves out', async () => {
  const { onChange, user } = show();
  const select = screen.getByRole('combobox', { name: 'Status' });
  select.focus();
  await user.keyboard('{ArrowDown}');
  await findHighlighted('New');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(onChange).toHaveBeenCalledWith('done');
  expect(document.activeElement).toBe(select);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Partner' }));
});

test('an option that is focused in a frame after its list closed hands the focus back', async () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  const { user } = show();
  const select = screen.getByRole('combobox', { name: 'Status' });
  select.focus();
  await user.keyboard('{ArrowDown}');
  expect(frames.length).toBeGreaterThan(0);
  await user.keyboard('{Escape}');
  expect(select.getAttribute('aria-expanded')).toBe('false');
  for (const frame of frames) frame(performance.now());
  expect(document.activeElement).toBe(select);
});

test('Tab right after a choice from a searched list goes to the next field', async () => {
  const { onChange, user } = show();
  const select = screen.getByRole('combobox', { name: 'Partner' });
  await user.click(select);
  await screen.findByRole('option', { name: 'Aygün' });
  await user.keyboard('{ArrowDown}');
  await findHighlighted('Aygün');
  await user.keyboard('{Enter}');
  expect(onChange).toHaveBeenCalledWith('Aygün');
  expect(document.activeElement).toBe(select);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByLabelText('Note'));
});
