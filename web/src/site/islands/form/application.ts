import type { ZodType } from 'zod';

/** A link beside the message that the form was sent. */
export interface NextStep {
  readonly href: string;
  readonly text: string;
}

/** Schema and messages of a public form, from the contract: specification, sections 5 and 8. */
export interface Application {
  schema: ZodType;
  messages: {
    title: () => string;
    sent: () => string;
    /** Where the server refuses without a sentence of its own. */
    failed: () => string;
  };
  /** Reads the answer of the server; undefined where nothing follows. */
  findNext?: (answer: unknown) => Promise<NextStep | undefined>;
}
