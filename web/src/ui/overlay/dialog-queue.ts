import type { ComponentType } from 'react';

export type QueuedDialog = {
  id: number;
  title: string;
  text?: string | undefined;
  tone: 'warning' | 'error';
  confirm: string;
  /** Absent: there is nothing to choose, only to read. */
  cancel?: string | undefined;
  danger: boolean;
  resolve: (confirmed: boolean) => void;
};

let topLayer: ComponentType | undefined;

/** What may stand above everything, dialogs included: the sign-in over the page. */
export function setSessionDialog(component: ComponentType): void {
  topLayer = component;
}

/** Marks that turn the reading direction round: in a person's or a file's name they would scramble the question. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

type Listener = () => void;

let queue: readonly QueuedDialog[] = [];
let hosts: readonly symbol[] = [];
let count = 0;
const listeners = new Set<Listener>();

function changed(): void {
  for (const listener of listeners) listener();
}

/** What waits to be answered, and which of the mounted hosts shows it: the one mounted last, on top. */
export const dialogQueue = {
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  first: (): QueuedDialog | undefined => queue[0],
  topLayer: () => topLayer,
  top: (): symbol | undefined => hosts.at(-1),

  open(prompt: Omit<QueuedDialog, 'id' | 'resolve'>): Promise<boolean> {
    return new Promise((resolve) => {
      count += 1;
      const text = prompt.text?.replace(DIRECTION_MARKS, '');
      queue = [...queue, { ...prompt, text, id: count, resolve }];
      changed();
    });
  },

  answer(prompt: QueuedDialog, confirmed: boolean): void {
    if (!queue.includes(prompt)) return;
    queue = queue.filter((other) => other !== prompt);
    changed();
    prompt.resolve(confirmed);
  },

  /** Answers what stands there with no; false where nothing does. */
  dismiss(): boolean {
    const [first] = queue;
    if (first) dialogQueue.answer(first, false);
    return first !== undefined;
  },

  addOutlet(host: symbol): () => void {
    hosts = [...hosts, host];
    changed();
    return () => {
      hosts = hosts.filter((other) => other !== host);
      changed();
    };
  },
};
