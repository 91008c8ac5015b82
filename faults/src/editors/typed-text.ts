/** Milliseconds after which a key must survive anything. */
const SAFE_AFTER = 2_000;

/** A field of a window: every text that it had, and since when (milliseconds of performance.now()). */
export class TypedText {
  #history: { readonly text: string; readonly at: number }[] = [{ text: '', at: 0 }];

  get text(): string {
    return this.#history.at(-1)?.text ?? '';
  }

  /** Notes the text after a key. */
  note(text: string): void {
    this.#history.push({ text, at: performance.now() });
  }

  /** The texts of which one must be left when the window is gone since then. */
  possibleAt(gone: number): string[] {
    const last = this.#history.findLastIndex(({ at }) => at <= gone - SAFE_AFTER);
    return this.#history.slice(Math.max(0, last)).map(({ text }) => text);
  }

  /** The window was opened again with this text. */
  reset(text: string): void {
    this.#history = [{ text, at: 0 }];
  }
}
