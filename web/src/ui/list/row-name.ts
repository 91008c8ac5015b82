import { createContext } from 'react';

/** The name of the row around an icon button, which describes it. Where there is a row, its table shows tooltips. */
export const RowName = createContext<{ readonly name: string | undefined } | undefined>(undefined);
