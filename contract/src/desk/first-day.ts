import * as z from 'zod';

/** Steps of an owner in a new installation, in order. */
export const firstDaySteps = [
  'facts',
  'partner',
  'machine',
  'mail',
  'secondFactor',
  'backup',
  'examination',
] as const;

export const firstDay = z.object({
  steps: z.array(z.object({ name: z.enum(firstDaySteps), isDone: z.boolean() })),
});

export type FirstDay = z.output<typeof firstDay>;
