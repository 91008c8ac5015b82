/** A defect that a tired developer could write. */
export interface Mutation {
  /** Path in the repository. */
  readonly file: string;
  /** Text that the file contains once. */
  readonly text: string;
  readonly defective: string;
  /** What a user would notice. */
  readonly defect: string;
}

export const mutations: readonly Mutation[] = [];
