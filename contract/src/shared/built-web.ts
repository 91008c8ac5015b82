import { languages } from '@deqiq/messages/language.ts';
import * as z from 'zod';

/**
 * The index of a web build for the server: `pages.json` in the build folder. Paths are decoded and NFC. `file` is
 * relative to the build folder; `.br` and `.gz` beside it are compressed copies.
 */
const builtPage = z.object({
  file: z.string(),
  /** The Content-Security-Policy of this page. */
  csp: z.string(),
});

export const builtWeb = z.object({
  /** Every public path, including aliases. */
  pages: z.array(
    builtPage.extend({
      path: z.string().startsWith('/'),
      /** The same page with the price list, which is sent while the clinic shows one. */
      withPrices: builtPage.optional(),
    }),
  ),
  /** The shell of the portal in each language. */
  portals: z.record(z.enum(languages), builtPage),
  notFound: builtPage,
  /** Files with facts of the clinic: their templates with slots, which are no files of the website. */
  templates: z.array(
    z.object({ file: z.string(), template: z.string(), language: z.enum(languages) }),
  ),
  /** All other files; the name of an `immutable` file contains a hash of its content. */
  files: z.array(
    z.object({
      path: z.string().startsWith('/'),
      file: z.string(),
      type: z.string(),
      immutable: z.boolean(),
    }),
  ),
});

export type BuiltWeb = z.output<typeof builtWeb>;
