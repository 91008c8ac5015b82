import * as z from 'zod';

/**
 * What a web build hands to the server, as `pages.json` beside the built files. Paths are decoded and
 * NFC, `file` is relative to the build folder; `.br` and `.gz` beside a file are its smaller forms.
 */
const builtPage = z.object({
  file: z.string(),
  /** The Content-Security-Policy this page is sent with. */
  csp: z.string(),
});

export const builtWeb = z.object({
  /** Every public address, aliases included. */
  pages: z.array(builtPage.extend({ path: z.string().startsWith('/') })),
  portal: builtPage,
  notFound: builtPage,
  /** Everything that is not a page; `immutable` ones carry a hash of their content in their name. */
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
