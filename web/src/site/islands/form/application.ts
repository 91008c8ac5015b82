import type { ZodType } from 'zod';

/** What a public form is held to, and what it says of itself: the contract's, specification sections 5 and 8. */
export interface Application {
  schema: ZodType;
  messages: {
    title: string;
    sent: string;
    /** Where the server refuses without a sentence of its own. */
    failed: string;
  };
}
