import { notifyManager } from '@tanstack/react-query';
import { act } from '@testing-library/react';

/** Resolves after TanStack Query has delivered every notification that is scheduled now. */
export const queriesNotified = (): Promise<void> =>
  new Promise((resolve) => notifyManager.schedule(() => resolve()));

/** Resolves after React has rendered those notifications. */
export const queriesRendered = (): Promise<void> => act(queriesNotified);
