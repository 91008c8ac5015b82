import * as texts from '@deqiq/messages/site/forms.js';
import type { NextStep } from './application.ts';
import type { Sentences } from './field-errors.ts';

function part<T extends Element>(root: ParentNode, selector: string): T {
  const element = root.querySelector<T>(selector);
  if (!element) throw new Error(`The form has no ${selector}`);
  return element;
}

/** The elements of a public form in the page (public-form.tsx). */
export class FormView {
  readonly form: HTMLFormElement;
  readonly inputs: readonly HTMLInputElement[];
  readonly #button: HTMLButtonElement;
  readonly #dialog: HTMLDialogElement;
  readonly #submit: string;

  constructor(root: HTMLElement) {
    this.form = part(root, 'form[action]');
    this.inputs = Array.from(this.form.querySelectorAll('[name]:not([type=hidden])'));
    this.#button = part(this.form, 'button');
    this.#dialog = part(root, 'dialog');
    this.#submit = this.#button.textContent;
    part(this.#dialog, 'button').addEventListener('click', () => this.#dialog.close());
    // Outside the dialog's own content there is only its backdrop.
    this.#dialog.addEventListener('click', ({ target }) => {
      if (target === this.#dialog) this.#dialog.close();
    });
  }

  values(): Record<string, string> {
    return Object.fromEntries(this.inputs.map(({ name, value }) => [name, value]));
  }

  /** Shows the error of every field, and removes the others. */
  show(sentences: Sentences): void {
    for (const input of this.inputs) {
      const line = document.getElementById(`${input.name}-error`);
      const sentence = sentences[input.name] ?? '';
      // Only a change is read out.
      if (!line || line.textContent === sentence) continue;
      line.textContent = sentence;
      if (sentence) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
    }
  }

  /** Focuses the first invalid field. Returns false if there is none. */
  focusFirst(sentences: Sentences): boolean {
    const first = this.inputs.find(({ name }) => sentences[name]);
    first?.focus();
    return first !== undefined;
  }

  get isSending(): boolean {
    return this.#button.disabled;
  }

  sending(busy: boolean): void {
    this.#button.disabled = busy;
    this.#button.textContent = busy ? texts.sending() : this.#submit;
  }

  /** Opens the dialog; resolves when it is closed and the focus is on the button again. */
  showResult(
    outcome: 'done' | 'failed',
    { title, text, next }: { title: string; text: string; next?: NextStep | undefined },
  ): Promise<void> {
    this.sending(false);
    // Where closing the dialog leads back to; no field is left by that.
    this.#button.focus();
    const dialog = this.#dialog;
    dialog.dataset.outcome = outcome;
    part(dialog, 'h2').textContent = title;
    part(dialog, 'p').textContent = text;
    const link = part<HTMLAnchorElement>(dialog, '[data-next]');
    link.hidden = !next;
    if (next) {
      link.href = next.href;
      link.textContent = next.text;
    }
    dialog.showModal();
    (next ? link : part<HTMLButtonElement>(dialog, 'button')).focus();
    return new Promise((resolve) => {
      dialog.addEventListener('close', () => resolve(), { once: true });
    });
  }
}
