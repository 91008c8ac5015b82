import { fireEvent, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prepareIslands } from '../boot/islands.ts';
import { hydrate, type Islands } from './hydrate.ts';
import { FormIsland, Island, type Moment } from './island.tsx';

function Counter({ from }: { from: number }) {
  const [count, setCount] = useState(from);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {count}
    </button>
  );
}

const load = vi.fn(async () => ({ Island: Counter as never }));
const islands: Islands = { react: { './counter.island.tsx': load }, plain: {} };
const wake = (element: HTMLElement) => hydrate(element, islands);
let onSeen: (isVisible: boolean) => void;

/** A page as it leaves the build, with one island. */
function openPage(when: Moment): HTMLButtonElement {
  document.body.innerHTML = renderToString(
    <Island name="counter" when={when} component={Counter} props={{ from: 5 }} />,
  );
  prepareIslands(wake);
  return document.querySelector('button') as HTMLButtonElement;
}

beforeEach(() => {
  load.mockClear();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        onSeen = (isIntersecting) => report([{ isIntersecting }]);
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

async function expectAlive(button: HTMLButtonElement): Promise<void> {
  await waitFor(() => {
    fireEvent.click(button);
    expect(Number(button.textContent)).toBeGreaterThan(5);
  });
  expect(document.querySelector('button')).toBe(button);
  expect(load).toHaveBeenCalledTimes(1);
}

test('an island is in the HTML before any script, and asleep', () => {
  const button = openPage('interaction');
  expect(button.textContent).toBe('5');
  fireEvent.click(button);
  expect(button.textContent).toBe('5');
  expect(load).not.toHaveBeenCalled();
});

test.each([
  ['the pointer reaches it', () => fireEvent.pointerOver],
  ['the keyboard reaches it', () => fireEvent.focusIn],
  ['a finger touches it', () => fireEvent.touchStart],
])('it wakes once when %s', async (_moment, event) => {
  const button = openPage('interaction');
  event()(button);
  event()(button);
  await expectAlive(button);
});

test('it wakes when it is seen, not before', async () => {
  const button = openPage('visible');
  onSeen(false);
  expect(load).not.toHaveBeenCalled();
  onSeen(true);
  await expectAlive(button);
});

test('it wakes when there is time', async () => {
  const button = openPage('idle');
  expect(load).not.toHaveBeenCalled();
  await expectAlive(button);
});

test('an island without a component throws', async () => {
  openPage('interaction');
  const element = document.querySelector<HTMLElement>('[data-island]') as HTMLElement;
  await expect(hydrate(element, { react: {}, plain: {} })).rejects.toThrow(
    'There is no island counter',
  );
});

test('an island without React wakes by its own function, and only then', async () => {
  document.body.innerHTML = renderToString(
    <FormIsland name="form">
      <input defaultValue="yazılmış" />
    </FormIsland>,
  );
  const enliven = vi.fn();
  prepareIslands((element) =>
    hydrate(element, {
      react: {},
      plain: { './form.island.ts': async () => ({ mount: enliven }) },
    }),
  );
  const input = document.querySelector('input') as HTMLInputElement;
  expect(enliven).not.toHaveBeenCalled();
  fireEvent.focusIn(input);
  await waitFor(() => expect(enliven).toHaveBeenCalledWith(input.parentElement));
});

function openForm(wakeForm: (element: HTMLElement) => Promise<void>): HTMLFormElement {
  document.body.innerHTML = renderToString(
    <FormIsland name="note">
      <form action="/note">
        <input name="fullName" required />
        <button type="submit">Göndər</button>
      </form>
    </FormIsland>,
  );
  prepareIslands(wakeForm);
  return document.querySelector('form') as HTMLFormElement;
}

test('a form sent before its code is there waits for it, and is not judged by the browser', async () => {
  const onSubmit = vi.fn((event: Event) => event.preventDefault());
  let arrive = () => {};
  const code = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const form = openForm(async (element) => {
    await code;
    element.querySelector('form')?.addEventListener('submit', onSubmit);
  });
  expect(form.noValidate).toBe(true);
  const sent = new Event('submit', { cancelable: true, bubbles: true });
  form.dispatchEvent(sent);
  expect(sent.defaultPrevented).toBe(true);
  expect(onSubmit).not.toHaveBeenCalled();
  arrive();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
  fireEvent.submit(form);
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

test('a form whose code fails to load is submitted without JavaScript', async () => {
  const form = openForm(() => Promise.reject(new Error('no network')));
  form.submit = vi.fn();
  fireEvent.submit(form);
  await waitFor(() => expect(form.submit).toHaveBeenCalledTimes(1));
});
