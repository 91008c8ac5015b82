/** Who may use the one connection: first come, first served; nobody waits while it is free. */
export class Turns {
  #taken = false;
  readonly #waiting: (() => void)[] = [];

  takeIfFree(): boolean {
    if (this.#taken) return false;
    this.#taken = true;
    return true;
  }

  /** Resolves once the connection is the caller's. */
  wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Hands over to the next in line: between two turns the connection is never up for grabs. */
  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken = false;
  }
}
