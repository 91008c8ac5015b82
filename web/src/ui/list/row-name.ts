import { createContext } from 'react';

/**
 * The name of the row around an icon button, which describes it: ten rows of a page have a button "Edit". Where there is
 * a row, its table shows the tooltips.
 */
export const RowName = createContext<{ readonly name: string | undefined } | undefined>(undefined);
