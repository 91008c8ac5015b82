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
  expect(await screen.findByText(NO_SCANS)).toBeTruthy();
});

const HIDDEN = /skanı gördüyünüz fayllar arasında deyil\.$/;
const NO_SCANS = /^Burada bu pasiyentin ağız skanı yoxdur/;

test('of an alignment whose scan is not among the visible files that is said, and its author can delete it', async () => {
  const own = { ...saved, ...staff };
  const { remove } = open([own]);
  expect(await screen.findByText(HIDDEN)).toBeTruthy();
  expect(screen.queryByText(NO_SCANS)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Uyğunlaşdırmanı sil' }));
  expect(remove).toHaveBeenCalledWith(own);
});

test('that of another person cannot be deleted', async () => {
  open([{ ...saved, ...staff, isOwn: false }]);
  expect(await screen.findByText(HIDDEN)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Uyğunlaşdırmanı sil' })).toBeNull();
});

test('until earlier examinations are loaded nothing is said about their scans, and they can be requested again', async () => {
  const renewFile = vi.fn(async () => undefined);
  open([{ ...saved, ...staff }], { ...none, earlier: undefined, renewFile });
  expect(await screen.findByText(/hələ yüklənməyib\.$/)).toBeTruthy();
  for (const sentence of [HIDDEN, NO_SCANS]) expect(screen.queryByText(sentence)).toBeNull();
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
