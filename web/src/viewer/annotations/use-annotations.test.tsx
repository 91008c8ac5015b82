import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../api/http/query.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { createAnnotation } from '../testing/annotations.ts';
import type { AnnotationsApi } from '../viewer-file.ts';
import { useAnnotations } from './use-annotations.ts';

afterEach(() => void vi.useRealTimers());

const lengthTo = (x: number) =>
  ({
    kind: 'length',
    points: [
      [0, 0],
      [x, 0],
    ],
  }) as const;

/** A server that checks versions. `hold` delays its answers until the returned function is called. */
function startServer(...initial: Annotation[]) {
  const stored = new Map(initial.map((one) => [one._id, one]));
  let isHeld: Promise<void> | undefined;
  const answer = async <Value,>(change: () => Value): Promise<Value> => {
    await isHeld;
    return change();
  };
  const find = (id: string, version: number): Annotation => {
    const one = stored.get(id);
    if (one?.version !== version) throw new Error(`no version ${version} of ${id}`);
    return one;
  };
  const save = (one: Annotation) => {
    stored.set(one._id, one);
    return one;
  };
  const api: AnnotationsApi = {
    list: async () => {
      const list = [...stored.values()];
      return answer(() => list);
    },
    create: (_file, { _id, content, label = '' }) =>
      answer(() => save(createAnnotation(_id, content, { label }))),
    update: async (_file, id, { version, content, label = '' }) => {
      const before = find(id, version);
      return answer(() => save({ ...before, content, label, version: version + 1 }));
    },
    remove: (_file, id, version) => answer(() => stored.delete(find(id, version)._id)),
  };
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    isHeld = promise;
    return () => {
      isHeld = undefined;
      resolve();
    };
  };
  return { api, stored, hold };
}

function show({ api }: ReturnType<typeof startServer>) {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useAnnotations(api, 'f'), { wrapper });
  return { result, client };
}

async function open(server: ReturnType<typeof startServer>) {
  const { result, client } = show(server);
  await waitFor(() => expect(result.current.isLoaded).toBe(true));
  const isIdle = () => waitFor(() => expect(client.isMutating() + client.isFetching()).toBe(0));
  return { result, client, isIdle };
}

test('what is changed before its creation is answered is saved after it', async () => {
  const error = vi.spyOn(toast, 'error');
  const server = startServer();
  const { result, isIdle } = await open(server);
  const release = server.hold();
  const id = await act(async () => result.current.create(lengthTo(5)) ?? '');
  await act(async () => result.current.save(id, lengthTo(9)));
  await waitFor(() => expect(result.current.all).toMatchObject([{ content: lengthTo(9) }]));
  release();
  await isIdle();
  expect(server.stored.get(id)?.content).toEqual(lengthTo(9));
  expect(error).not.toHaveBeenCalled();
});

test('a change and the deletion after it both reach the server', async () => {
  const error = vi.spyOn(toast, 'error');
  const server = startServer(createAnnotation('a', lengthTo(1)));
  const { result, isIdle } = await open(server);
  const release = server.hold();
  await act(async () => result.current.save('a', lengthTo(9)));
  await act(async () => result.current.remove(result.current.all[0] as Annotation));
  release();
  await isIdle();
  expect(server.stored.size).toBe(0);
  expect(error).not.toHaveBeenCalled();
});

test('a list that was requested before a drawing does not hide it', async () => {
  const server = startServer();
  const { result, client, isIdle } = await open(server);
  const release = server.hold();
  act(() => void client.invalidateQueries());
  await act(async () => void result.current.create(lengthTo(5)));
  release();
  await isIdle();
  expect(result.current.all).toHaveLength(1);
});

test('a list that does not arrive is requested again by itself', async () => {
  const server = startServer(createAnnotation('a', lengthTo(1)));
  const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));
  vi.spyOn(server.api, 'list').mockImplementationOnce(noNetwork);
  vi.useFakeTimers();
  const { result } = show(server);
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(result.current.isLoaded).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(result.current.all).toHaveLength(1);
});

test('moves and deletions are taken back one after the other', async () => {
  const server = startServer(createAnnotation('a', lengthTo(1)));
  const { result, isIdle } = await open(server);
  for (const x of [5, 9]) {
    await act(async () => result.current.save('a', lengthTo(x)));
    await isIdle();
  }
  await act(async () => result.current.remove(result.current.all[0] as Annotation));
  await isIdle();
  const shown: unknown[] = [];
  for (let count = 0; count < 3; count += 1) {
    await act(async () => result.current.undo?.());
    await isIdle();
    shown.push(...result.current.all.map(({ content }) => content));
  }
  expect(shown).toEqual([lengthTo(9), lengthTo(5), lengthTo(1)]);
  expect([...server.stored.values()]).toMatchObject([{ content: lengthTo(1) }]);
  expect(result.current.undo).toBeUndefined();
});

test('a change of the view is taken back in its turn', async () => {
  const server = startServer(createAnnotation('a', lengthTo(1)));
  const { result, isIdle } = await open(server);
  const undoView = vi.fn();
  await act(async () => result.current.save('a', lengthTo(5)));
  await isIdle();
  act(() => result.current.remember(undoView));
  await act(async () => result.current.undo?.());
  expect(undoView).toHaveBeenCalledOnce();
  expect(server.stored.get('a')?.content).toEqual(lengthTo(5));
  await act(async () => result.current.undo?.());
  await isIdle();
  expect(server.stored.get('a')?.content).toEqual(lengthTo(1));
});
