import { createAccountObjects } from './account-objects.ts';
import { createExaminationObjects } from './examination-objects.ts';
import type { ObjectContext } from './object-context.ts';
import { createOfficeObjects } from './office-objects.ts';

export type Thing = keyof ReturnType<typeof createThings>;

/** How each kind of thing is created. */
export const createThings = (context: ObjectContext) => ({
  ...createExaminationObjects(context),
  ...createOfficeObjects(context),
  ...createAccountObjects(context),
});
