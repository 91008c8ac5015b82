import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRigid, invertRigid, movePoint } from '../../geometry/registration/rigid.ts';
import { STANDARD } from '../../geometry/volume/axes.ts';
import { paneToPatient, planeView } from '../../geometry/volume/planes.ts';
import { createVolumeSpace } from '../../geometry/volume/volume-space.ts';
import type { Pane } from '../../pixels/panes.ts';
import type { Renderer } from '../../pixels/renderer.ts';
import { halfLevel, metadata } from '../../testing/air-phantom.ts';
import { alignRenderer } from './aligned-renderer.ts';
import { AlignmentControls, type Presentation } from './alignment-controls.tsx';
import type { RegistrationReport } from './register.worker.ts';
import { useRegistration } from './use-registration.ts';

const space = createVolumeSpace(metadata);
if (!space) throw new Error('the phantom is no volume');
const rigid = createRigid([4, -3, 2, 5, -6, 7], [10, 20, 30]);

/** The thread of the worker, whose answers the test gives. */
class WorkerStub {
  static last: WorkerStub | undefined;
  onmessage: ((event: { data: RegistrationReport }) => void) | undefined;
  onerror: (() => void) | undefined;
  isEnded = false;
  constructor() {
    WorkerStub.last = this;
  }
  postMessage(): void {}
  terminate(): void {
    this.isEnded = true;
  }
}

beforeEach(() => vi.stubGlobal('Worker', WorkerStub));
afterEach(() => vi.unstubAllGlobals());

const report = (data: RegistrationReport) =>
  vi.waitFor(() => WorkerStub.last?.onmessage?.({ data }));

function Controls({ levels }: { levels: Renderer['levels'] }) {
  const [drawn] = useState(() => ({ space: space as never, renderer: { levels } as Renderer }));
  const registration = useRegistration(drawn, drawn);
  const [presentation, setPresentation] = useState<Presentation>('beside');
  const [share, setShare] = useState(0.5);
  return (
    <AlignmentControls
      {...registration}
      presentation={presentation}
      onPresentation={setPresentation}
      share={share}
      onShare={setShare}
    />
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('an alignment tells how far it is, offers three presentations, and is undone', async () => {
  render(<Controls levels={() => [halfLevel()]} />);
  press('Uyğunlaşdır');
  await report({ progress: 0.5 });
  expect(await screen.findByText('Uyğunlaşdırılır… 50 %')).toBeTruthy();
  await report({ registration: { kind: 'found', rigid, information: 1.4 } });
  expect(await screen.findByText('Cari müayinəyə uyğunlaşdırılıb')).toBeTruthy();
  expect(screen.queryByRole('slider')).toBeNull();
  press('Üst-üstə');
  const slider = screen.getByRole('slider', { name: /^Əvvəlki şəkil/ });
  fireEvent.change(slider, { target: { value: '0.25' } });
  expect(slider.getAttribute('aria-valuetext')).toBe('25 %');
  press('Fərq');
  expect(screen.getByRole('button', { name: 'Fərq' }).getAttribute('aria-pressed')).toBe('true');
  press('Uyğunlaşdırmanı ləğv et');
  expect(screen.getByRole('button', { name: 'Uyğunlaşdır' })).toBeTruthy();
});

test('volumes of different regions stay as they are, with the reason', async () => {
  render(<Controls levels={() => [halfLevel()]} />);
  press('Uyğunlaşdır');
  await report({ registration: { kind: 'none' } });
  expect(await screen.findByText(/^Uyğunlaşdırmaq olmadı/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Fərq' })).toBeNull();
});

test('an alignment stops when it is told to', async () => {
  render(<Controls levels={() => [halfLevel()]} />);
  press('Uyğunlaşdır');
  await report({ progress: 0.3 });
  press('Dayandır');
  await vi.waitFor(() => expect(WorkerStub.last?.isEnded).toBe(true));
});

test('a volume that has not loaded is not aligned', () => {
  render(<Controls levels={() => []} />);
  press('Uyğunlaşdır');
  expect(screen.getByText(/^Uyğunlaşdırmaq mümkün olmadı/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Yenidən cəhd et' })).toBeTruthy();
});

test('each point of an aligned plane is that of the other volume, in planes and in the panoramic', () => {
  const size = { width: 200, height: 100 };
  const view = planeView(space, 'coronal', [1, 2, 3], size);
  const tone = { rect: { x: 0, y: 0, ...size }, window: { centre: 1, width: 2 } };
  let drawn: readonly Pane[] = [];
  const renderer = {
    draw: (panes: readonly Pane[]) => {
      drawn = panes;
    },
  } as unknown as Renderer;
  const aligned = alignRenderer(renderer, { rigid, space, axes: () => STANDARD });
  aligned.draw([
    { ...tone, kind: 'plane', view } as unknown as Pane,
    { ...tone, kind: 'panoramic' } as unknown as Pane,
  ]);
  const [plane, panoramic] = drawn;
  if (plane?.kind !== 'plane' || panoramic?.kind !== 'panoramic') throw new Error('not drawn');
  for (const point of [
    [10, 20],
    [150, 80],
  ] as const) {
    const seen = paneToPatient(view, size, point);
    const own = paneToPatient(plane.view, size, point);
    for (const [axis, at] of movePoint(rigid, seen).entries()) expect(own[axis]).toBeCloseTo(at, 6);
  }
  const first = movePoint(invertRigid(rigid), space.origin);
  for (const [axis, at] of first.entries())
    expect(panoramic.space?.origin[axis]).toBeCloseTo(at, 6);
});
