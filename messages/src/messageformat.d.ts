/** The parts of the compiler that are called: its own types are of a CommonJS module, and miss one file. */
declare module '@messageformat/core' {
  export default class MessageFormat {
    constructor(locale: string);
  }
}

declare module '@messageformat/core/compile-module.js' {
  import type MessageFormat from '@messageformat/core';

  /** The source of an ES module with one function per message. */
  export default function compileModule(
    format: MessageFormat,
    messages: Readonly<Record<string, string>>,
  ): string;
}
