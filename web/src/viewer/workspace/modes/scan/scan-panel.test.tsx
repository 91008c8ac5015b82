import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { volumeMetadata } from '../../../geometry/testing.ts';
import type { Renderer } from '../../../pixels/renderer.ts';
import { createAnnotation, createModel } from '../../../testing/annotations.ts';
import type { SavedAnnotations } from '../mode-names.ts';
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

function open(all: SavedAnnotations['all']) {
  const remove = vi.fn();
  const annotations = { all, remove } as unknown as SavedAnnotations;
  const model = createModel(volumeMetadata());
  const { unmount } = render(
    <ModePanel
      mode="scan"
      model={model}
      renderer={{ levels: () => [] } as unknown as Renderer}
      isDesk
      scans={{ files: [], renewFile: async () => undefined }}
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

test('an alignment whose scan was deleted says so, and can be deleted', async () => {
  const { remove } = open([saved]);
  expect(await screen.findByText(/skanı artıq .* yoxdur\.$/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Uyğunlaşdırmanı sil' }));
  expect(remove).toHaveBeenCalledWith(saved);
});

test('that of another person cannot be deleted', async () => {
  open([{ ...saved, isOwn: false }]);
  expect(await screen.findByText(/skanı artıq .* yoxdur\.$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Uyğunlaşdırmanı sil' })).toBeNull();
});

test('a mode that opens by itself changes no view when it is closed, as in full screen', async () => {
  const { model, unmount } = open([saved]);
  await screen.findByText(/skanı artıq .* yoxdur\.$/);
  model.update({ layout: 'surface', window: { centre: 900, width: 1_800 } });
  unmount();
  const { layout, window, mode } = model.state.get();
  expect([layout, window, mode]).toEqual(['surface', { centre: 900, width: 1_800 }, undefined]);
});
