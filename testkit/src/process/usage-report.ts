/** Imported before a measured program: reports its usage to the parent process. */
let peak = 0;
let sampling: NodeJS.Timeout | undefined;

/** Milliseconds between two samples while the memory is watched. */
const SAMPLE_INTERVAL = 20;

function samplePeak(): void {
  peak = Math.max(peak, process.memoryUsage.rss());
}

process.on('message', (request) => {
  if (request === 'watch') {
    peak = 0;
    sampling ??= setInterval(samplePeak, SAMPLE_INTERVAL).unref();
  }
  if (request === 'unwatch') {
    clearInterval(sampling);
    sampling = undefined;
  }
  samplePeak();
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, rss: process.memoryUsage.rss(), peak });
});
// The channel must not keep a finished program alive.
process.channel?.unref();
