import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { volumeMetadata } from '../../../geometry/testing.ts';
import type { Renderer } from '../../../pixels/renderer.ts';
import { createAnnotation, createModel } from '../../../testing/annotations.ts';
import type { PatientFiles, SavedAnnotations } from '../mode-names.ts';
import { ModePanel } from '../mode-panel.tsx';

const saved = createAnnotation('a', {
  kind: 'alignment',
  scan: 's',
  rotation: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  shift: [1, 2, 3],
  rms: 0.1,
  share: 0.8,
});

const staff = { author: { role: 'staff', name: 'aysel' } } as const;

const none: PatientFiles = { files: [], earlier: [], renewFile: async () => undefined };

function open(all: SavedAnnotations['all'], scans = none) {
  const remove = vi.fn();
  const annotations = { all, remove } as unknown as SavedAnnotations;
  const model = createModel(volumeMetadata());
  const { unmount } = render(
    <ModePanel
      mode="scan"
      model={model}
      renderer={{ levels: () => [] } as unknown as Renderer}
      isDesk
      scans={scans}
      annotations={annotations}
      onEnd={() => undefined}
    />,
  );
  return { remove, model, unmount };
}

test('a patient without a surface scan is told how to upload one', async () => {
  open([]);
  expect(await screen.findByText(/^Bu pasiyentin ağız skanı yoxdur/)).toBeTruthy();
});

const GONE = /skanı artıq .* yoxdur\.$/;
const HIDDEN = /skanı gördüyünüz fayllar arasında deyil\.$/;

test('staff are told that the scan of an alignment was deleted, and can delete theirs', async () => {
  const own = { ...saved, ...staff };
  const { remove } = open([own]);
  expect(await screen.findByText(GONE)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Uyğunlaşdırmanı sil' }));
  expect(remove).toHaveBeenCalledWith(own);
});

test('that of another person cannot be deleted', async () => {
  open([{ ...saved, isOwn: false }]);
  expect(await screen.findByText(GONE)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Uyğunlaşdırmanı sil' })).toBeNull();
});

test.each([
  ['an own alignment', saved],
  ['one of staff', { ...saved, ...staff, isOwn: false }],
])('a partner is told of %s that its scan is not among the visible files', async (_, one) => {
  open([one]);
  expect(await screen.findByText(HIDDEN)).toBeTruthy();
  expect(screen.queryByText(GONE)).toBeNull();
});

test('with as many earlier examinations as a list has, nothing is said to be gone', async () => {
  const earlier = Array.from({ length: 20 }, (_, index) => ({
    id: `${index}`,
    title: '',
    files: [],
  }));
  open([{ ...saved, ...staff }], { ...none, earlier });
  expect(await screen.findByText(HIDDEN)).toBeTruthy();
});

test('until earlier examinations are loaded nothing is said about their scans, and they can be requested again', async () => {
  const renewFile = vi.fn(async () => undefined);
  open([{ ...saved, ...staff }], { ...none, earlier: undefined, renewFile });
  expect(await screen.findByText(/hələ yüklənməyib\.$/)).toBeTruthy();
  for (const sentence of [GONE, HIDDEN, /^Bu pasiyentin ağız skanı yoxdur/])
    expect(screen.queryByText(sentence)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Yenidən cəhd et' }));
  expect(renewFile).toHaveBeenCalledOnce();
});

test('a mode that opens by itself changes no view when it is closed', async () => {
  const { model, unmount } = open([saved]);
  await screen.findByText(HIDDEN);
  model.update({ layout: 'surface', window: { centre: 900, width: 1_800 } });
  unmount();
  const { layout, window, mode } = model.state.get();
  expect([layout, window, mode]).toEqual(['surface', { centre: 900, width: 1_800 }, undefined]);
});
