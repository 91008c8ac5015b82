import { createContext } from 'react';

/** The name of the row around an icon button, which describes it: ten rows of a page have a button "Edit". */
export const RowName = createContext<string | undefined>(undefined);
