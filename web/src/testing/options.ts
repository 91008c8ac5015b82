import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** Waits until the keys of an open list are at this option. */
export const findHighlighted = (name: string): Promise<void> =>
  waitFor(() => expect(screen.getByRole('option', { name }).dataset).toHaveProperty('highlighted'));
