import type { Role } from '@deqiq/contract/shared/roles.ts';

/** Messages between tabs of this browser. They are never stored and stay on this origin. */
export type TabMessage =
  | { kind: 'wanted'; role: Role }
  | { kind: 'offered'; role: Role; refreshToken: string; login?: string }
  | { kind: 'renewed'; from: string; refreshToken: string; accessToken: string }
  | { kind: 'ended'; refreshToken: string };

const listeners = new Set<(message: TabMessage) => void>();
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('deqiq-session');

if (channel) {
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    for (const listener of listeners) listener(data);
  };
}

export const tabs = {
  post(message: TabMessage): void {
    channel?.postMessage(message);
  },

  subscribe(listener: (message: TabMessage) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Resolves with the first message that `accepts` matches, or undefined after `limit` milliseconds. */
export function nextMessage<Message extends TabMessage>(
  accepts: (message: TabMessage) => message is Message,
  limit: number,
): Promise<Message | undefined> {
  return new Promise((resolve) => {
    const finish = (message?: Message) => {
      clearTimeout(timer);
      stop();
      resolve(message);
    };
    const timer = setTimeout(finish, limit);
    const stop = tabs.subscribe((message) => accepts(message) && finish(message));
  });
}
