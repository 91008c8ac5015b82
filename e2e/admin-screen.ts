import { expect, type Page } from '@playwright/test';

/** One section of the back-office. */
export class AdminScreen {
  readonly page: Page;
  readonly #section: string;

  constructor(page: Page, section: string) {
    this.page = page;
    this.#section = section;
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/admin/dashboard/${this.#section}${query}`);
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  /** Rows with content; the header row is not counted. */
  get rows() {
    return this.page.getByRole('row').filter({ has: this.page.getByRole('cell') });
  }

  row(text: string | RegExp) {
    return this.rows.filter({ hasText: text });
  }

  get dialog() {
    return this.page.getByRole('dialog');
  }

  field(name: string) {
    return this.dialog.locator(`input[name=${name}]`);
  }

  async search(text: string): Promise<void> {
    await this.page.getByPlaceholder('Search by name...').fill(text);
    await this.page.keyboard.press('Enter');
  }

  press(button: string) {
    return this.dialog.getByRole('button', { name: button, exact: true }).click();
  }

  /** Answers the open question dialog. */
  async answer(button: 'Bəli' | 'Ləğv et' | 'Discard'): Promise<void> {
    await this.page.getByRole('alertdialog').getByRole('button', { name: button }).click();
  }

  /** Presses the button, expects the message in 'Xəta!' and closes the dialog. */
  async refused(button: string, message: string): Promise<void> {
    await this.press(button);
    await this.readError(message);
  }

  /** Presses Refresh Page. Requests for the list fail until then: it also tries again by itself, and may be faster. */
  async refreshPage(list: string): Promise<void> {
    const button = this.page.getByRole('button', { name: 'Refresh Page' });
    await button.evaluate((element) =>
      element.addEventListener('pointerdown', () => document.body.setAttribute('data-online', '')),
    );
    // Over the handler that fails them all: a request that came between two handlers would load the list.
    await this.page.route(list, async (route) => {
      const isOnline = await this.page.evaluate(() => document.body.hasAttribute('data-online'));
      if (isOnline) await route.continue();
      else await route.abort();
    });
    await button.click();
  }

  async readError(message: string): Promise<void> {
    const error = this.page.getByRole('alertdialog', { name: 'Xəta!' });
    await expect(error.getByText(message)).toBeVisible();
    await error.getByRole('button').click();
    await expect(error).toBeHidden();
  }

  /** Fails when a part of the table is reachable only by horizontal scrolling. */
  async expectWholeTable(): Promise<void> {
    const over = () =>
      this.page.getByRole('table').evaluate((table) => {
        return table.scrollWidth - (table.parentElement?.clientWidth ?? 0);
      });
    await expect.poll(over).toBeLessThanOrEqual(0);
  }

  /** Fails when the page is wider than its window. */
  async expectNoWider(): Promise<void> {
    const over = () =>
      this.page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
    await expect.poll(over).toBe(0);
  }
}
