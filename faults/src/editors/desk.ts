import { type BrowserContext, openKillableBrowser, type Page } from '@deqiq/testkit/browser.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import type { ServerProcess } from '@deqiq/testkit/server-process.ts';
import { type Author, FIELDS, type Field } from '../drafts/authors.ts';
import { TypedText } from './typed-text.ts';

/** Longer texts are removed with two keys, so that a round stays short. */
const MAX_LENGTH = 120;

/** Milliseconds until everything typed must be saved after an interruption. */
const SAVED_WITHIN = 60_000;

const labels: Record<Field, string> = {
  technique: 'Technique',
  conclusion: 'Conclusion',
  recommendation: 'Recommendation',
};

/** An author at a computer: a browser with one window of the report for each group of fields. */
export class Desk {
  readonly author: Author;
  keys = 0;
  readonly typed = new Map(FIELDS.flat().map((field) => [field, new TypedText()]));
  readonly #node: ServerProcess;
  #context: BrowserContext | undefined;
  #windows: readonly Page[] = [];
  /** Kills the browser without a word to its pages. */
  kill = async (): Promise<void> => {};

  constructor(author: Author, node: ServerProcess) {
    this.author = author;
    this.#node = node;
  }

  /** Starts the browser, signs in and opens the report in each window. */
  async open(): Promise<void> {
    const { browser, kill } = await openKillableBrowser();
    this.kill = kill;
    const context = await browser.newContext({ baseURL: this.#node.url });
    this.#context = context;
    const first = await context.newPage();
    await first.goto('/admin/login');
    for (const [name, text] of Object.entries(this.author.login))
      await first.locator(`input[name=${name}]`).fill(text);
    await first.locator('input[type=checkbox]').check();
    await first.locator('form button[type=submit]').click();
    await first.waitForURL('**/admin/dashboard');
    this.#windows = [first, await context.newPage()];
    for (const window of this.#windows)
      await window.goto(`/admin/dashboard/checkups/${this.author.report.checkup}/report`);
    for (const window of this.#windows) await fieldOf(window, 'conclusion').waitFor();
  }

  /** Types a word with marks of the author into one field of each window, key by key. */
  async type(random: Random): Promise<void> {
    await Promise.all(
      this.#windows.map(async (window, index) => {
        const field = random.pick(FIELDS[index] ?? []);
        const word = `${this.author.name}${random.below(1_000)} `;
        await this.#typeWord(
          fieldOf(window, field),
          this.typed.get(field) ?? new TypedText(),
          word,
        );
      }),
    );
  }

  async #typeWord(area: ReturnType<typeof fieldOf>, typed: TypedText, word: string): Promise<void> {
    if (typed.text.length > MAX_LENGTH) {
      await area.press('Control+a');
      await area.press('Backspace');
      typed.note('');
    }
    await area.press('Control+End');
    for (const key of word) {
      await area.press(key === ' ' ? 'Space' : key);
      typed.note(typed.text + key);
      this.keys += 1;
    }
  }

  /** Resolves when each window says that everything is saved. */
  async whenSaved(): Promise<void> {
    for (const window of this.#windows)
      await window.getByText(/^Saved /).waitFor({ timeout: SAVED_WITHIN });
  }

  /** The text of the field as its window shows it. */
  shown(field: Field): Promise<string> {
    const index = FIELDS.findIndex((group) => group.some((each) => each === field));
    const window = this.#windows[index];
    if (!window) throw new Error(`no window for ${field}`);
    return fieldOf(window, field).inputValue();
  }

  async setOffline(isOffline: boolean): Promise<void> {
    await this.#context?.setOffline(isOffline);
  }
}

const fieldOf = (window: Page, field: Field) => window.getByLabel(labels[field], { exact: true });
