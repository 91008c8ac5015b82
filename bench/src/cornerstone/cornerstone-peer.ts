// Three planes of a volume in Cornerstone3D. Its packages are not installed here: peer-page.ts copies this file to them.
// @ts-expect-error fetched by the bench
import * as core from '@cornerstonejs/core';
// @ts-expect-error fetched by the bench
import { init } from '@cornerstonejs/dicom-image-loader';
// @ts-expect-error fetched by the bench
import { utilities } from '@cornerstonejs/metadata';

const options = new URLSearchParams(location.search);
const side = Number(options.get('side'));
const origins = options.getAll('origin');

/** Axial first: it alone is shown where a plane is dragged. */
const PLANES = ['axial', 'coronal', 'sagittal'].slice(0, Number(options.get('planes')));

const volumeId = 'cornerstoneStreamingImageVolume:cbct';

/** The interleaved stages of the library, with byte ranges as in its example of progressive volumes. */
const RETRIEVE = {
  ...core.ProgressiveRetrieveImages.interleavedRetrieveStages,
  retrieveOptions: {
    multipleFast: {
      rangeIndex: 0,
      initialChunkSize: Number(options.get('halfBytes')),
      decodeLevel: 1,
    },
    multipleFinal: { rangeIndex: -1 },
  },
};

core.init();
// As many as our viewer starts.
init({ maxWebWorkers: Math.max(navigator.hardwareConcurrency - 1, 1) });
core.imageRetrievalPoolManager.setMaxSimultaneousRequests(
  core.Enums.RequestType.Thumbnail,
  6 * origins.length,
);
core.utilities.imageRetrieveMetadataProvider.add('volume', RETRIEVE);
const imageIds = Array.from({ length: side }, (_, index) => {
  const imageId = `wadors:${origins[(index >> 2) % origins.length]}/${index}/frames/1`;
  utilities.addDicomWebInstance(imageId, metadataAt(index));
  return imageId;
});

const volume = await core.volumeLoader.createAndCacheVolume(volumeId, { imageIds });
// By default it draws fifty times, which takes longer than the download where there is no GPU.
volume.autoRenderOnLoad = false;
const engine = new core.RenderingEngine('cbct');
engine.setViewports(
  PLANES.map((orientation) => ({
    viewportId: orientation,
    type: core.Enums.ViewportType.ORTHOGRAPHIC,
    element: addElement(),
    defaultOptions: { orientation },
  })),
);
const viewports = engine.getViewports();
await core.setVolumesForViewports(engine, [{ volumeId }], PLANES);
for (const viewport of viewports) viewport.setProperties({ voiRange: { lower: 0, upper: 2_500 } });
markLevels();
// After the planes: slices of a large volume would keep the processor from making them.
volume.load();
scrollByDrag();

function addElement(): HTMLElement {
  const element = document.body.appendChild(document.createElement('div'));
  element.style.height = `calc(100vh / ${PLANES.length})`;
  element.setAttribute('role', 'application');
  return element;
}

/** Marks levels as our viewer does: each when every plane shows it. */
function markLevels(): void {
  const { SUBRESOLUTION, FULL_RESOLUTION } = core.Enums.ImageQualityStatus;
  const { Events } = core.Enums;
  const countFrom = (status: number) =>
    volume.cachedFrames.filter((each: number) => each >= status).length;
  const levels = [
    { scale: 4, isThere: () => countFrom(1) === side },
    { scale: 2, isThere: () => countFrom(SUBRESOLUTION) >= side / 2 },
    { scale: 1, isThere: () => countFrom(FULL_RESOLUTION) === side },
  ];
  let isDrawing = false;
  const drawIfDue = () => {
    if (isDrawing || !levels[0]?.isThere()) return;
    isDrawing = true;
    engine.render();
  };
  core.eventTarget.addEventListener(Events.IMAGE_VOLUME_MODIFIED, drawIfDue);
  // The sagittal plane is drawn last.
  viewports.at(-1).element.addEventListener(Events.IMAGE_RENDERED, () => {
    if (!isDrawing) return;
    isDrawing = false;
    // The first drawing only makes the texture.
    if (viewports.every(isVisible)) performance.mark(`viewer-level-${levels.shift()?.scale}`);
    drawIfDue();
  });
}

function isVisible({ canvas }: { canvas: HTMLCanvasElement }): boolean {
  const pixel = canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1);
  return pixel !== undefined && pixel.data[0] !== 0;
}

/** As the tool StackScroll of its other package: the height of a plane is the whole volume. */
function scrollByDrag(): void {
  const { element } = viewports[0];
  let last = 0;
  element.addEventListener('pointermove', ({ clientY }: PointerEvent) => {
    const slice = Math.round((clientY * side) / element.clientHeight);
    if (slice !== last) viewports[0].scroll(slice - last);
    last = slice;
  });
}

/** The metadata of a slice, which a DICOMweb server would have to send. */
function metadataAt(index: number): object {
  const values = [
    ['00080018', 'UI', `2.25.1${index}`],
    ['0020000E', 'UI', '2.25.3'],
    ['00200032', 'DS', 0, 0, index * 0.2],
    ['00200037', 'DS', 1, 0, 0, 0, 1, 0],
    ['00200052', 'UI', '2.25.4'],
    ['00280002', 'US', 1],
    ['00280004', 'CS', 'MONOCHROME2'],
    ['00280010', 'US', side],
    ['00280011', 'US', side],
    ['00280030', 'DS', 0.2, 0.2],
    ['00280100', 'US', 16],
    ['00280101', 'US', 12],
    ['00280103', 'US', 0],
  ];
  return Object.fromEntries(values.map(([tag, vr, ...Value]) => [tag, { vr, Value }]));
}
