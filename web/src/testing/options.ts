import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** Waits until this option of an open list is highlighted: a key that comes before acts on no option. */
export const findHighlighted = (name: string): Promise<void> =>
  waitFor(() => expect(screen.getByRole('option', { name }).dataset).toHaveProperty('highlighted'));
