import type { ZodType } from 'zod';

/** Schema and messages of a public form, from the contract: specification, sections 5 and 8. */
export interface Application {
  schema: ZodType;
  messages: {
    title: () => string;
    sent: () => string;
    /** Where the server refuses without a sentence of its own. */
    failed: () => string;
  };
}
