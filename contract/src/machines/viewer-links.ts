import * as z from 'zod';

export const viewerPrograms = ['ohif', 'weasis'] as const;

export type ViewerProgram = (typeof viewerPrograms)[number];

export const viewerProgramNames: Readonly<Record<ViewerProgram, string>> = {
  ohif: 'OHIF',
  weasis: 'Weasis',
};

export const viewerProgramList = z.object({ programs: z.array(z.enum(viewerPrograms)) });

export const viewerLinkFields = z.object({ program: z.enum(viewerPrograms) });

/** Opens the program with the pictures of one checkup, for an hour; null while there are none that it can open. */
export const viewerLink = z.object({ url: z.string().nullable() });
