import { act } from '@testing-library/react';

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** Presses the browser's Back, once what was just opened has got its entry, and waits until it has come to pass. */
export async function pressBack(): Promise<void> {
  await act(async () => {
    await nextTask();
    const before: unknown = window.history.state;
    window.history.back();
    while (window.history.state === before) await nextTask();
    await nextTask();
  });
}
